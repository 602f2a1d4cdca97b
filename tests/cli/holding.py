"""Holding tournaments in tests of the command line."""

import re
import sys
from typing import NamedTuple

import pytest

from arena.programs import BOTS, EXAMPLE, command
from rowlock.cli import main

EXTERNAL = f"cmd:{command(EXAMPLE)}"


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Arena:
    """Runs the command within this process, which is much quicker."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: object) -> Said:
        self.monkeypatch.setattr(sys, "argv", ["rowlock", "arena", *map(str, arguments)])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        assert isinstance(code, int)
        said = Said(code, *self.capsys.readouterr())
        assert "Traceback" not in said.err
        assert "bug" not in said.err
        return said


def crashing(game: int) -> str:
    """A program that passes until it is asked about this game."""
    return f"cmd:{command(BOTS / 'crashing.py', game)}"


def lineups(text: str) -> list[str]:
    """The headings of the meetings that were told."""
    return re.findall(r"^(.+): [0-9,]+ games$", text, re.MULTILINE)
