"""A solved game, and what it says of a position."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.rules import Game, Move, Phase, Sheet, legal_moves, totals
from rowlock.solver.space import Floats, SoloSpace
from rowlock.solver.store import (
    BLOCK,
    BadTable,
    Header,
    NoTable,
    checksum,
    open_values,
    read_header,
    table_file,
    usual_folder,
)


class NotSolved(BadTable):
    """A game without a table; the message names the command that makes it."""


class NotSolo(ValueError):
    """A game that has more than one seat."""


class Judged(NamedTuple):
    """A move, and the expected final score after it."""

    move: Move
    score: float


@dataclass
class Solution:
    """The values of a solo game: what is still to come from every sheet before a roll."""

    file: Path
    space: SoloSpace
    header: Header
    values: Floats
    _tested: set[int] = field(default_factory=set)

    def at_start(self) -> list[float]:
        """The expected final score of whoever goes first, second, and so on."""
        seats = self.header.seats
        return [self._value((seats - waiting) % seats, 0, 0, 0) for waiting in range(seats)]

    def expected(self, game: Game) -> float:
        """The expected final score by perfect play, of a solo position in any phase."""
        if game.phase in (Phase.ROLL, Phase.OVER):
            return totals(game)[0] + (0.0 if game.over else self.coming(game))
        return max(judged.score for judged in self.judge(game))

    def judge(self, game: Game) -> list[Judged]:
        """Every legal move with its expected final score, the best first; of equals the first that
        is legal, as in the rules' order."""
        judged = [Judged(move, self.expected(game.act([move]))) for move in legal_moves(game, 0)]
        return sorted(judged, key=lambda one: -one.score)

    def coming(self, game: Game) -> float:
        """What a solo game will still bring on average before a roll."""
        left, right = self.space.place(_with_locks(game))
        return self._value(0, left, right, game.sheets[0].misses)

    def whole(self) -> Floats:
        """All values `[phase, left, right, misses]`, after every block was tested."""
        for block in range(len(self.header.checksums)):
            self._test(block)
        return self.values

    def _value(self, phase: int, left: int, right: int, misses: int) -> float:
        place = (phase, left, right, misses)
        at = int(np.ravel_multi_index(place, self.values.shape))
        self._test(at * self.values.itemsize // BLOCK)
        return float(self.values[place])

    def _test(self, block: int) -> None:
        """Whether a block is as it was written."""
        if block not in self._tested:
            if checksum(self.values, block) != self.header.checksums[block]:
                raise BadTable(f"{self.file} is damaged (block {block})")
            self._tested.add(block)


def load(space: SoloSpace, folder: Path | None = None, seats: int = 1) -> Solution:
    """The table of a game that has been solved."""
    file = table_file(folder, space, seats)
    try:
        header = read_header(file, space, seats)
    except NoTable:
        command = solve_command(space, folder, seats)
        raise NotSolved(f"this game is not solved yet; this solves it: {command}") from None
    if not header.complete:
        raise BadTable(f"{file} is not complete")
    # Nothing is written, but kernels for values that nobody may write would be compiled apart.
    return Solution(file, space, header, open_values(file, header, "c"))


def solve_command(space: SoloSpace, folder: Path | None = None, seats: int = 1) -> str:
    """What solves a game."""
    words = ["rowlock solve", space.variant.name]
    if space.lucky:
        words += ["--lucky", *map(str, space.lucky)]
    elif space.variant.lucky:
        words += ["--no-lucky"]
    if seats > 1:
        words += ["--seats", str(seats)]
    if folder:
        words += ["--folder", str(folder)]
    return " ".join(words)


def space_of(game: Game) -> SoloSpace:
    """The solo game that a position belongs to."""
    if len(game.sheets) != 1:
        raise NotSolo(f"only solo games are solved, and this one has {len(game.sheets)} seats")
    return SoloSpace(game.variant, game.sheets[0].lucky)


def solution_of(game: Game, folder: Path | None = None) -> Solution:
    """The solution of the solo game that a position belongs to. It is loaded once."""
    return _loaded(space_of(game), folder or usual_folder(), folder is not None)


@lru_cache(maxsize=8)
def _loaded(space: SoloSpace, folder: Path, named: bool) -> Solution:
    # A folder that nobody named need not be named by the command that fills it.
    return load(space, folder if named else None)


def _with_locks(game: Game) -> Sheet:
    """The sheet with the locks of all locked rows: to what comes it is all one who locked them."""
    rows = zip(game.variant.rows, game.sheets[0].rows, strict=True)
    bits = (
        bits | row.lock_bit if game.is_locked(index) else bits
        for index, (row, bits) in enumerate(rows)
    )
    return game.sheets[0]._replace(rows=tuple(bits))
