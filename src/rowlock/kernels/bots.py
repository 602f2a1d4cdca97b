"""The bots that play in kernels, by their numbers."""

import numpy as np

from rowlock.kernels.cautious import cautious
from rowlock.kernels.compiled import inlined
from rowlock.kernels.heuristic import heuristic
from rowlock.kernels.legal import Legal
from rowlock.kernels.master import master
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import Mind
from rowlock.kernels.rng import below
from rowlock.kernels.search import grandmaster
from rowlock.kernels.state import PASS, State
from rowlock.kernels.tables import Tables

NAMES = ("random", "cautious", "heuristic", "master", "grandmaster")
"""The names of the compiled bots; the number of a bot is its place."""

WITH_NETWORK = ("master", "grandmaster")
"""Those that think with a network."""

RANDOM, CAUTIOUS, HEURISTIC, MASTER, GRANDMASTER = range(5)


@inlined
def choose(
    t: Tables, s: State, seat: int, legal: Legal, bot: int, number: np.uint64, mind: Mind
) -> int:
    """What the bot does; `number` is the chance it may use for this decision, `mind` what it thinks
    with."""
    if options(legal) == 1:
        return PASS
    if bot == RANDOM:
        return pick(legal, below(number, options(legal)))
    if bot == CAUTIOUS:
        return cautious(t, s, seat, legal)
    if bot == HEURISTIC:
        return heuristic(t, s, seat, legal)
    if bot == MASTER:
        return master(t, mind, s, seat)
    return grandmaster(t, mind, s, seat, number)
