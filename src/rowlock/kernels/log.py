"""What is kept of games: results, and decisions one by one."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rowlock.kernels import layout

Records = np.recarray[tuple[int], np.dtype[np.void]]

RESULT = np.dtype(
    [("scores", np.int16, layout.SEATS), ("turns", np.int16), ("reason", np.int8)], align=True
)
"""How a game ended: the totals by seat, how many turns it had, and why it ended."""

DECISION = np.dtype(
    [
        ("game", np.int64),
        ("marks", np.int64),
        ("plain", np.int64),
        ("lucky", np.int64),
        ("steps", np.int64),
        ("turn", np.int16),
        ("move", np.int16),
        ("phase", np.int8),
        ("seat", np.int8),
        ("active", np.int8),
        ("locked", np.int16),
        ("misses", np.int8),
        ("pawn", np.int16),
        ("faces", np.int8, layout.DICE + 2),
    ],
    align=True,
)
"""One choice: the sheet and the dice before it, what was legal, and the move."""


class Decision(NamedTuple):
    """A line of a log, as Python's own numbers; the fields are those of `DECISION`."""

    game: int
    marks: int
    plain: int
    lucky: int
    steps: int
    turn: int
    move: int
    phase: int
    seat: int
    active: int
    locked: int
    misses: int
    pawn: int
    faces: tuple[int, ...]


def room(kind: np.dtype[np.void], size: int) -> Records:
    """An array of so many empty records."""
    made: Records = np.zeros(size, kind).view(np.recarray)
    return made


def part(records: Records, first: int, end: int) -> Records:
    """Some of the records, in the same memory."""
    made: Records = records[first:end].view(np.recarray)
    return made


def decisions(log: Records) -> Iterator[Decision]:
    """The lines of a log."""
    columns = (log[name].tolist() for name in Decision._fields)
    return map(Decision._make, zip(*columns, strict=True))
