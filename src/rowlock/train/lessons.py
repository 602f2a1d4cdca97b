"""Games of `master` against itself, and what they teach the network.

Every position at the end of a turn is a lesson for every seat. What it should have been worth is
read backwards from the end of the game: a part of what the next position was thought to be worth,
the rest of what came later (TD(λ), Sutton 1988).
"""

from typing import Annotated

import numpy as np

from rowlock.kernels import layout
from rowlock.kernels.compiled import apart, vectorised
from rowlock.kernels.features import SEAT_SLOTS, features
from rowlock.kernels.layout import Ints
from rowlock.kernels.master import play_turn
from rowlock.kernels.network import (
    BOTH,
    GAME,
    HIDDEN,
    KERNELS,
    LINES,
    POINTS,
    SCORE,
    TURNED,
    UNITS,
    WIN,
    Floats,
    Mind,
    add_up,
    chance,
    head_of,
    share,
)
from rowlock.kernels.rng import CHOICES, DICE, LUCKY, stream
from rowlock.kernels.state import OVER
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import begin, total

LESSONS, LOSS, SURPRISE = range(3)
"""What is counted: lessons, the sum of their losses, the sum of squared errors of scores."""


SCORE_WEIGHT = np.float32(0.25)
"""How much an error of the score counts beside one of the chance to win."""


TURNS = 400
"""Room for the turns of a game."""


class Desk:
    """Where a mind learns. Sums over lessons: how the loss changes with each number of the network,
    the first layer with all its turned kernels; `counted` is what was counted. `path` is room for
    the positions of a game, by turn and seat, the number of switches first; `blame` for one lesson.
    `trust` is λ: how much what came later counts against what was thought one turn later."""

    first: Annotated[Floats, np.float32, LINES, UNITS]
    bias: Annotated[Floats, np.float32, UNITS]
    second: Annotated[Floats, np.float32, KERNELS, HIDDEN]
    second_bias: Annotated[Floats, np.float32, HIDDEN]
    head: Annotated[Floats, np.float32, 2, BOTH + 1]
    blame: Annotated[Floats, np.float32, BOTH]
    path: Annotated[Ints, np.int16, TURNS, layout.SEATS, 1 + SEAT_SLOTS * layout.SEATS]
    counted: Annotated[Floats, np.float64, 3]
    trust: Annotated[float, np.float32]


@apart
def learn_games(
    t: Tables, mind: Mind, desk: Desk, seats: int, seed: np.uint64, first: int, games: int
) -> None:
    """Plays games number `first` and on, and adds up what they teach."""
    s = mind.states[GAME]
    for game in range(first, first + games):
        dice_key, choices_key = stream(seed, DICE, game), stream(seed, CHOICES, game)
        begin(t, s, seats, stream(seed, LUCKY, game))
        turns = 0
        while s.phase != OVER:
            play_turn(t, mind, s, dice_key, choices_key)
            if s.phase != OVER:
                for seat in range(seats):
                    line = desk.path[turns, seat]
                    line[0] = features(t, mind.switches, s, seat, line[1:])
                turns += 1
        for seat in range(seats):
            learn(t, mind, desk, seat, turns)


@apart
def learn(t: Tables, mind: Mind, desk: Desk, seat: int, turns: int) -> None:
    """The lessons of a game that is over, for one seat."""
    s, trust = mind.states[GAME], desk.trust
    one = np.float32(1.0)
    win, score = share(t, s, seat), np.float32(total(t, s, seat)) / np.float32(POINTS)
    for turn in range(turns - 1, -1, -1):
        slots, now = desk.path[turn, seat, 0], desk.path[turn, seat, 1:]
        add_up(mind, now, slots, mind.shifted)
        head_of(mind)
        thought, expected = chance(mind.out[WIN]), mind.out[SCORE]
        off, far = thought - win, expected - score
        desk.counted[LESSONS] += 1.0
        desk.counted[LOSS] += off * off
        desk.counted[SURPRISE] += far * far
        trace_back(mind, desk, now, slots, off, SCORE_WEIGHT * far)
        win = (one - trust) * thought + trust * win
        score = (one - trust) * expected + trust * score


@vectorised
def trace_back(
    mind: Mind, desk: Desk, now: Ints, slots: int, off: np.float32, far: np.float32
) -> None:
    """Adds the gradient of one lesson: from the outputs back to the switches. The first layer in
    `mind.shifted` is replaced by its part in the error."""
    sums, pooled, blame, head = mind.shifted, mind.pooled, desk.blame, mind.head
    zero = np.float32(0.0)
    for unit in range(BOTH):
        desk.head[WIN, unit] += off * pooled[unit]
        desk.head[SCORE, unit] += far * pooled[unit]
        blame[unit] = off * head[WIN, unit] + far * head[SCORE, unit]
    desk.head[WIN, BOTH] += off
    desk.head[SCORE, BOTH] += far
    for unit in range(HIDDEN):
        if pooled[KERNELS + unit] <= zero:
            blame[KERNELS + unit] = zero
        desk.second_bias[unit] += blame[KERNELS + unit]
    for kernel in range(KERNELS):
        value, back = pooled[kernel], zero
        for unit in range(HIDDEN):
            desk.second[kernel, unit] += value * blame[KERNELS + unit]
            back += mind.second[kernel, unit] * blame[KERNELS + unit]
        blame[kernel] += back
    for turned in range(TURNED):
        for kernel in range(KERNELS):
            unit = turned * KERNELS + kernel
            sums[unit] = blame[kernel] if sums[unit] > zero else zero
    for unit in range(UNITS):
        desk.bias[unit] += sums[unit]
    for slot in range(slots):
        line = now[slot]
        for unit in range(UNITS):
            desk.first[line, unit] += sums[unit]
