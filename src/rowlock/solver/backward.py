"""The value of positions, from the last ones back to the start.

The value of a position is what its owner will still gain by perfect play. In a turn all dice are
known before the first choice, so the white and the colour action are chosen together: for each
white sum and each key (a die and a number) there is a best way to use it, and the turn is worth
the best that its dice offer. The mean over independent dice is found by order statistics: go
through the offers from the best down, and see how likely it is that nothing better came.
"""

from typing import Annotated

import numpy as np

from rowlock.kernels.bits import count
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.layout import empty, layout
from rowlock.solver.space import DICE, KEYS, MISSES, ROWS, SPACES, SUMS, Floats, Ints, Moves

NOTHING = -1e300
"""Less than any value."""


class Work:
    """Where a position is worked on. `x` are its row states and `y` those after some crosses.

    By key: `alone`, what it gains without a white cross. By sum: `plain`, what a white cross alone
    gains, and by key `offers`, the best with or without one before; `order` has the keys. All have
    one number for each count of misses. `best` are offers in their order and `which` their keys.
    """

    x: Annotated[Ints, ROWS]
    y: Annotated[Ints, ROWS]
    alone: Annotated[Floats, np.float64, KEYS, MISSES]
    plain: Annotated[Floats, np.float64, SUMS, MISSES]
    offers: Annotated[Floats, np.float64, SUMS, KEYS, MISSES]
    order: Annotated[Ints, SUMS, ROWS * SPACES]
    behind: Annotated[Ints, ROWS * SPACES]
    best: Annotated[Floats, np.float64, ROWS * SPACES]
    which: Annotated[Ints, ROWS * SPACES]
    faces_left: Annotated[Ints, DICE]


_WORK = layout(Work)


def new_work() -> Work:
    """A place to work, one for each thread."""
    work: Work = empty(_WORK)
    return work


@compiled
def solve_positions(m: Moves, w: Work, values: Floats, positions: Ints) -> None:
    """Fills in `values[phase, left, right, misses]` of positions, given as row states, whose
    followers are all known.

    In phase 0 it is the owner's turn. In the others, one for each other seat, somebody else rolls
    and the owner may only use the white sum.
    """
    phases = len(values)
    after_turn = values[1 % phases]
    for index in range(len(positions)):
        for row in range(ROWS):
            w.x[row] = positions[index, row]
        left, right = m.half[0, w.x[0], w.x[1]], m.half[1, w.x[2], w.x[3]]
        if locked_rows(m, w.x) >= m.locks:
            continue
        known = offer_colours(m, w, after_turn)
        offer_whites(m, w, after_turn, known)
        for missed in range(m.misses - 1, -1, -1):
            miss = m.miss_points + 0.0
            if missed + 1 < m.misses:
                miss += after_turn[left, right, missed + 1]
            value, roll = 0.0, 0
            for total in range(2, m.sums):
                floor = max(w.plain[total, missed], miss)
                ranked = rank(w, total, missed, floor, known)
                while roll < m.rolls and m.white_sum[roll] == total:
                    mean = mean_of_best(m, w, roll, ranked, floor)
                    value += m.chance[roll] * mean
                    roll += 1
            values[0, left, right, missed] = value
            for phase in range(phases - 1, 0, -1):
                after = values[(phase + 1) % phases]
                values[phase, left, right, missed] = white_mean(m, w, after, left, right, missed)
            if m.mirrored:
                for phase in range(phases):
                    values[phase, right, left, missed] = values[phase, left, right, missed]


@inlined
def locked_rows(m: Moves, x: Ints) -> int:
    """How many rows are locked."""
    found = 0
    for row in range(ROWS):
        found += x[row] == m.locked[row]
    return found


@inlined
def dice_out(m: Moves, x: Ints) -> int:
    """The dice that the locked rows have taken out, as bits."""
    out = 0
    for row in range(ROWS):
        if x[row] == m.locked[row]:
            out |= 1 << m.lock_die[row]
    return out


@inlined
def offer_colours(m: Moves, w: Work, after: Floats) -> int:
    """What each key gains without a white cross. `w.order[0]` gets the keys that may find a space
    now or after a white cross, some maybe twice; how many."""
    for key in range(m.dice * m.sums):
        for missed in range(MISSES):
            w.alone[key, missed] = NOTHING
    known, out = 0, dice_out(m, w.x)
    for row in range(ROWS):
        w.y[row] = w.x[row]
    for row in range(ROWS):
        if w.x[row] == m.locked[row]:
            continue
        for space in range(m.first[row, w.x[row]], m.length[row]):
            key = m.key[row, space]
            w.order[0, known] = key
            known += 1
            if space < m.end[row, w.x[row]] and not out >> m.die[row, space] & 1:
                w.y[row] = m.to[row, w.x[row], space]
                gain = m.gain[row, w.x[row], space]
                left, right = m.half[0, w.y[0], w.y[1]], m.half[1, w.y[2], w.y[3]]
                for missed in range(MISSES):
                    w.alone[key, missed] = max(
                        w.alone[key, missed], gain + after[left, right, missed]
                    )
        w.y[row] = w.x[row]
    return known


