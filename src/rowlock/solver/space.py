"""All positions of a solo game, as arrays for the kernels.

A position is four row states, held as two halves of two rows; a game with fewer rows has rows of
one state. Rows that only differ in their colour can be exchanged, so a half of two such rows is an
unordered pair; halves that are mirror images of each other can be exchanged as well.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Annotated

import numpy as np
import numpy.typing as npt

from rowlock.dice import ways
from rowlock.kernels import layout
from rowlock.kernels.tables import bits_of
from rowlock.rules import Sheet, Variant
from rowlock.solver.rows import RowStates
from rowlock.solver.symmetry import exchangeable, in_pairs, mirrored

ROWS = 4
MISSES = 4
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Unsolvable(ValueError):
    """A game that the solver cannot hold, and why."""


STATES = 124
SPACES = 18
SUMS = 25
DICE = 6
KEYS = DICE * SUMS
ROLLS = 80
"""How much there is room for: states and spaces of a row, sums of two dice, colour dice, pairs of a
die and a number, rolls of the white dice."""


class Moves:
    """What kernels know of a solo game.

    By row and state: `first` and `end`, the range of spaces that can be crossed, and `made`, the
    crosses. By row, state and space: `to`, the state after a cross there, and `gain`, its points.
    By row: `length`, `locked`, its locked state, and `lock_die`. By row and space: `number`, `die`
    and `key`, the two together. By half and its two row states: `half`, the half's state. `place`
    is a row's place here by its index in the variant, `state_of` its state by used spaces and
    crosses. `lucky` has the lucky sums as bits;
    `sum_chance` is by sum. For every two faces of the white dice, ordered by
    their sum: `white_sum`, `chance`, and by key `hits`, the faces of a colour die that make it
    (bits). `ratio` is that of two numbers of faces.
    """

    dice: int
    sums: int
    faces: int
    locks: int
    misses: int
    miss_points: int
    rolls: int
    lucky: int
    mirrored: int
    length: Annotated[Ints, ROWS]
    first: Annotated[Ints, np.int16, ROWS, STATES]
    end: Annotated[Ints, np.int16, ROWS, STATES]
    made: Annotated[Ints, np.int16, ROWS, STATES]
    to: Annotated[Ints, np.int16, ROWS, STATES, SPACES]
    gain: Annotated[Ints, np.int16, ROWS, STATES, SPACES]
    locked: Annotated[Ints, ROWS]
    lock_die: Annotated[Ints, ROWS]
    number: Annotated[Ints, np.int16, ROWS, SPACES]
    die: Annotated[Ints, np.int16, ROWS, SPACES]
    key: Annotated[Ints, np.int16, ROWS, SPACES]
    die_of: Annotated[Ints, np.int16, KEYS]
    half: Annotated[Ints, np.int16, 2, STATES, STATES]
    place: Annotated[Ints, ROWS]
    state_of: Annotated[Ints, np.int16, ROWS, SPACES, SPACES]
    sum_chance: Annotated[Floats, np.float64, SUMS]
    white_sum: Annotated[Ints, np.int16, ROLLS]
    hits: Annotated[Ints, np.int16, ROLLS, KEYS]
    chance: Annotated[Floats, np.float64, ROLLS]
    ratio: Annotated[Floats, np.float64, 13, 13]


@dataclass(frozen=True)
class SoloSpace:
    """The positions of a variant for one sheet; `lucky` is the sheet's pair, if it has one."""

    variant: Variant
    lucky: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.variant.board:
            raise Unsolvable("on a board it matters which spaces are crossed: too many positions")
        _check_room(self.variant)

    @cached_property
    def rows(self) -> tuple[RowStates, ...]:
        """The states of each row, rows that can be exchanged side by side. Lucky numbers ask for
        the row with the fewest crosses, and dead rows are among them: they are kept apart."""
        merged = self.lucky is None
        return tuple(RowStates(row, merged) for row in in_pairs(self.variant))

    @cached_property
    def mirrored(self) -> bool:
        """Whether the two halves can be exchanged."""
        return mirrored(self.variant, [states.row for states in self.rows], self.lucky)

    @cached_property
    def moves(self) -> Moves:
        """The same for kernels."""
        return _moves(self)

    @cached_property
    def members(self) -> tuple[Ints, Ints]:
        """For each half, the two row states of each of its states."""
        left, right = (np.array(self._members(half), np.int64) for half in range(2))
        return left, right

    @property
    def shape(self) -> tuple[int, int]:
        """How many states either half has."""
        return len(self.members[0]), len(self.members[1])

    @cached_property
    def levels(self) -> tuple[Ints, Ints]:
        """How far each state of either half is used up: every cross leads to a higher level."""
        used = np.zeros((ROWS, STATES), np.int64)
        for index, states in enumerate(self.rows):
            used[index, : states.locked] = [used for used, _ in states.open]
            used[index, states.locked] = states.inner + 1
        left, right = (
            used[2 * half, states[:, 0]] + used[2 * half + 1, states[:, 1]]
            for half, states in enumerate(self.members)
        )
        return left, right

    def place(self, sheet: Sheet) -> tuple[int, int]:
        """The states of both halves of a sheet of the rules."""
        names = [row.letter for row in self.variant.rows]
        bits = dict(zip(names, sheet.rows, strict=True))
        numbers = [states.of_bits(bits[states.row.letter]) for states in self.rows]
        first, second, third, fourth = (*numbers, *[0] * (ROWS - len(numbers)))
        half = self.moves.half
        return int(half[0, first, second]), int(half[1, third, fourth])

    def _members(self, half: int) -> list[tuple[int, int]]:
        """The row states of each state of a half; of rows that can be exchanged the lower first."""
        rows = self.rows[2 * half : 2 * half + 2]
        counts = [*(row.locked + 1 for row in rows), *[1] * (2 - len(rows))]
        unordered = self.unordered(half)
        return [
            (one, other)
            for one in range(counts[0])
            for other in range(one if unordered else 0, counts[1])
        ]

    def unordered(self, half: int) -> bool:
        """Whether the two rows of a half can be exchanged."""
        rows = self.rows[2 * half : 2 * half + 2]
        return len(rows) == 2 and exchangeable(self.variant, rows[0].row, rows[1].row)


