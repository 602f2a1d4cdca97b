"""How often perfect play reaches each position and each final score, from the start on."""

from typing import Annotated

import numpy as np

from rowlock.kernels.bits import count
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.layout import empty, layout
from rowlock.solver.backward import (
    Work,
    dice_out,
    fewest_crosses,
    locked_rows,
    offer_colours,
    offer_whites,
    rank,
)
from rowlock.solver.space import KEYS, MISSES, ROWS, SPACES, SUMS, Floats, Ints, Moves
from rowlock.solver.traces import Traces

NO_CROSS = ROWS * SPACES
"""Stands for passing where a slot (a row and a space as one number) is expected."""

PAIR = NO_CROSS + 1
"""A white and a colour slot are one number in this base."""

BY_LOCKS, BY_MISSES = range(2)
LOWEST = 64
SCORES = 1024
"""A score is the index of its chance, less `LOWEST`."""


class Flow:
    """Where chance goes from a position. `z` are its row traces and `u` those after some crosses.
    `choice` are the slots that make each offer of `Work` and `plain_choice` each white cross alone;
    `chance` how likely each ranked offer is taken, `miss` what a miss leads to. `scores` are the
    chances of all final scores so far, by the way the game ends."""

    z: Annotated[Ints, ROWS]
    u: Annotated[Ints, ROWS]
    choice: Annotated[Ints, np.int32, SUMS, KEYS, MISSES]
    plain_choice: Annotated[Ints, np.int32, SUMS, MISSES]
    chance: Annotated[Floats, np.float64, ROWS * SPACES]
    miss: Annotated[Floats, np.float64, MISSES]
    scores: Annotated[Floats, np.float64, 2, SCORES]


def new_flow() -> Flow:
    """A place for chances."""
    flow: Flow = empty(layout(Flow))
    return flow


@compiled
def pass_on(
    m: Moves, t: Traces, w: Work, f: Flow, values: Floats, mass: Floats, positions: Ints
) -> None:
    """Sends the chance of each position, given as row traces, on to those that follow it, or to
    the score it ends with."""
    for index in range(len(positions)):
        for row in range(ROWS):
            f.z[row] = positions[index, row]
            w.x[row] = t.state[row, f.z[row]]
        reached = mass[t.half[0, f.z[0], f.z[1]], t.half[1, f.z[2], f.z[3]]]
        if reached.max() > 0.0 and locked_rows(m, w.x) < m.locks:
            known = offer_colours(m, w, values)
            offer_whites(m, w, values, known)
            find_choices(m, w, f, values)
            left, right = half_states(m, w.x)
            for missed in range(m.misses):
                f.miss[missed] = m.miss_points
                if missed + 1 < m.misses:
                    f.miss[missed] += values[left, right, missed + 1]
            for missed in range(m.misses):
                if reached[missed] > 0.0:
                    pass_on_with(m, t, w, f, mass, known, missed)


@compiled
def pass_on_with(
    m: Moves, t: Traces, w: Work, f: Flow, mass: Floats, known: int, missed: int
) -> None:
    """The same for one position with so many misses. Those with fewer come before."""
    reached = mass[t.half[0, f.z[0], f.z[1]], t.half[1, f.z[2], f.z[3]], missed]
    miss, roll = f.miss[missed], 0
    for total in range(2, m.sums):
        floor = max(w.plain[total, missed], miss)
        ranked = rank(w, total, missed, floor, known)
        none = share_chances(m, w, f, total, roll, ranked)
        while roll < m.rolls and m.white_sum[roll] == total:
            roll += 1
        for place in range(ranked):
            slots = f.choice[total, w.which[place], missed]
            send(m, t, f, mass, slots, reached * f.chance[place], missed)
        if w.plain[total, missed] > miss:
            slots = f.plain_choice[total, missed] * PAIR + NO_CROSS
            send(m, t, f, mass, slots, reached * none, missed)
        else:
            send_miss(m, t, f, mass, reached * none, missed)


@inlined
def half_states(m: Moves, x: Ints) -> tuple[int, int]:
    """The states of both halves by the states of the rows."""
    return m.half[0, x[0], x[1]], m.half[1, x[2], x[3]]


