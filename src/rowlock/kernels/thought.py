"""A decision that is being made: the choices, and what is known of them so far."""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from rowlock.kernels.compiled import apart, compiled
from rowlock.kernels.copying import put
from rowlock.kernels.layout import Ints
from rowlock.kernels.log import Records
from rowlock.kernels.state import STATE

Doubles = npt.NDArray[np.float64]

CHOICES = 64
"""Room for the moves of a decision, and one more."""


class Thought:
    """The choices of a seat, `count` of them: `moves`, and `ends`, the game at the end of the turn
    after each. `values` are the chances to win as far as they are known, `points` what breaks ties.
    The first `close` are looked at again, `looked` of them so far; `ahead` is what the last look at
    each has found. From the first `finalists` `played` games were played on: `later` are the sums
    of what changed by that, `squares` those of squared differences to the first one's."""

    count: int
    close: int
    looked: int
    finalists: int
    played: int
    seat: int
    moves: Annotated[Ints, CHOICES]
    values: Annotated[Doubles, np.float64, CHOICES]
    points: Annotated[Doubles, np.float64, CHOICES]
    ahead: Annotated[Doubles, np.float64, CHOICES]
    later: Annotated[Doubles, np.float64, CHOICES]
    squares: Annotated[Doubles, np.float64, CHOICES]
    ends: Annotated[Records, STATE, CHOICES]


@compiled
def judged(thought: Thought, n: int) -> float:
    """What a choice is worth as far as is known."""
    known: float = thought.values[n] + thought.points[n]
    if n < thought.finalists and thought.played:
        return known + float(thought.later[n]) / thought.played
    return known


@apart
def put_in_order(thought: Thought, count: int) -> None:
    """Puts the first `count` choices in order, the best first."""
    for place in range(1, count):
        here = place
        while here and judged(thought, here) > judged(thought, here - 1):
            swap(thought, here)
            here -= 1


@compiled
def swap(thought: Thought, here: int) -> None:
    """Exchanges a choice with the one before it."""
    there = here - 1
    thought.moves[here], thought.moves[there] = thought.moves[there], thought.moves[here]
    thought.values[here], thought.values[there] = thought.values[there], thought.values[here]
    thought.points[here], thought.points[there] = thought.points[there], thought.points[here]
    spare = CHOICES - 1
    put(thought.ends, spare, thought.ends[here])
    put(thought.ends, here, thought.ends[there])
    put(thought.ends, there, thought.ends[spare])


@apart
def close_ones(thought: Thought, count: int, margin: float) -> int:
    """How many of the first choices are no more than the margin worse than the best."""
    best, close = judged(thought, 0), 1
    while close < count and judged(thought, close) > best - margin:
        close += 1
    return close


@compiled
def best_of(thought: Thought) -> int:
    """The best choice as far as is known: of the finalists, if there are any."""
    best = 0
    for n in range(1, thought.finalists):
        if judged(thought, n) > judged(thought, best):
            best = n
    return best


@apart
def lead(thought: Thought) -> float:
    """By how many standard errors the best finalist leads the next one."""
    best, least = best_of(thought), 1e9
    for n in range(thought.finalists):
        if n != best:
            error = max(error_of(thought, n), error_of(thought, best))
            least = min(least, (judged(thought, best) - judged(thought, n)) / error)
    return least


@compiled
def error_of(thought: Thought, n: int) -> float:
    """The standard error of what playing on says of a finalist, against the first one."""
    games = float(max(thought.played, 1))
    mean = (thought.later[n] - thought.later[0]) / games
    return float(np.sqrt(max(thought.squares[n] / games - mean * mean, 1e-10) / games))
