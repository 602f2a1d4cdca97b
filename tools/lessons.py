"""What perfect play teaches: questions put to a solved solo game, for `tools/perfect.py`."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from rowlock.rules import (
    PASS,
    Cross,
    Game,
    Move,
    Phase,
    Place,
    Roll,
    Sheet,
    Variant,
    empty_sheet,
    legal_moves,
    resume,
    start,
)
from rowlock.rules.row import next_space, open_spaces
from rowlock.solver.solution import Solution


class Line(NamedTuple):
    """What can be done in a turn, and the expected final score after it."""

    moves: tuple[Move, ...]
    score: float

    @property
    def crosses(self) -> int:
        """How many crosses it makes."""
        return sum(move != PASS for move in self.moves)

    def __str__(self) -> str:
        made = [str(move) for move in self.moves if move != PASS]
        return " and ".join(made) or "a miss"


class Answers(NamedTuple):
    """How perfect play answers all rolls: the shares with no cross, one and two, and the mean of
    the expected final scores."""

    shares: tuple[float, ...]
    mean: float


class Locks(NamedTuple):
    """Of all ways to lock a first row: in how many the sheet was worth more before, and in how
    many a miss would be better."""

    ways: int
    worse: int
    worse_than_miss: int


def even_sheet(variant: Variant, crosses: int, misses: int = 0) -> Game:
    """A solo game in which every row has so many crosses, none of its spaces skipped."""
    sheet = empty_sheet(variant)
    return resume(variant, [Sheet(((1 << crosses) - 1,) * len(sheet.rows), misses)])


def sheet_of(variant: Variant, crossed: str, misses: int = 0) -> Game:
    """A solo game with the spaces crossed that a text such as "r2 r3 b12" names."""
    sheet = start(variant, 1).sheets[0]
    for place in crossed.split():
        sheet = sheet.crossed(variant, variant.places[place[0], int(place[1:])])
    return resume(variant, [sheet._replace(misses=misses)])


def crossed(game: Game, row: int, space: int) -> Game:
    """The game after a turn in which this space was crossed and no other."""
    return _with_sheet(game, game.sheets[0].crossed(game.variant, Place(row, space)))


def missed(game: Game) -> Game:
    """The game after a turn in which nothing was crossed."""
    return _with_sheet(game, game.sheets[0].missed())


def _with_sheet(game: Game, sheet: Sheet) -> Game:
    variant, locked = game.variant, game.locked | sheet.locks(game.variant)
    over = sheet.misses >= variant.misses or locked.bit_count() >= variant.locks
    phase = Phase.OVER if over else Phase.ROLL
    return game._replace(sheets=(sheet,), locked=locked, phase=phase)


def change_by_miss(solution: Solution, game: Game) -> float:
    """What a miss does to the expected final score."""
    return solution.expected(missed(game)) - solution.expected(game)


def changes_by_cross(solution: Solution, game: Game, row: int = 0) -> list[float]:
    """What a cross in this row does to the expected final score, by how many spaces it skips."""
    bits, now = game.sheets[0].rows[row], solution.expected(game)
    can = open_spaces(game.variant.rows[row], bits)
    return [
        solution.expected(crossed(game, row, space)) - now
        for space in range(next_space(bits), can.bit_length())
    ]


def bearable_skips(solution: Solution, game: Game, row: int = 0) -> int:
    """The most spaces of this row that a cross may skip and still be better than a miss."""
    changes, miss = changes_by_cross(solution, game, row), change_by_miss(solution, game)
    return max((skipped for skipped, change in enumerate(changes) if change > miss), default=-1)


def lines(solution: Solution, game: Game) -> list[Line]:
    """Everything that can be done with a roll, the best first."""
    found = [Line(moves, solution.expected(after)) for moves, after in _turns(game)]
    return sorted(found, key=lambda line: -line.score)


def _turns(game: Game) -> Iterator[tuple[tuple[Move, ...], Game]]:
    if game.phase in (Phase.ROLL, Phase.OVER):
        yield (), game
        return
    for move in legal_moves(game, 0):
        for more, after in _turns(game.act([move])):
            yield (move, *more), after


def answers(solution: Solution, game: Game) -> Answers:
    """What perfect play does with every roll.

    A turn uses one colour die at most. So the best line with each face of each die says it all: a
    roll is answered with the best of the lines of its dice.
    """
    variant, dice = game.variant, game.dice_in_play
    shares, mean = np.zeros(3), 0.0
    for white in combinations_with_replacement(range(1, variant.faces + 1), 2):
        chance = (1 if white[0] == white[1] else 2) / variant.faces**2
        best = _best_with(solution, game, white)
        scores, made = np.full((1,) * len(dice), -np.inf), np.zeros((1,) * len(dice), np.int64)
        for axis, die in enumerate(dice):
            along = [1] * len(dice)
            along[axis] = -1
            here = np.array([line.score for line in best[die]]).reshape(along)
            crosses = np.array([line.crosses for line in best[die]]).reshape(along)
            made = np.where(here > scores, crosses, made)
            scores = np.maximum(here, scores)
        mean += chance * float(scores.mean())
        shares += chance * np.bincount(made.ravel(), minlength=3) / made.size
    return Answers(tuple(shares.tolist()), mean)


def _best_with(solution: Solution, game: Game, white: tuple[int, int]) -> dict[str, list[Line]]:
    """For every colour die in play and each of its faces the best line that uses no other."""
    best: dict[str, list[Line]] = {die: [] for die in game.dice_in_play}
    for face in range(1, game.variant.faces + 1):
        roll = Roll(white, tuple((die, face) for die in best))
        ranked = lines(solution, game.roll(roll))
        for die, found in best.items():
            found.append(next(one for one in ranked if _die(game.variant, one) in (None, die)))
    return best


def _die(variant: Variant, line: Line) -> str | None:
    """The colour die that a line uses."""
    colour = line.moves[1] if len(line.moves) > 1 else PASS
    if not isinstance(colour, Cross):
        return None
    row, space = variant.places[colour.row, colour.number]
    return variant.rows[row].spaces[space].colour


def first_locks(solution: Solution) -> Locks:
    """Every position without a locked row in which a row has nothing left but its end number, and
    may cross it. All rows must be alike, as they are in the original."""
    space, values = solution.space, solution.whole()[0]
    states, half = space.rows[0], space.moves.half
    points, row = space.variant.points, states.row
    others = (space.members[1] < states.locked).all(axis=1)
    ways = worse = worse_than_miss = 0
    for made in range(row.needs, states.inner + 1):
        gain = points[made + 2] - points[made]
        for beside in range(states.locked):
            now = values[half[0, states.number(states.inner, made), beside]][others]
            change = gain + values[half[0, states.locked, beside]][others] - now
            next_miss = np.pad(now[:, 1:], ((0, 0), (0, 1)))
            by_miss = space.variant.miss_points + next_miss - now
            ways, worse = ways + change.size, worse + int((change < 0).sum())
            worse_than_miss += int((change < by_miss).sum())
    return Locks(ways, worse, worse_than_miss)