@compiled
def find_choices(m: Moves, w: Work, f: Flow, after: Floats) -> None:
    """Which crosses make each offer: the first whose value is the offer's."""
    f.choice[:] = -1
    f.plain_choice[:] = -1
    fewest = fewest_crosses(m, w.x)
    for row in range(ROWS):
        w.y[row] = w.x[row]
    note_colours(m, w, f, after, NO_CROSS, 0, 0)
    for row in range(ROWS):
        state = w.x[row]
        for space in range(m.first[row, state], m.end[row, state]):
            w.y[row] = m.to[row, state, space]
            following = space == m.first[row, state] and m.made[row, state] == fewest
            for total in range(2, m.sums):
                if m.number[row, space] == total or (following and m.lucky >> total & 1):
                    slot, gain = row * SPACES + space, m.gain[row, state, space]
                    over = locked_rows(m, w.y) >= m.locks
                    left, right = half_states(m, w.y)
                    for missed in range(MISSES):
                        value = gain + (0.0 if over else after[left, right, missed])
                        if f.plain_choice[total, missed] < 0 and value == w.plain[total, missed]:
                            f.plain_choice[total, missed] = slot
                    if not over:
                        note_colours(m, w, f, after, slot, gain, total)
        w.y[row] = state


@compiled
def note_colours(
    m: Moves, w: Work, f: Flow, after: Floats, white: int, gain: int, only: int
) -> None:
    """The offers that a colour cross makes after this white cross, or after none (then with any
    sum)."""
    out = dice_out(m, w.y)
    for row in range(ROWS):
        state = w.y[row]
        for space in range(m.first[row, state], m.end[row, state]):
            if out >> m.die[row, space] & 1:
                continue
            w.y[row] = m.to[row, state, space]
            both, key = gain + m.gain[row, state, space], m.key[row, space]
            left, right = half_states(m, w.y)
            for total in range(2, m.sums):
                if only in (0, total):
                    for missed in range(MISSES):
                        value = both + after[left, right, missed]
                        known = f.choice[total, key, missed] >= 0
                        if not known and value == w.offers[total, key, missed]:
                            f.choice[total, key, missed] = white * PAIR + row * SPACES + space
        w.y[row] = state


@inlined
def share_chances(m: Moves, w: Work, f: Flow, total: int, first_roll: int, ranked: int) -> float:
    """How likely each ranked offer is the best of a turn, by the rolls with this white sum; how
    likely there is none."""
    for place in range(ranked):
        f.chance[place] = 0.0
    none, roll = 0.0, first_roll
    while roll < m.rolls and m.white_sum[roll] == total:
        for die in range(m.dice):
            w.faces_left[die] = (2 << m.faces) - 2
        none_better = m.chance[roll]
        for place in range(ranked):
            die = m.die_of[w.which[place]]
            hit = m.hits[roll, w.which[place]] & w.faces_left[die]
            if hit:
                rest = w.faces_left[die] ^ hit
                still = none_better * m.ratio[count(w.faces_left[die]), count(rest)]
                f.chance[place] += none_better - still
                w.faces_left[die], none_better = rest, still
        none += none_better
        roll += 1
    return none


@inlined
def score(m: Moves, t: Traces, traces: Ints, misses: int) -> int:
    """The points of a sheet."""
    points = misses * m.miss_points
    for row in range(ROWS):
        points += t.points[row, traces[row]]
    return points


@compiled
def send(m: Moves, t: Traces, f: Flow, mass: Floats, slots: int, share: float, missed: int) -> None:
    """A chance goes on to the position after these crosses, or to its score."""
    if share == 0.0:
        return
    for row in range(ROWS):
        f.u[row] = f.z[row]
    for slot in (slots // PAIR, slots % PAIR):
        if slot != NO_CROSS:
            row = slot // SPACES
            f.u[row] = t.to[row, f.u[row], slot % SPACES]
    locked = 0
    for row in range(ROWS):
        locked += t.state[row, f.u[row]] == m.locked[row]
    if locked >= m.locks:
        f.scores[BY_LOCKS, score(m, t, f.u, missed) + LOWEST] += share
    else:
        left, right = t.half[0, f.u[0], f.u[1]], t.half[1, f.u[2], f.u[3]]
        if m.mirrored and left > right:
            left, right = right, left
        mass[left, right, missed] += share


@inlined
def send_miss(m: Moves, t: Traces, f: Flow, mass: Floats, share: float, missed: int) -> None:
    """A chance goes on to the same sheet with a miss more, or to its score."""
    if missed + 1 < m.misses:
        mass[t.half[0, f.z[0], f.z[1]], t.half[1, f.z[2], f.z[3]], missed + 1] += share
    else:
        f.scores[BY_MISSES, score(m, t, f.z, missed + 1) + LOWEST] += share
