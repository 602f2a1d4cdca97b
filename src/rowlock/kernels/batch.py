"""Batches of games between compiled bots: the same seed gives the same games, however many
threads play them and in whatever pieces."""

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from rowlock.kernels.bots import NAMES, WITH_MIND
from rowlock.kernels.compiled import is_kept, is_loaded
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import DECISION, RESULT, Records, part, room
from rowlock.kernels.minds import mind_for
from rowlock.kernels.network import Mind
from rowlock.kernels.play import play_games, think_games
from rowlock.kernels.rng import WRAPPING, seed_key
from rowlock.kernels.state import new_state
from rowlock.kernels.tables import first_spaces, tables_of
from rowlock.kernels.weights import Weights, mind_with
from rowlock.rules import Variant, check_seats

T = TypeVar("T")

COMPILING = "Compiling the games for this machine: once, for some seconds …"
PIECE = 16384
"""How many games a thread plays at most before it looks up."""


@dataclass(frozen=True)
class Batch:
    """Endless games of a lineup, one bot a seat, numbered from 0 and fixed by the seed."""

    variant: Variant
    bots: tuple[str, ...]
    seed: int = 0
    weights: Weights | None = field(default=None, compare=False)
    """What bots that have a network think with; by default their trained one."""

    def __post_init__(self) -> None:
        check_seats(self.variant, len(self.bots))
        for bot in self.bots:
            if bot not in NAMES:
                raise ValueError(f"no compiled bot is called {bot[:40]!r}: {', '.join(NAMES)}")

    @property
    def thinks(self) -> bool:
        """Whether anyone here needs a mind."""
        return bool(set(self.bots) & set(WITH_MIND))

    def mind(self) -> Mind:
        """Room to think, with the network of who has one."""
        seats = len(self.bots)
        if self.weights:
            return mind_with(self.variant, seats, self.weights)
        return mind_for(self.bots, self.variant, seats)

    @property
    def deals(self) -> Deals:
        """The chance of the games."""
        return Deals(self.variant, len(self.bots), self.seed)


def say_on_stderr(message: str) -> None:
    """Tells a person something that is no part of the output."""
    print(message, file=sys.stderr, flush=True)


def play_batch(
    batch: Batch,
    games: int,
    first: int = 0,
    threads: int = 1,
    done: Callable[[int], object] = lambda _: None,
) -> Records:
    """The results of so many games from number `first` on, as a record array of `RESULT`.

    `done` is told from time to time how many more games are over.
    """
    _prepare(batch)
    results, no_log = room(RESULT, games), room(DECISION, 0)

    piece = min(PIECE, max(1, -(-games // threads)))

    def play_piece(at: int) -> int:
        here = part(results, at, at + piece)
        _play(batch, first + at, here, no_log)
        return len(here)

    for count in _in_threads(play_piece, range(0, games, piece), threads):
        done(count)
    return results


def log_batch(batch: Batch, games: int, first: int = 0) -> tuple[Records, Records]:
    """The results of games, and every decision in them as a record array of `DECISION`."""
    _prepare(batch)
    results = room(RESULT, games)
    log = room(DECISION, games * most_decisions(batch.variant, len(batch.bots)))
    noted = _play(batch, first, results, log)
    return results, part(log, 0, noted)


def most_turns(variant: Variant, seats: int) -> int:
    """No game has more: every turn brings the active seat a cross or a miss."""
    return seats * (first_spaces(variant)[-1] + variant.misses)


def most_decisions(variant: Variant, seats: int) -> int:
    """More decisions than a game can have."""
    return most_turns(variant, seats) * (seats + len(variant.actions) - 1)


def _prepare(batch: Batch, tell: Callable[[str], None] = say_on_stderr) -> None:
    """Compiles what batches need, or loads it, before any thread asks for it."""
    games = think_games if batch.thinks else play_games
    if is_loaded(games):
        return
    if not is_kept(games):
        tell(COMPILING)
    _play(batch, 0, room(RESULT, 0), room(DECISION, 0))


@WRAPPING
def _play(batch: Batch, first: int, results: Records, log: Records) -> int:
    bots = np.array([NAMES.index(bot) for bot in batch.bots])
    tables, seed = tables_of(batch.variant), seed_key(batch.seed)
    if batch.thinks:
        return think_games(tables, batch.mind(), bots, seed, first, results, log)
    return play_games(tables, new_state(), bots, seed, first, results, log)


def _in_threads(work: Callable[[int], T], pieces: Iterable[int], threads: int) -> Iterator[T]:
    if threads == 1:
        yield from map(work, pieces)
    else:
        with ThreadPoolExecutor(threads) as pool:
            yield from pool.map(work, pieces)
