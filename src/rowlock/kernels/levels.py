"""The levels below `master`: they judge as it does, and err as people err.

People see roughly what a move is worth and confuse those that are close, hardly ever those that are
not. They like to cross something, look at their own sheet more than at the others, and overlook
now and then what the dice of others offer them.
"""

from typing import NamedTuple

import numpy as np

from rowlock.kernels.compiled import apart, compiled
from rowlock.kernels.network import TIE_BREAK, Mind
from rowlock.kernels.rng import uniform
from rowlock.kernels.search import survey
from rowlock.kernels.state import PASS, WHITE, State
from rowlock.kernels.tables import Tables


class Manner(NamedTuple):
    """How a level plays. `sees_others` is how much of its mind is on winning, the rest on its own
    points; `confuses` by how many points it misjudges a move, `eager` how many a cross is worth to
    it beside what it brings; `overlooks` how often it does not see what another's dice offer."""

    sees_others: float
    confuses: float
    eager: float
    overlooks: float


MANNERS = (
    Manner(sees_others=0.0, confuses=3.2, eager=2.5, overlooks=0.1),
    Manner(sees_others=0.2, confuses=2.2, eager=1.2, overlooks=0.05),
    Manner(sees_others=0.5, confuses=1.8, eager=0.5, overlooks=0.02),
)
"""The levels, from weak to strong."""

POINTS_A_WIN = 100.0
"""A chance of winning of one is taken for as much as so many points."""


@apart
def person(t: Tables, mind: Mind, s: State, seat: int, number: np.uint64, level: int) -> int:
    """What the level of this number does in the action due."""
    sees_others, confuses, eager, overlooks = MANNERS[level]
    if s.phase == WHITE and seat != s.active and uniform(number, 0) < overlooks:
        return PASS
    survey(t, mind, s, mind.thought, seat, number)
    thought = mind.thought
    best, chosen = -1e9, PASS
    for n in range(thought.count):
        win, points = thought.values[n], thought.points[n] / TIE_BREAK
        if s.seats == 1:
            points = thought.values[n]
            win = points / POINTS_A_WIN
        felt = points + sees_others * (POINTS_A_WIN * win - points)
        felt += confuses * gumbel(uniform(number, n + 1))
        if thought.moves[n] != PASS:
            felt += eager
        if felt > best:
            best, chosen = felt, thought.moves[n]
    return chosen


@compiled
def gumbel(uniform: float) -> float:
    """Noise after which the best of several is chosen as the logit model has it (Luce 1959)."""
    return float(-np.log(-np.log(uniform)))
