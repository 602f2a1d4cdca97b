"""The bots that play in kernels, by their numbers."""

import numpy as np

from rowlock.kernels.bits import count, nth
from rowlock.kernels.cautious import cautious
from rowlock.kernels.compiled import inlined
from rowlock.kernels.heuristic import heuristic
from rowlock.kernels.legal import Legal
from rowlock.kernels.rng import below
from rowlock.kernels.state import ADVANCE, LUCKY, PASS, State
from rowlock.kernels.tables import Tables

NAMES = ("random", "cautious", "heuristic")
"""The names of the compiled bots; the number of a bot is its place."""

RANDOM, CAUTIOUS, HEURISTIC = range(3)


@inlined
def pick(legal: Legal, n: int) -> int:
    """The n-th legal move: spaces, spaces by a lucky number, steps of the pawn, passing."""
    plain, lucky, steps = legal
    if n < count(plain):
        return nth(plain, n)
    n -= count(plain)
    if n < count(lucky):
        return LUCKY + nth(lucky, n)
    n -= count(lucky)
    if n < count(steps):
        return ADVANCE + nth(steps, n)
    return PASS


@inlined
def choose(t: Tables, s: State, seat: int, legal: Legal, bot: int, number: np.uint64) -> int:
    """What the bot does; `number` is the chance it may use for this decision."""
    plain, lucky, steps = legal
    if not plain | lucky | steps:
        return PASS
    if bot == RANDOM:
        return pick(legal, below(number, count(plain) + count(lucky) + count(steps) + 1))
    if bot == CAUTIOUS:
        return cautious(t, s, seat, legal)
    return heuristic(t, s, seat, legal)
