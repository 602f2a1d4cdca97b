"""The moves players make, and their short names in records."""

import re
from dataclasses import dataclass

_MOST_DIGITS = 4000


def read_number(digits: str) -> int:
    """The value of a number as it is written. Of one with thousands of digits only the first are
    read: Python refuses more, and it is out of any range anyway."""
    return int(digits[:_MOST_DIGITS])


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross a number in a row; `lucky` when it is crossed by a lucky number."""

    row: str
    number: int
    lucky: bool = False

    def __str__(self) -> str:
        return f"{self.row}{self.number}{'*' if self.lucky else ''}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance the pawn by so many free spaces."""

    steps: int

    def __str__(self) -> str:
        return f"+{self.steps}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing in this action."""

    def __str__(self) -> str:
        return "-"


PASS = Pass()
Move = Cross | Advance | Pass

NUMBER = r"(0|[1-9][0-9]*)"
"""A number as it is written: no sign, no leading zeros."""

_CROSS = re.compile(rf"([a-z]){NUMBER}(\*?)")
_ADVANCE = re.compile(rf"\+{NUMBER}")


def parse_move(token: str) -> Move:
    """The move a token names; the opposite of `str(move)`.

    >>> parse_move("g16*")
    Cross(row='g', number=16, lucky=True)
    """
    if token == "-":
        return PASS
    if found := _CROSS.fullmatch(token):
        return Cross(found[1], read_number(found[2]), found[3] == "*")
    if found := _ADVANCE.fullmatch(token):
        return Advance(read_number(found[1]))
    raise ValueError(f"{token[:20]!r} is no move: a move looks like r5, g16*, +3 or -")