def _moves(space: SoloSpace) -> Moves:
    variant = space.variant
    moves: Moves = layout.empty(layout.layout(Moves))
    moves.dice, moves.faces, moves.locks = len(variant.dice), variant.faces, variant.locks
    moves.misses, moves.miss_points = variant.misses, variant.miss_points
    moves.sums = 2 * variant.faces + 1
    moves.die_of[:] = np.arange(KEYS) // moves.sums
    moves.lucky, moves.mirrored = bits_of(space.lucky or ()), int(space.mirrored)
    moves.locked[:] = -1
    for index, row in enumerate(space.rows):
        _add_row(moves, variant, index, row)
    for index, members in enumerate(space.members):
        for number, (one, other) in enumerate(members.tolist()):
            moves.half[index, one, other] = number
            if space.unordered(index):
                moves.half[index, other, one] = number
    _add_rolls(moves, variant.faces)
    return moves


def _add_row(moves: Moves, variant: Variant, index: int, row: RowStates) -> None:
    moves.locked[index], moves.lock_die[index] = row.locked, variant.dice.index(row.row.die)
    moves.length[index] = len(row.row.spaces)
    moves.place[variant.rows.index(row.row)] = index
    for used in range(1, row.inner + 1):
        for made in range(1, used + 1):
            moves.state_of[index, used, made] = row.number(used, made)
    for place, (colour, number) in enumerate(row.row.spaces):
        moves.number[index, place], moves.die[index, place] = number, variant.dice.index(colour)
        moves.key[index, place] = variant.dice.index(colour) * moves.sums + number
    for state, (used, made) in enumerate(row.open):
        crossable = row.crossable((used, made))
        moves.first[index, state], moves.end[index, state] = crossable.start, crossable.stop
        moves.made[index, state] = made
        for place in crossable:
            inner = place < row.inner
            after = row.number(place + 1, made + 1) if inner else row.locked
            more = 1 if inner else 2
            moves.to[index, state, place] = after
            moves.gain[index, state, place] = variant.points[made + more] - variant.points[made]


def _add_rolls(moves: Moves, faces: int) -> None:
    for more in range(1, faces + 1):
        moves.ratio[more, : more + 1] = np.arange(more + 1) / more
    for number in range(moves.sums):
        moves.sum_chance[number] = ways(faces, number) / faces**2
    rolls = sorted(combinations_with_replacement(range(1, faces + 1), 2), key=sum)
    moves.rolls = len(rolls)
    for line, (one, other) in enumerate(rolls):
        moves.white_sum[line] = one + other
        moves.chance[line] = (1 if one == other else 2) / faces**2
        for face in range(1, faces + 1):
            for white in (one, other):
                numbers = slice(white + face, moves.dice * moves.sums, moves.sums)
                moves.hits[line, numbers] |= 1 << face


def _check_room(variant: Variant) -> None:
    longest = max(len(row.spaces) for row in variant.rows)
    sizes = (
        ("rows", len(variant.rows), ROWS),
        ("spaces in a row", longest, SPACES),
        ("states of a row", max(RowStates(row, False).locked + 1 for row in variant.rows), STATES),
        ("misses", variant.misses, MISSES),
        ("colour dice", len(variant.dice), DICE),
        ("the highest number", max(n for _, n in variant.places), SUMS - 1),
        ("the highest sum of two dice", 2 * variant.faces, SUMS - 1),
    )
    for what, size, room in sizes:
        if size > room:
            raise Unsolvable(f"the solver has room for {room}, not {size} ({what})")
    for letter, number in variant.places:
        if not 2 <= number <= 2 * variant.faces:
            raise Unsolvable(f"no dice give {letter}{number}")
