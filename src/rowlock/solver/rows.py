"""A row as the solver sees it: how far it is used up, and how many crosses it has.

Which spaces were crossed does not matter any more, nor how many crosses a locked row had: their
points are counted when they are made.
"""

from dataclasses import dataclass
from functools import cached_property

from rowlock.rules import Row
from rowlock.rules.row import crosses, has_lock, next_space


@dataclass(frozen=True)
class RowStates:
    """The states of a row, numbered: (used spaces, crosses) for all that are open, then locked.

    With `merged`, states from which nothing can be crossed are one: no count of crosses tells them
    apart any more.
    """

    row: Row
    merged: bool

    @cached_property
    def open(self) -> tuple[tuple[int, int], ...]:
        """The states in which the row is not locked."""
        every = [(used, made) for used in range(1, self.inner + 1) for made in range(1, used + 1)]
        return ((0, 0), *(state for state in every if self._same(state) == state))

    @property
    def inner(self) -> int:
        """How many spaces do not lock the row."""
        return len(self.row.spaces) - self.row.ends

    @property
    def locked(self) -> int:
        """The number of the locked state, the last one."""
        return len(self.open)

    def number(self, used: int, made: int) -> int:
        """The number of an open state."""
        return self._numbers[self._same((used, made))]

    def of_bits(self, bits: int) -> int:
        """The number of the state that a row of the rules is in."""
        if has_lock(self.row, bits):
            return self.locked
        return self.number(next_space(bits), crosses(bits))

    def crossable(self, state: tuple[int, int]) -> range:
        """The spaces that can be crossed in an open state."""
        used, made = state
        return range(used, len(self.row.spaces) if made >= self.row.needs else self.inner)

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], int]:
        return {state: number for number, state in enumerate(self.open)}

    def _same(self, state: tuple[int, int]) -> tuple[int, int]:
        used, made = state
        dead = self.merged and used == self.inner and 0 < made < self.row.needs
        return (used, 1) if dead else state
