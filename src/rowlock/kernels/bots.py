"""The bots that play in kernels, by their numbers."""

import numpy as np

from rowlock.kernels.cautious import cautious
from rowlock.kernels.compiled import folded, inlined
from rowlock.kernels.heuristic import heuristic
from rowlock.kernels.legal import legal, legal_moves
from rowlock.kernels.levels import person
from rowlock.kernels.master import master
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import Mind
from rowlock.kernels.planner import planner
from rowlock.kernels.rng import below
from rowlock.kernels.search import grandmaster
from rowlock.kernels.state import PASS, State
from rowlock.kernels.tables import Tables

NAMES = (
    "random",
    "cautious",
    "heuristic",
    "planner",
    "easy",
    "medium",
    "hard",
    "master",
    "grandmaster",
)
"""The names of the compiled bots; the number of a bot is its place."""

RANDOM, CAUTIOUS, HEURISTIC, PLANNER, EASY, MEDIUM, HARD, MASTER, GRANDMASTER = range(len(NAMES))

WITH_MIND, WITH_NETWORK = NAMES[PLANNER:], NAMES[EASY:]
"""Those that need room to think, and of them those that think with a network."""

SLOW = NAMES[GRANDMASTER:]
"""Those that take milliseconds for a decision."""


@inlined
def choose(
    t: Tables, s: State, seat: int, bot: int, number: np.uint64, _mind: Mind | None = None
) -> int:
    """What a bot that needs no mind does; `number` is the chance it may use for this decision."""
    choices = legal(t, s, seat)
    if options(choices) == 1:
        return PASS
    if bot == RANDOM:
        return pick(choices, below(number, options(choices)))
    if bot == CAUTIOUS:
        return cautious(t, s, seat, choices)
    return heuristic(t, s, seat, choices)


def choice_with(t: Tables, s: State, seat: int, bot: int, number: np.uint64, mind: Mind) -> int:
    """What any bot does; the thoughtful ones think with `mind`."""
    if bot < PLANNER:
        return choose(t, s, seat, bot, number)
    if options(legal_moves(t, s, seat)) == 1:
        return PASS
    if bot == PLANNER:
        return planner(t, mind, s, seat)
    if bot < MASTER:
        return person(t, mind, s, seat, number, bot - EASY)
    if bot == MASTER:
        return master(t, mind, s, seat, number)
    return grandmaster(t, mind, s, seat, number)


choose_with = folded(choice_with)
"""The same for compiled games. Called as it is, only what the bot needs is compiled."""
