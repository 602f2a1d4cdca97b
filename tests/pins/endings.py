"""How commands end: what happens, and the exit code a script sees."""

import contextlib
import errno
import importlib
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cli.calling import call
from pins.recorded import FOLDER, GOOD, WRONG
from pins.stored import load_database
from rowlock.arena.tournament import INTERRUPTED, Outcome
from rowlock.cli import main
from rowlock.cli.exits import Exit
from rowlock.dice import FairDice

MODULE = importlib.import_module("rowlock.cli.main")
"""Its package has a function of this name too."""

UNBUFFERED = "PYTHONUNBUFFERED"
BROKEN, UNREADABLE = WRONG["a rule is broken"], WRONG["the game is unknown"]
FAIR = FairDice(bytes(range(32)), ("00112233445566778899aabbccddeeff", "-")).published()
"""The example of the contract, whose first roll is known."""


SETTINGS = "ROWLOCK_"
WHOLE = FOLDER / "original-2-whole.rlk"

CALLS = (
    ("help", "--help", ""),
    ("the version", "--version", ""),
    ("no command", "", ""),
    ("no such command", "dance", ""),
    ("no such option", "replay --dance", ""),
    ("a whole game", "replay {whole}", ""),
    ("a game that goes on", "moves -", GOOD),
    ("a broken rule", "replay -", BROKEN),
    ("a broken rule, as JSON", "replay --json -", BROKEN),
    ("no record", "replay -", UNREADABLE),
    ("no record, as JSON", "moves --json -", UNREADABLE),
    ("no such file", "replay {folder}/nowhere", ""),
    ("the worst of several", "replay {folder}/nowhere -", BROKEN),
    ("nothing that makes dice fair", "verify -", GOOD),
    ("moves of a game that is not solved", "best --folder {folder} -", GOOD),
    ("a game that nobody knows", "solve chess", ""),
    ("a game that is not solved", "solve on-board", ""),
    ("a bot that nobody knows", "arena nobody nobody", ""),
    ("a bot that nobody knows, in a demo", "demo --bot nobody", ""),
    ("a setting that cannot be", "serve --port x", ""),
    ("a backup of nothing", "db backup {folder}/b.gz --database {nowhere}", ""),
    ("no backup", "db restore {whole} --data {folder}", ""),
    ("a table that is not there", "admin show BCDFGH --data {folder}/new", ""),
    ("a database that is not there", "admin list --database {nowhere}", ""),
    ("a table that is there", "admin show BCDFGT --database {games}", ""),
    ("no to a question", "admin delete BCDFGT --database {games}", "n\n"),
)
"""Situations, the words that lead to them, and what is typed then."""


STOPPED: tuple[tuple[str, str, str, Any], ...] = (
    (
        "an interrupted backup",
        "db backup {folder}/b.gz --database {games}",
        "databases.back_up",
        KeyboardInterrupt(),
    ),
    (
        "an interrupted tournament",
        "arena random random",
        "tournament._play",
        [Outcome(1, stopped=INTERRUPTED)],
    ),
    (
        "a tournament that stopped",
        "arena random random",
        "tournament._play",
        [Outcome(1, stopped="a bot is gone")],
    ),
    (
        "a tournament with damaged games",
        "arena random random",
        "tournament._play",
        [Outcome(1, stopped="a file is damaged", damaged=True)],
    ),
)
"""Situations, words, what a command calls that does not go well, and how it goes."""


def exit_codes_text() -> str:
    """A line for each situation, after the codes that there are."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    with (
        tempfile.TemporaryDirectory(prefix="rowlock-pins-") as folder,
        patch.dict(os.environ, mine, clear=True),
    ):
        places = _places(folder)
        happened = [
            *_called(places),
            *_verified(),
            *_stopped(places),
            *_failed(),
            *_without_output(),
        ]
    known = [f"{one.name.lower()} {one.value}" for one in Exit]
    return "".join(f"{line}\n" for line in [*known, "", *happened])


def _places(folder: str) -> dict[str, str]:
    """What is named in the words."""
    kept = Path(folder, "kept")
    kept.mkdir()
    return {
        "folder": folder,
        "games": load_database(kept),
        "nowhere": f"sqlite:///{folder}/nowhere/x.db",
        "whole": str(WHOLE),
    }


def _code(words: str, places: dict[str, str], stdin: str = "") -> int:
    return call(*(word.format(**places) for word in words.split()), stdin=stdin).exit_code


def _called(places: dict[str, str]) -> Iterator[str]:
    """Commands that end as they should, whatever they are asked."""
    for what, words, stdin in CALLS:
        yield f"{what}: {_code(words, places, stdin)}"


def _stopped(places: dict[str, str]) -> Iterator[str]:
    """Commands that do not come to their end."""
    for what, words, called, outcome in STOPPED:
        with patch(f"rowlock.cli.{called}", side_effect=outcome):
            yield f"{what}: {_code(words, places)}"


def _verified() -> Iterator[str]:
    for what, roll in (("fair dice", "w52 r2 y4 g5 b3"), ("unfair dice", "w52 r2 y4 g5 b4")):
        yield f"{what}: {call('verify', '-', stdin=_fair(roll)).exit_code}"


def _fair(roll: str) -> str:
    """A record that says how its roll came about."""
    tags = "".join(f'[{name} "{value}"]\n' for name, value in {"Dice": "fair", **FAIR}.items())
    return f'[Variant "original"]\n[Players "Petr; Ema"]\n{tags}\n1. {roll}\n'


def _failed() -> Iterator[str]:
    """What no command is to do by itself."""

    def failing(error: BaseException) -> Callable[[], None]:
        def fail() -> None:
            raise error

        return fail

    for what, error in (
        ("interrupted", KeyboardInterrupt()),
        ("a bug", RuntimeError("a bug")),
        ("a disk that is full", OSError(errno.ENOSPC, "No space left on device")),
    ):
        with patch.object(MODULE, "app", failing(error)):
            yield f"{what}: {_ended()}"


def _ended() -> object:
    """The code that the whole command line ends with in this process."""
    with (
        # What it drops at its end is dropped for good, so it has an output of its own.
        patch.object(MODULE, "_drop"),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        try:
            main()
        except SystemExit as ended:
            return int(str(ended.code)) if ended.code is not None else 0
    return "none"


def _without_output() -> Iterator[str]:
    """Real processes whose output nobody reads any more."""
    for what, words in (
        ("a reader that has gone, of a few words", ["--version"]),
        ("a reader that has gone, of many words", ["replay", "--json", *[str(WHOLE)] * 30]),
    ):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            yield f"{what}: {_written_to(writing, words)}"
        finally:
            os.close(writing)


def _written_to(output: int, words: list[str]) -> int:
    # It makes a difference whether all words fit into Python's own store of them.
    environment = {name: value for name, value in os.environ.items() if name != UNBUFFERED}
    ended = subprocess.run(
        [sys.executable, "-m", "rowlock", *words],
        stdout=output,
        stderr=subprocess.DEVNULL,
        env=environment,
        check=False,
        timeout=300,
    )
    return ended.returncode
