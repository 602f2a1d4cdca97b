"""Looking after tables as it is asked for on the command line."""

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple, TypeVar, get_args

import typer
from sqlalchemy.exc import DBAPIError

from rowlock.cli.ages import read_age
from rowlock.cli.complaints import complain
from rowlock.cli.databases import Options, address_of, existing, run, shown, told_in_words
from rowlock.cli.exits import Exit
from rowlock.cli.listing import show_list, show_one, table_view
from rowlock.cli.show import print_json, say
from rowlock.record import visible
from rowlock.server.live.closing import close_table
from rowlock.server.messages.refusals import Refuse
from rowlock.server.messages.tells import Stage
from rowlock.server.storage import Store, open_store
from rowlock.server.storage.copying import schema_of
from rowlock.server.storage.finding import find_tables
from rowlock.server.storage.losses import Unavailable, is_damaged
from rowlock.server.storage.upgrade import HEAD
from rowlock.server.tables.identity import read_code
from rowlock.server.tables.reading import Unreadable, read_table
from rowlock.server.tables.table import Table

T = TypeVar("T")

AT_ONCE = 100
"""So many tables are deleted together, so that servers never wait for long."""


class Wanted(NamedTuple):
    """Which tables are meant: at these stages (all, if there are none), and unchanged for so many
    seconds."""

    stages: tuple[str, ...] = ()
    age: float | None = None

    @classmethod
    def read(cls, stages: Sequence[str] | None, older: str | None) -> "Wanted":
        """As it was written."""
        known = get_args(Stage)
        with told_in_words("admin"):
            for stage in stages or ():
                if stage not in known:
                    raise ValueError(f"{stage!r} is no stage; give one of {', '.join(known)}")
            return cls(tuple(stages or ()), read_age(older) if older else None)

    def before(self, now: float) -> float | None:
        """When they were last changed at the latest."""
        return None if self.age is None else now - self.age


def list_tables(wanted: Wanted, most: int, as_json: bool, options: Options) -> None:
    """Show some tables in a list. One that cannot be read is named, and the exit code says so."""
    now = time.time()

    async def find(address: str) -> tuple[list[Table], list[str]]:
        tables, complaints = list[Table](), list[str]()
        async with _opened(address) as store:
            for one in await find_tables(store, wanted.stages, wanted.before(now), most):
                try:
                    table = await _read(store, one.code)
                except ValueError as error:
                    complaints.append(str(error))
                else:
                    tables += [table] if table else []
        return tables, complaints

    with told_in_words("admin list"):
        address = existing(address_of(options))
        tables, complaints = run(address, find(address))
    if as_json:
        for table in tables:
            print_json(table_view(table))
    elif tables:
        show_list(tables, now)
    elif not complaints:
        say(f"{shown(address)} has no such tables")
    for complaint in complaints:
        complain("admin list", complaint)
    if complaints:
        raise typer.Exit(Exit.BAD_INPUT)


def show_table(code: str, as_json: bool, options: Options) -> None:
    """Show a table."""

    async def find(address: str) -> Table | None:
        async with _opened(address) as store:
            return await _read(store, _code(code))

    with told_in_words("admin show"):
        address = existing(address_of(options))
        table = _there(run(address, find(address)), code)
    if as_json:
        print_json(table_view(table))
    else:
        show_one(table)


def close_one(code: str, options: Options) -> None:
    """Close a table."""

    async def close(address: str) -> tuple[Table, Table] | None:
        async with _opened(address) as store:
            if await _read(store, _code(code)) is None:
                return None
            return await close_table(store, _code(code), time.time())

    with told_in_words("admin close"):
        address = existing(address_of(options))
        before, after = _there(run(address, close(address)), code)
    if before.stage == after.stage:
        say(f"{after.code} is {after.stage} already; there is nothing to do")
    else:
        say(f"{after.code} was {before.stage}, and is {after.stage} now")


def delete_tables(codes: Sequence[str], wanted: Wanted, yes: bool, options: Options) -> None:
    """Delete tables, after asking."""
    now = time.time()

    async def find(address: str) -> list[str]:
        async with _opened(address) as store:
            if codes:
                return sorted(await store.versions([_code(code) for code in codes]))
            found = await find_tables(store, wanted.stages, wanted.before(now))
            return [one.code for one in found]

    async def delete(address: str, found: Sequence[str]) -> int:
        gone = 0
        async with _opened(address) as store:
            for first in range(0, len(found), AT_ONCE):
                some = found[first : first + AT_ONCE]
                gone += len(await store.delete(some, wanted.before(now)))
        return gone

    with told_in_words("admin delete"):
        if bool(codes) == bool(wanted.stages or wanted.age is not None):
            raise ValueError("name tables by their codes, or give --stage or --older-than")
        address = existing(address_of(options))
        found = run(address, find(address))
        if missing := sorted({_code(code) for code in codes} - set(found)):
            raise ValueError(f"there is no table {', '.join(missing)}; nothing was deleted")
    if not found:
        say(f"{shown(address)} has no such tables")
        return
    if not yes:
        what = ", ".join(found) if len(found) <= 5 else f"{len(found):,} tables"
        question = f"Delete {what} in {shown(address)} for good?"
        typer.confirm(visible(question), abort=True)
    with told_in_words("admin delete", "stopped; some may be gone"):
        gone = run(address, delete(address, found))
    say(f"{gone:,} deleted")


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    """The store, if it has this version's schema: servers that run might know another."""
    schema = await schema_of(address)
    if schema != HEAD:
        raise ValueError(
            f"{shown(address)} has schema {schema or 'none'}, this Rowlock knows {HEAD}; "
            "`rowlock db upgrade` brings it there"
        )
    async with open_store(address) as store:
        yield store


async def _read(store: Store, code: str) -> Table | None:
    """The table, None if there is none; raises ValueError if what is kept of it cannot be read."""
    with _naming(code):
        table = read_table(code, await store.read(code))
        if table is None and await store.versions([code]):
            raise Unreadable(code, "it has no events")
        return table


@contextmanager
def _naming(code: str) -> Iterator[None]:
    """What is wrong with a table is told with its name: others may be fine. What is wrong with all
    of them is not told of one."""
    try:
        yield
    except (Unreadable, Unavailable, DBAPIError) as error:
        if isinstance(error, Unavailable) and not is_damaged(error):
            raise
        raise ValueError(f"the table {code} cannot be read: {_reason(error)}") from error


def _reason(error: Unreadable | Unavailable | DBAPIError) -> str:
    match error:
        case Unreadable():
            return error.reason
        case Unavailable():
            return error.loss.why
    # A row that the driver itself cannot read, such as text that is none.
    return str(error.orig)


def _code(text: str) -> str:
    try:
        return read_code(text)
    except Refuse as refused:
        raise ValueError(f"{text!r}: {refused.message}") from None


def _there(found: T | None, code: str) -> T:
    if found is None:
        raise ValueError(f"there is no table {_code(code)}")
    return found
