"""Many solo games of perfect play: the same seed gives the same games, however many threads play
them and in whatever pieces."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rowlock.kernels.layout import layout
from rowlock.kernels.log import RESULT, Records, part, room
from rowlock.kernels.rng import WRAPPING, seed_key
from rowlock.kernels.state import State
from rowlock.kernels.tables import tables_of
from rowlock.solver.policy import play_optimal
from rowlock.solver.solve import compiling
from rowlock.solver.space import Floats, SoloSpace

PIECE = 1024
"""How many games a thread plays before it looks up."""

LOOKS_AHEAD = 2
"""How many moves a turn has, all of which are tried before the first is made."""


def simulate(
    space: SoloSpace,
    values: Floats,
    games: int,
    seed: int = 0,
    first: int = 0,
    threads: int = 1,
    done: Callable[[int], object] = lambda _: None,
) -> Records:
    """The results of so many perfect solo games from number `first` on, as a record array of
    `RESULT`; `values[left, right, misses]` are those of the solved game.

    They have the dice that solo games of `Batch` have with this seed. `done` is told from time to
    time how many more games are over.
    """
    if compiling(play_optimal):
        _play(space, values, seed, first, room(RESULT, 0))
    results = room(RESULT, games)

    def play_piece(at: int) -> int:
        here = part(results, at, at + PIECE)
        _play(space, values, seed, first + at, here)
        return len(here)

    with ThreadPoolExecutor(threads) as pool:
        for count in pool.map(play_piece, range(0, games, PIECE)):
            done(count)
    return results


@WRAPPING
def _play(space: SoloSpace, values: Floats, seed: int, first: int, results: Records) -> None:
    states, tables = room(layout(State), 1 + LOOKS_AHEAD), tables_of(space.variant)
    play_optimal(tables, space.moves, np.asarray(values), states, seed_key(seed), first, results)
