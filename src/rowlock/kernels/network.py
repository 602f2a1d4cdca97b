"""The network: what a position at the end of a turn is worth to a seat.

One layer over the switches of the position, in which every kernel is there once for every symmetry
of the game; their sum over the symmetries is the same for positions that mirror each other. A small
second layer, and from both the chance to win and the expected final score.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from rowlock.kernels import layout
from rowlock.kernels.clash import Clash
from rowlock.kernels.compiled import apart, compiled, inlined, vectorised
from rowlock.kernels.features import SEAT_SLOTS, Shape, features
from rowlock.kernels.layout import Ints
from rowlock.kernels.log import Records
from rowlock.kernels.state import OVER, STATE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.thought import Thought
from rowlock.kernels.turn import total

Floats = npt.NDArray[np.float32]

TURNED, KERNELS, HIDDEN = 8, 32, 32
"""The first layer has so many kernels, each of them turned so many ways; the second layer's units.
They are constants so that loops over them are compiled into a few vector instructions."""

UNITS = TURNED * KERNELS
BOTH = KERNELS + HIDDEN

STATES = 10
(
    GAME,
    AT_HAND,
    BEFORE,
    AFTER_WHITE,
    AFTER_COLOUR,
    AFTER_PAWN,
    ROLLED,
    TRIED,
    THEN,
    PLAYED_ON,
) = range(STATES)
"""The states of a mind: the game that is played, the one that is thought about, room for it after
each action of the turn, and for a look ahead."""

LINES = 2304
"""Room for the positions of all switches: five seats of Longo need 2,255."""

WIN, SCORE = range(2)
"""What the network gives: the chance to win, before the logistic function, and the score."""

POINTS = 50.0
"""The score is learned in units of so many points."""

TIE_BREAK = np.float32(1e-4)
"""What a point is worth beside the chance to win: so that something is played for when the game is
won or lost."""


class Mind:
    """The network of one game and number of seats, ready to be used, and room to think: a record,
    of which every thread has its own.

    `first` has a line for every position of a switch, `bias` is added; `second` and `second_bias`
    lead from the sums over the turned kernels to the second layer; `head` has a line for each
    output, over these sums and then the second layer, and last a constant. `before` and `sums` are
    a position that others are compared with and its first layer, a line for each seat. `now`,
    `shifted`, `pooled` and `out` are room for one position, `states` for games; `won` is the chance
    to win of the position that was judged last. The rest is room for
    `rowlock.kernels.white`, `rowlock.kernels.ahead` and `rowlock.kernels.search`; `effort` counts
    the positions that were judged, `patience` is how many a decision may take.
    """

    switches: Annotated[Shape, layout.layout(Shape)]
    first: Annotated[Floats, np.float32, LINES, UNITS]
    bias: Annotated[Floats, np.float32, UNITS]
    second: Annotated[Floats, np.float32, KERNELS, HIDDEN]
    second_bias: Annotated[Floats, np.float32, HIDDEN]
    head: Annotated[Floats, np.float32, 2, BOTH + 1]
    before: Annotated[Ints, layout.SEATS, SEAT_SLOTS * layout.SEATS]
    sums: Annotated[Floats, np.float32, layout.SEATS, UNITS]
    now: Annotated[Ints, SEAT_SLOTS * layout.SEATS]
    shifted: Annotated[Floats, np.float32, UNITS]
    pooled: Annotated[Floats, np.float32, BOTH]
    out: Annotated[Floats, np.float32, 2]
    won: Annotated[np.float32, np.float32]
    states: Annotated[Records, STATE, STATES]
    offers: Annotated[Floats, np.float32, layout.DICE + 1, layout.SUMS]
    prospects: Annotated[Floats, np.float32, layout.DICE + 1, layout.SUMS]
    face_offers: Annotated[Floats, np.float32, layout.DICE, layout.SUMS]
    face_prospects: Annotated[Floats, np.float32, layout.DICE, layout.SUMS]
    still: Annotated[Ints, layout.DICE]
    clash: Annotated[Clash, layout.layout(Clash)]
    thought: Annotated[Thought, layout.layout(Thought)]
    effort: int
    patience: int


@vectorised
def add_up(mind: Mind, now: Ints, slots: int, sums: Floats) -> None:
    """The first layer of a position, from scratch."""
    for unit in range(UNITS):
        sums[unit] = mind.bias[unit]
    for slot in range(slots):
        line = now[slot]
        for unit in range(UNITS):
            sums[unit] += mind.first[line, unit]


@vectorised
def shift(mind: Mind, view: int, slots: int) -> None:
    """The first layer of the position now, from that of the one before: only switches that differ
    count."""
    for unit in range(UNITS):
        mind.shifted[unit] = mind.sums[view, unit]
    for slot in range(slots):
        old, new = mind.before[view, slot], mind.now[slot]
        if old != new:
            for unit in range(UNITS):
                mind.shifted[unit] += mind.first[new, unit] - mind.first[old, unit]


@vectorised
def head_of(mind: Mind) -> None:
    """The outputs, from the first layer in `shifted`; `pooled` is left with both layers' values.

    Terms are written out by eight, so that a sum stays in a register while it is made.
    """
    sums, pooled, second, head = mind.shifted, mind.pooled, mind.second, mind.head
    for k in range(KERNELS):
        pooled[k] = (
            (positive(sums[k]) + positive(sums[KERNELS + k]))
            + (positive(sums[2 * KERNELS + k]) + positive(sums[3 * KERNELS + k]))
            + (positive(sums[4 * KERNELS + k]) + positive(sums[5 * KERNELS + k]))
            + (positive(sums[6 * KERNELS + k]) + positive(sums[7 * KERNELS + k]))
        )
    for unit in range(HIDDEN):
        pooled[KERNELS + unit] = mind.second_bias[unit]
    for k in range(0, KERNELS, 8):
        a, b, c, d = pooled[k], pooled[k + 1], pooled[k + 2], pooled[k + 3]
        e, f, g, h = pooled[k + 4], pooled[k + 5], pooled[k + 6], pooled[k + 7]
        for unit in range(HIDDEN):
            pooled[KERNELS + unit] += (
                (a * second[k, unit] + b * second[k + 1, unit])
                + (c * second[k + 2, unit] + d * second[k + 3, unit])
                + (e * second[k + 4, unit] + f * second[k + 5, unit])
                + (g * second[k + 6, unit] + h * second[k + 7, unit])
            )
    for unit in range(KERNELS, BOTH):
        pooled[unit] = positive(pooled[unit])
    win, score = np.float32(0.0), np.float32(0.0)
    for unit in range(BOTH):
        win += pooled[unit] * head[WIN, unit]
        score += pooled[unit] * head[SCORE, unit]
    mind.out[WIN], mind.out[SCORE] = win + head[WIN, BOTH], score + head[SCORE, BOTH]


@inlined
def positive(value: np.float32) -> np.float32:
    """The value, or nothing."""
    return max(value, np.float32(0.0))


@apart
def look_at(t: Tables, mind: Mind, s: State, view: int) -> None:
    """Makes a position the one that others are compared with, for one seat."""
    slots = features(t, mind.switches, s, view, mind.before[view])
    add_up(mind, mind.before[view], slots, mind.sums[view])
    mind.effort += 1


@apart
def worth(t: Tables, mind: Mind, s: State, view: int) -> np.float32:
    """What a position at the end of a turn is worth to a seat: its chance to win, or, when the
    game is over, its share of the win; a little for points."""
    mind.effort += 1
    if s.phase == OVER:
        mind.won = share(t, s, view)
        return together(s, mind.won, np.float32(total(t, s, view)))
    slots = features(t, mind.switches, s, view, mind.now)
    shift(mind, view, slots)
    head_of(mind)
    mind.won = chance(mind.out[WIN])
    return together(s, mind.won, mind.out[SCORE] * np.float32(POINTS))


@apart
def outlook(t: Tables, mind: Mind, s: State, view: int) -> float:
    """The seat's chance to win at the end of a turn, or its share of the win; alone, its points.
    Of two seats each has a view of it: the mean of both is taken."""
    value = worth(t, mind, s, view)
    if s.seats == 1:
        return float(value)
    won = float(mind.won)
    if s.seats > 2 or s.phase == OVER:
        return won
    worth(t, mind, s, 1 - view)
    return 0.5 * (won + 1.0 - float(mind.won))


@inlined
def together(s: State, win: np.float32, points: np.float32) -> np.float32:
    """What is played for: the chance to win and a little for points; alone, the points."""
    return points if s.seats == 1 else win + TIE_BREAK * points


@compiled
def chance(given: np.float32) -> np.float32:
    """The logistic function."""
    return np.float32(1.0) / (np.float32(1.0) + np.float32(np.exp(-given)))


@compiled
def share(t: Tables, s: State, view: int) -> np.float32:
    """The seat's share of the win as the sheets stand: equal totals share it."""
    mine, equals = total(t, s, view), 0
    for seat in range(s.seats):
        points = total(t, s, seat)
        if points > mine:
            return np.float32(0.0)
        equals += points == mine
    return np.float32(1.0) / np.float32(equals)
