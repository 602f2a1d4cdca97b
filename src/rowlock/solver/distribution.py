"""The exact distribution of final scores under perfect play."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rowlock.solver.backward import new_work
from rowlock.solver.forward import BY_LOCKS, BY_MISSES, LOWEST, new_flow, pass_on
from rowlock.solver.solve import PIECE, by_level, compiling, count_pairs
from rowlock.solver.space import MISSES, Floats, Ints, SoloSpace
from rowlock.solver.traces import TraceSpace


@dataclass(frozen=True)
class Distribution:
    """How likely each final score is, by how the game ends: `chances[how]` counts scores up from
    `lowest`."""

    lowest: int
    chances: Floats

    @property
    def scores(self) -> Ints:
        """All scores there are chances for."""
        return np.arange(self.chances.shape[1]) + self.lowest

    @property
    def totals(self) -> Floats:
        """How likely each score is, however the game ends."""
        found: Floats = self.chances.sum(axis=0)
        return found

    @property
    def mean(self) -> float:
        """The expected score."""
        return float(self.scores @ self.totals)

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return float(np.sqrt((self.scores - self.mean) ** 2 @ self.totals))

    @property
    def ends(self) -> dict[str, float]:
        """How likely each end is."""
        by_way = self.chances.sum(axis=1)
        return {"locks": float(by_way[BY_LOCKS]), "misses": float(by_way[BY_MISSES])}

    def quantile(self, share: float) -> int:
        """The lowest score that at least this share of all games does not exceed."""
        return int(self.scores[np.searchsorted(self.totals.cumsum(), share - 1e-12)])


def count_traces(space: SoloSpace) -> int:
    """How many positions chance passes."""
    left, right = TraceSpace(space).members
    return count_pairs(len(left), len(right), space.mirrored)


def distribution(
    space: SoloSpace, values: Floats, done: Callable[[int], object] = lambda _: None
) -> Distribution:
    """Passes all chance on from the start; `values[left, right, misses]` says where it goes. `done`
    is told how many more positions it has passed, of `count_traces`."""
    compiling(pass_on)
    traces, flow = TraceSpace(space), new_flow()
    left, right = traces.members
    mass = np.zeros((len(left), len(right), MISSES))
    mass[0, 0, 0] = 1.0
    every = list(by_level(traces.members, traces.levels, space.mirrored))
    for level in reversed(every):
        for at in range(0, len(level.positions), PIECE):
            piece = level.positions[at : at + PIECE]
            pass_on(space.moves, traces.traces, new_work(), flow, values, mass, piece)
            done(len(piece))
    likely = np.flatnonzero(flow.scores.sum(axis=0))
    first, last = int(likely[0]), int(likely[-1])
    return Distribution(first - LOWEST, flow.scores[:, first : last + 1].copy())