@inlined
def offer_whites(m: Moves, w: Work, after: Floats, known: int) -> None:
    """For each sum: `plain`, what a white cross alone gains, and by key `offers`, the best with or
    without a white cross before it."""
    for total in range(2, m.sums):
        for missed in range(MISSES):
            w.plain[total, missed] = NOTHING
        for place in range(known):
            key = w.order[0, place]
            w.order[total, place] = key
            for missed in range(MISSES):
                w.offers[total, key, missed] = w.alone[key, missed]
    fewest = fewest_crosses(m, w.x)
    for row in range(ROWS):
        for space in range(m.first[row, w.x[row]], m.end[row, w.x[row]]):
            w.y[row] = m.to[row, w.x[row], space]
            gain = m.gain[row, w.x[row], space]
            offer_white(m, w, after, m.number[row, space], gain)
            if space == m.first[row, w.x[row]] and m.made[row, w.x[row]] == fewest:
                for total in range(2, m.sums):
                    if m.lucky >> total & 1:
                        offer_white(m, w, after, total, gain)
        w.y[row] = w.x[row]


@inlined
def fewest_crosses(m: Moves, x: Ints) -> int:
    """The fewest crosses in a row that is not locked, if that matters in this game; else -1."""
    if not m.lucky:
        return -1
    fewest = 1 << 30
    for row in range(ROWS):
        if m.length[row] and x[row] != m.locked[row]:
            fewest = min(fewest, m.made[row, x[row]])
    return fewest


@inlined
def white_mean(m: Moves, w: Work, after: Floats, left: int, right: int, missed: int) -> float:
    """What a position is worth when somebody else rolls: the mean over the white sums."""
    passing, fewest, mean = after[left, right, missed], fewest_crosses(m, w.x), 0.0
    for row in range(ROWS):
        w.y[row] = w.x[row]
    for total in range(2, m.sums):
        best = passing
        for row in range(ROWS):
            for space in range(m.first[row, w.x[row]], m.end[row, w.x[row]]):
                following = space == m.first[row, w.x[row]] and m.made[row, w.x[row]] == fewest
                if m.number[row, space] == total or (following and m.lucky >> total & 1):
                    w.y[row] = m.to[row, w.x[row], space]
                    value = m.gain[row, w.x[row], space] + 0.0
                    if locked_rows(m, w.y) < m.locks:
                        value += after[m.half[0, w.y[0], w.y[1]], m.half[1, w.y[2], w.y[3]], missed]
                    best = max(best, value)
            w.y[row] = w.x[row]
        mean += m.sum_chance[total] * best
    return mean


@inlined
def offer_white(m: Moves, w: Work, after: Floats, total: int, gain: int) -> None:
    """What a white cross that has led to `y` gains with this sum."""
    left, right = m.half[0, w.y[0], w.y[1]], m.half[1, w.y[2], w.y[3]]
    over = locked_rows(m, w.y) >= m.locks
    for missed in range(MISSES):
        value = gain + (0.0 if over else after[left, right, missed])
        w.plain[total, missed] = max(w.plain[total, missed], value)
    if over:
        return
    out = dice_out(m, w.y)
    for row in range(ROWS):
        before = w.y[row]
        for space in range(m.first[row, before], m.end[row, before]):
            if not out >> m.die[row, space] & 1:
                w.y[row] = m.to[row, before, space]
                both, key = gain + m.gain[row, before, space], m.key[row, space]
                left, right = m.half[0, w.y[0], w.y[1]], m.half[1, w.y[2], w.y[3]]
                for missed in range(MISSES):
                    value = both + after[left, right, missed]
                    w.offers[total, key, missed] = max(w.offers[total, key, missed], value)
        w.y[row] = before


@inlined
def rank(w: Work, total: int, missed: int, floor: float, known: int) -> int:
    """The offers above the floor, the best first, in `best` with their keys in `which`; how many.

    `order` has the order of the last time, with other misses: it is nearly the right one."""
    ranked, others = 0, 0
    for place in range(known):
        key = w.order[total, place]
        offer = w.offers[total, key, missed]
        if offer > floor:
            at = ranked
            while at > 0 and w.best[at - 1] < offer:
                w.best[at], w.which[at] = w.best[at - 1], w.which[at - 1]
                at -= 1
            w.best[at], w.which[at] = offer, key
            ranked += 1
        else:
            w.behind[others] = key
            others += 1
    for place in range(ranked):
        w.order[total, place] = w.which[place]
    for place in range(others):
        w.order[total, ranked + place] = w.behind[place]
    return ranked


@inlined
def mean_of_best(m: Moves, w: Work, roll: int, ranked: int, floor: float) -> float:
    """The mean of the best offer that the colour dice make, at least `floor`."""
    for die in range(m.dice):
        w.faces_left[die] = (2 << m.faces) - 2
    mean, none_better = 0.0, 1.0
    for place in range(ranked):
        die = m.die_of[w.which[place]]
        hit = m.hits[roll, w.which[place]] & w.faces_left[die]
        if hit:
            rest = w.faces_left[die] ^ hit
            still = none_better * m.ratio[count(w.faces_left[die]), count(rest)]
            mean += w.best[place] * (none_better - still)
            w.faces_left[die], none_better = rest, still
    return mean + floor * none_better
