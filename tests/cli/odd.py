"""Odd words for every command and option, found from the commands themselves: a new option is
tried without anybody thinking of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from typer.main import get_command

from rowlock.cli.main import app

HUGE = "9" * 5000
SIGNS = "\x1b]0;x\x07\x1b[31m\x9b31m\x7f\r\n\u202e\u2028\u2066\ue000\U000e0041[red]x[/red]:tea:"
"""What a terminal would obey, turn, or take for something else than text."""

NUMBERS = [HUGE, str(1 << 64), "nan", "1e999", SIGNS]
WORDS = [SIGNS, "x" * 5000, "a\0b", "non-UTF-8\udcff", "folder"]
MORE = [
    *("", "\ud800", "/dev/null/x", str(-(1 << 64))),
    *("0", "-1", str(1 << 31), str(1 << 63), "inf", "-inf", "1e30", "²", "1,5", "0x10"),
    *(" ", "-", "--", "..", "~no-such-user/x", "x/" * 3000, "/dev/full", "/dev/zero", "\u202e"),
    *(
        "sqlite:////\0",
        "sqlite:////dev/null/x.db",
        "postgresql://h:99999999/x",
    ),
    *("postgresql://127.0.0.1:99999999999/x", "postgresql://[::1/x", "1:2:3", "[/]", "[link=x]y"),
    *(
        "cmd:",
        "cmd:folder",
        "cmd:'",
        "cmd:\0",
        f"cmd:{SIGNS}",
        "x.png",
        "folder/x.svg",
        "nowhere/x.svg",
    ),
]
"""For when there is time."""

NOT_TRIED = {"ray"}
"""Options that look for other machines."""


class Trial(NamedTuple):
    """A command with all that it needs, but for one word that is odd."""

    command: tuple[str, ...]
    before: list[str]
    after: list[str]
    times: int
    numeric: bool

    def words(self, odd: str) -> list[str]:
        """What is called."""
        return [*self.command, *self.before, *[odd] * self.times, *self.after]


def needed(folder: Path) -> dict[tuple[str, ...], list[str]]:
    """The arguments that each command needs, so that it has little to do. The first ones are
    replaced by odd ones."""
    database = f"sqlite:///{folder / 'rowlock.db'}"
    return {
        ("serve",): [],
        ("demo",): [],
        ("replay",): ["game.rlk"],
        ("moves",): ["game.rlk"],
        ("best",): ["game.rlk"],
        ("verify",): ["game.rlk"],
        ("solve",): ["original"],
        ("arena",): ["random", "random", "--games", "2", "--threads", "1"],
        ("train",): ["original", "--seats", "1", "--games", "4", "--batch", "2"],
        ("db", "upgrade"): [],
        ("db", "backup"): ["new.gz"],
        ("db", "restore"): ["saved.gz"],
        ("db", "copy"): [database, f"sqlite:///{folder / 'copy.db'}"],
        ("admin", "list"): [],
        ("admin", "show"): ["BCDFGH"],
        ("admin", "close"): ["BCDFGH"],
        ("admin", "delete"): ["BCDFGH", "--yes"],
    }


def trials(folder: Path) -> Iterator[Trial]:
    """Each argument and option of every command."""
    known = needed(folder)
    for path, command in _commands(get_command(app)):
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        for one in command.params:
            numeric = type(one.type).__name__.startswith(("Int", "Float", "Tuple"))
            if one in arguments:
                at = arguments.index(one)
                before, after = known[path][:at], known[path][at + 1 :]
                yield Trial(path, before, after, 1, numeric)
            elif not one.is_flag and one.name not in NOT_TRIED:
                yield Trial(path, [*known[path], one.opts[0]], [], max(1, one.nargs), numeric)


def _commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, part in command.commands.items():
        yield from _commands(part, (*path, name))
