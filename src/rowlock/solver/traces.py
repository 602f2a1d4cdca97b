"""Positions with all that their score depends on: what the solver forgets, kept.

To solve a game it does not matter how many crosses a locked or a dead row has. To tell how often
which score comes it does, so here a row's state is its used spaces, its crosses and whether it is
locked.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated

import numpy as np

from rowlock.kernels import layout
from rowlock.solver.rows import RowStates
from rowlock.solver.space import ROWS, SPACES, Ints, SoloSpace

STATES = 148


class Traces:
    """By row and trace: `state`, the solver's state, and `points`; by space too: `to`, the trace
    after a cross there. By half and its two rows' traces: `half`, the half's trace."""

    state: Annotated[Ints, np.int16, ROWS, STATES]
    points: Annotated[Ints, np.int16, ROWS, STATES]
    to: Annotated[Ints, np.int16, ROWS, STATES, SPACES]
    half: Annotated[Ints, np.int32, 2, STATES, STATES]


@dataclass(frozen=True)
class TraceSpace:
    """The traces of a solved game."""

    space: SoloSpace

    @cached_property
    def rows(self) -> list[list[tuple[int, int, bool]]]:
        """The traces of each row: used spaces, crosses with the lock, and whether it is locked."""
        return [_row_traces(states) for states in self.space.rows]

    @cached_property
    def members(self) -> tuple[Ints, Ints]:
        """For each half, the traces of its two rows, for each of its traces."""
        counts = [*map(len, self.rows), *[1] * (ROWS - len(self.rows))]
        left, right = (
            np.array(
                [
                    (one, other)
                    for one, other in product(range(counts[half]), range(counts[half + 1]))
                    if one <= other or not self.space.unordered(half // 2)
                ]
            )
            for half in (0, 2)
        )
        return left, right

    @cached_property
    def levels(self) -> tuple[Ints, Ints]:
        """How far each trace of either half is used up."""
        used = np.zeros((ROWS, STATES), np.int64)
        for index, (states, every) in enumerate(zip(self.space.rows, self.rows, strict=True)):
            used[index, : len(every)] = [min(one, states.inner + 1) for one, _, _ in every]
        left, right = (
            used[2 * half, members[:, 0]] + used[2 * half + 1, members[:, 1]]
            for half, members in enumerate(self.members)
        )
        return left, right

    @cached_property
    def traces(self) -> Traces:
        """The same for kernels."""
        traces: Traces = layout.empty(layout.layout(Traces))
        for index, (states, every) in enumerate(zip(self.space.rows, self.rows, strict=True)):
            _add_row(traces, index, states, every, self.space.variant.points)
        for half, members in enumerate(self.members):
            for number, (one, other) in enumerate(members.tolist()):
                traces.half[half, one, other] = number
                if self.space.unordered(half):
                    traces.half[half, other, one] = number
        return traces


def _row_traces(states: RowStates) -> list[tuple[int, int, bool]]:
    inner, length = states.inner, len(states.row.spaces)
    open_ones = [(used, made) for used in range(1, inner + 1) for made in range(1, used + 1)]
    needs = states.row.needs
    locked = [(length, made, True) for made in range(needs + 2, inner + 3)]
    return [(0, 0, False), *((used, made, False) for used, made in open_ones), *locked]


def _add_row(
    traces: Traces,
    index: int,
    states: RowStates,
    every: list[tuple[int, int, bool]],
    points: tuple[int, ...],
) -> None:
    numbers = {trace: number for number, trace in enumerate(every)}
    for number, (used, made, locked) in enumerate(every):
        traces.points[index, number] = points[made]
        traces.state[index, number] = states.locked if locked else states.number(used, made)
        for space in () if locked else states.crossable((used, made)):
            end = space >= states.inner
            after = (
                (len(states.row.spaces), made + 2, True) if end else (space + 1, made + 1, False)
            )
            traces.to[index, number, space] = numbers[after]
