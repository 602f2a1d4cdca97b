"""What a game is made of, as data: spaces, rows, dice, a board.

Shared code reads these values and never asks which game it is playing.
"""

import hashlib
import json
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import NamedTuple

from rowlock.rules.word import Word


class Phase(Word):
    """What is due in a game."""

    ROLL = "roll"
    WHITE = "white"
    COLOUR = "colour"
    PAWN = "pawn"
    OVER = "over"


class Space(NamedTuple):
    """One space of a row: white dice find it by number, colour dice by colour and number."""

    colour: str
    number: int


class Place(NamedTuple):
    """Where a space is: the index of its row and its index within the row."""

    row: int
    space: int


@dataclass(frozen=True)
class Row:
    """A row of a sheet. Any of its last `ends` spaces locks it, given `needs` crosses before;
    the lock takes the die of colour `die` out of the game."""

    letter: str
    name: str
    spaces: tuple[Space, ...]
    ends: int
    needs: int
    die: str

    def __post_init__(self) -> None:
        numbers = [space.number for space in self.spaces]
        if len(set(numbers)) != len(numbers):
            raise ValueError(f"row {self.letter} has a number twice")
        if not 1 <= self.ends <= len(self.spaces):
            raise ValueError(f"row {self.letter} needs at least one end space of its own")

    @cached_property
    def all_bits(self) -> int:
        """The bits of all spaces, the lock not among them."""
        return (1 << len(self.spaces)) - 1

    @cached_property
    def end_bits(self) -> int:
        """The bits of the end spaces."""
        return self.all_bits & ~(self.all_bits >> self.ends)

    @cached_property
    def lock_bit(self) -> int:
        """The bit of the lock: the one after the last space."""
        return 1 << len(self.spaces)


@dataclass(frozen=True)
class Board:
    """A path for pawns. `path` names a row and number for every space; `bonus` has the points
    for every position of a pawn, the start field (0) included."""

    path: tuple[tuple[str, int], ...]
    bonus: tuple[int, ...]
    reach: int
    finish: int

    def __post_init__(self) -> None:
        if len(self.bonus) != len(self.path) + 1:
            raise ValueError(
                f"a path of {len(self.path)} spaces needs {len(self.path) + 1} bonuses, "
                f"the start field's included, not {len(self.bonus)}"
            )

    def finishes(self, pawn: int) -> bool:
        """Whether a pawn on this space starts the end of the game."""
        return pawn > len(self.path) - self.finish


_SHORT_NAMES: dict["Variant", str] = {}


@dataclass(frozen=True)
class Variant:
    """A game of the family. `points` has the worth of a row by its crosses, `sides` the paths of
    a printed board by name, `lucky` the pairs of lucky numbers that are dealt; if there are any,
    every sheet has a pair."""

    name: str
    rows: tuple[Row, ...]
    dice: tuple[str, ...]
    faces: int
    seats: int
    points: tuple[int, ...]
    miss_points: int = -5
    misses: int = 4
    locks: int = 2
    board: Board | None = None
    sides: tuple[tuple[str, str], ...] = ()
    lucky: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        letters = [row.letter for row in self.rows]
        if len(set(letters)) != len(letters):
            raise ValueError(f"{self.name} has a row letter twice")
        for row in self.rows:
            for colour in {row.die, *(space.colour for space in row.spaces)}:
                if colour not in self.dice:
                    raise ValueError(f"row {row.letter} names a die {colour!r} that is not there")
            if len(self.points) < len(row.spaces) + 2:
                raise ValueError(f"the points of row {row.letter} end before its last cross")
        for letter, number in self.board.path if self.board else ():
            if (letter, number) not in self.places:
                raise ValueError(f"the path names {letter}{number}, which is on no sheet")

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return _SHORT_NAMES.get(self) or self._full_repr

    def called(self, expression: str) -> "Variant":
        """The same variant, with `expression` as the `repr` of every variant equal to it."""
        _SHORT_NAMES[self] = expression
        return self

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.rows, self.dice, self.faces, self.board, self.lucky))

    @cached_property
    def _full_repr(self) -> str:
        fields = (f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
        return f"Variant({', '.join(fields)})"

    @cached_property
    def fingerprint(self) -> str:
        """A digest of all the data of the game: two of one name that differ have different ones."""
        return hashlib.sha256(json.dumps(astuple(self)).encode()).hexdigest()

    @cached_property
    def actions(self) -> tuple[Phase, ...]:
        """The actions of a turn, in order."""
        return (Phase.WHITE, Phase.COLOUR, *((Phase.PAWN,) if self.board else ()))

    @cached_property
    def next_action(self) -> dict[Phase, Phase]:
        """The action that follows each action of a turn but the last."""
        return dict(zip(self.actions, self.actions[1:], strict=False))

    @cached_property
    def row_index(self) -> dict[str, int]:
        """The index of each row by its letter."""
        return {row.letter: index for index, row in enumerate(self.rows)}

    @cached_property
    def places(self) -> dict[tuple[str, int], Place]:
        """Where each space is, by row letter and number."""
        return {
            (row.letter, space.number): Place(r, s)
            for r, row in enumerate(self.rows)
            for s, space in enumerate(row.spaces)
        }

    @cached_property
    def lock_bits(self) -> tuple[int, ...]:
        """The bit of the lock, row by row."""
        return tuple(row.lock_bit for row in self.rows)

    @cached_property
    def no_spaces(self) -> tuple[int, ...]:
        """No space of any row: a set of spaces is held as bits, row by row."""
        return (0,) * len(self.rows)

    @cached_property
    def spaces_by_number(self) -> dict[int, tuple[int, ...]]:
        """The spaces a white sum finds, as bits, row by row."""
        found: dict[int, list[int]] = {}
        for (_, number), place in self.places.items():
            found.setdefault(number, list(self.no_spaces))[place.row] |= 1 << place.space
        return {number: tuple(rows) for number, rows in found.items()}

    @cached_property
    def spaces_by_colour(self) -> dict[str, dict[int, list[tuple[int, int]]]]:
        """The spaces a colour die's sum finds, by colour and number: row indexes and bits."""
        found: dict[str, dict[int, list[tuple[int, int]]]] = {die: {} for die in self.dice}
        for place in self.places.values():
            colour, number = self.rows[place.row].spaces[place.space]
            found[colour].setdefault(number, []).append((place.row, 1 << place.space))
        return found

    @cached_property
    def dice_by_locks(self) -> tuple[tuple[str, ...], ...]:
        """The colour dice still in play, by the set of locked rows (as bits)."""
        return tuple(
            tuple(die for die in self.dice if die not in self._dice_gone(locked))
            for locked in range(1 << len(self.rows))
        )

    def _dice_gone(self, locked: int) -> set[str]:
        return {row.die for row in self.rows_in(locked)}

    def rows_in(self, rows: int) -> list[Row]:
        """The rows of a set of rows held as bits."""
        return [row for index, row in enumerate(self.rows) if rows >> index & 1]
