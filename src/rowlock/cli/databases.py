"""Upgrading, saving and moving databases as it is asked for on the command line."""

import asyncio
import os
import time
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import typer
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from rowlock.cli import complaints
from rowlock.cli.complaints import complain
from rowlock.cli.exits import Exit
from rowlock.cli.places import check_place
from rowlock.cli.progress import progress
from rowlock.cli.show import say
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage.copying import (
    BadTables,
    Moved,
    NotEmpty,
    back_up,
    bring_to_head,
    copy,
    restore,
)
from rowlock.server.storage.engine import UnsafeDatabase
from rowlock.server.storage.rows import Fault
from rowlock.server.storage.upgrade import NewerDatabase
from rowlock.server.web import kinds
from rowlock.server.web.settings import read_settings

MOST_NAMED = 50
"""So many tables are named; who has more that are bad has other worries."""

Options = Mapping[str, str | None]
T = TypeVar("T")


def upgrade_database(options: Options) -> None:
    """Bring a database up to date, and say from what to what."""
    with told_in_words("db upgrade"):
        address = existing(address_of(options))
        before, after = run(address, bring_to_head(address))
    if before == after:
        say(f"{shown(address)} has schema {after} already; there is nothing to do")
    elif before is None:
        say(f"{shown(address)} was empty, and has schema {after} now")
    else:
        say(f"{shown(address)} had schema {before}, and has {after} now")


def back_up_database(file: Path, options: Options) -> None:
    """Save all that is in a database."""
    with told_in_words("db backup", f"stopped; {file} was not written"):
        address = existing(address_of(options))
        check_place(file)
        if file.exists():
            raise ValueError(f"there is a file {file} already; give another name")
        saved = run(address, back_up(address, file, time.time(), progress))
    say(f"{file}: {_amount(saved)} ({file.stat().st_size / 1e3:,.0f} kB)")
    _name("db backup", saved.faults, "cannot be right, and will not be restored")


def restore_database(file: Path, replace: bool, skip_bad: bool, options: Options) -> None:
    """Put a backup into a database. Tables that cannot be right are named: with `skip_bad` they are
    passed over, otherwise nothing is restored."""
    with told_in_words("db restore", "stopped; the database is as it was"):
        address = address_of(options)
        if not file.is_file():
            raise ValueError(f"there is no file {file}")
        _make_folder(address)
        restored = _restored(file, address, replace, skip_bad)
    what = "all but those named of" if restored.faults else "the same as in"
    say(f"{shown(address)}: {_amount(restored)}, {what} {file}")
    _name("db restore", restored.faults, "passed over")


def _restored(file: Path, address: str, replace: bool, skip_bad: bool) -> Moved:
    try:
        return run(address, restore(file, address, replace, progress, skip_bad))
    except NotEmpty as error:
        raise NotEmpty(f"{error}, or let these go with --replace") from None
    except BadTables as error:
        _list("db restore", error.faults)
        raise ValueError(f"{error}; with --skip-bad all others are restored") from None


def copy_database(source: str, target: str) -> None:
    """Put all of one database into another."""
    with told_in_words("db copy", "stopped; nothing was copied"):
        from_address, to_address = existing(_read_address(source)), _read_address(target)
        _make_folder(to_address)
        try:
            copied = run(to_address, copy(from_address, to_address, progress))
        except BadTables as error:
            _list("db copy", error.faults)
            raise ValueError(f"{error}; `rowlock admin delete` deletes them") from None
    say(f"{shown(to_address)}: {_amount(copied)}, the same as in {shown(from_address)}")


@contextmanager
def told_in_words(command: str, stopped: str = "stopped") -> Iterator[None]:
    """What cannot be done is told in a sentence, and the command ends."""
    try:
        with complaints.told_in_words(command, NewerDatabase, UnsafeDatabase):
            yield
    except KeyboardInterrupt:
        complain(command, stopped)
        raise typer.Exit(Exit.INTERRUPTED) from None


def run(address: str, work: Coroutine[Any, Any, T]) -> T:
    """Do something with a database; raises ValueError with the reason if it cannot be used."""
    try:
        return asyncio.run(work)
    except DBAPIError as error:
        raise ValueError(f"the database {shown(address)} cannot be used: {error.orig}") from error
    except OSError as error:
        raise ValueError(f"the database {shown(address)} cannot be used: {error}") from error
    except Refuse as refused:
        raise ValueError(refused.message) from refused


def address_of(options: Options) -> str:
    """The database that was asked for, or that a server would use."""
    return read_settings(os.environ, options).url


def existing(address: str) -> str:
    """The address, if there is a database; a file that is not there would be made."""
    file = _file(address)
    if file is not None and not file.is_file():
        raise ValueError(f"there is no database {file}; `rowlock serve` makes one")
    return address


def shown(address: str) -> str:
    """The address as anybody may see it."""
    return kinds.without_password(address)


def _read_address(text: str) -> str:
    try:
        address = kinds.database(text)
    except ValueError as error:
        raise ValueError(f"{shown(text)} is no address of a database: {error}") from None
    if not address:
        raise ValueError(
            "an address is missing: give sqlite:///PATH or postgresql://USER@HOST/NAME"
        )
    return address


def _file(address: str) -> Path | None:
    url = make_url(address)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def _make_folder(address: str) -> None:
    file = _file(address)
    if file is not None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(
                f"the folder {file.parent} cannot be made: {error.strerror}"
            ) from error


def _amount(moved: Moved) -> str:
    counts = moved.counts
    return f"{counts['tables']:,} tables with {counts['events']:,} events"


def _name(command: str, faults: Sequence[Fault], outcome: str) -> None:
    """Name the tables that cannot be right, and end the command with what became of them."""
    if faults:
        _list(command, faults)
        complain(command, f"{len(faults):,} {outcome}")
        raise typer.Exit(Exit.BAD_INPUT)


def _list(command: str, faults: Sequence[Fault]) -> None:
    for fault in faults[:MOST_NAMED]:
        complain(command, str(fault))
    if len(faults) > MOST_NAMED:
        complain(command, f"and {len(faults) - MOST_NAMED:,} more")
