"""Perfect play, compiled: solo games of the optimal bot."""

import numpy as np

from rowlock.kernels.bits import count, highest
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.legal import legal
from rowlock.kernels.log import Records
from rowlock.kernels.moves import pick
from rowlock.kernels.rng import DICE, LUCKY, stream
from rowlock.kernels.state import COLOUR, OVER, ROLL, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import act, begin, roll, total
from rowlock.solver.space import ROWS, Floats, Ints, Moves

NOTHING = -1e300


@compiled
def worth(t: Tables, m: Moves, values: Floats, s: State, x: Ints) -> float:
    """What a game before a roll, or over, will have brought in the end."""
    points = total(t, s, 0) + 0.0
    if s.phase == OVER:
        return points
    for row in range(ROWS):
        x[row] = 0
    for row in range(t.rows):
        place, here = m.place[row], s.marks[0] & t.row_bits[row]
        if here & t.end_bits[row]:
            x[place] = m.locked[place]
        elif here:
            x[place] = m.state_of[place, highest(here) - t.first[row] + 1, count(here)]
    coming: float = values[m.half[0, x[0], x[1]], m.half[1, x[2], x[3]], s.misses[0]]
    return points + coming


@inlined
def follow(t: Tables, s: State, move: int, after: State) -> None:
    """Makes the move in another record; only one sheet is looked at."""
    after.seats, after.turn, after.active, after.phase = s.seats, s.turn, s.active, s.phase
    after.crossed, after.locked, after.out = s.crossed, s.locked, s.out
    after.last_turn, after.reason = s.last_turn, s.reason
    after.marks[0], after.open[0], after.misses[0] = s.marks[0], s.open[0], s.misses[0]
    after.pawn[0], after.lucky[0] = s.pawn[0], s.lucky[0]
    for die in range(t.dice + 2):
        after.faces[die] = s.faces[die]
    after.moves[0] = move
    act(t, after)


@compiled
def best_move(
    t: Tables, m: Moves, values: Floats, s: State, after: State, last: State, x: Ints
) -> int:
    """The move of the action due that leads to the most points, all dice of the turn known."""
    options, best, chosen = legal(t, s, 0), NOTHING, -1
    for n in range(count(options[0]) + count(options[1]) + 1):
        move = pick(options, n)
        follow(t, s, move, after)
        if after.phase == COLOUR:
            value, more = NOTHING, legal(t, after, 0)
            for k in range(count(more[0]) + 1):
                follow(t, after, pick(more, k), last)
                value = max(value, worth(t, m, values, last, x))
        else:
            value = worth(t, m, values, after, x)
        if value > best:
            best, chosen = value, move
    return chosen


@compiled
def play_optimal(
    t: Tables,
    m: Moves,
    values: Floats,
    states: Records,
    seed: np.uint64,
    first: int,
    results: Records,
) -> None:
    """Plays solo games number `first` and on, as many as there is room for their results. `states`
    has room for the game and for two moves ahead."""
    s, after, last = states[0], states[1], states[2]
    x = np.empty(ROWS, np.int64)
    for index in range(len(results)):
        begin(t, s, 1, stream(seed, LUCKY, first + index))
        s.lucky[0] = m.lucky
        dice_key = stream(seed, DICE, first + index)
        while s.phase != OVER:
            if s.phase == ROLL:
                roll(t, s, dice_key)
            s.moves[0] = best_move(t, m, values, s, after, last, x)
            act(t, s)
        results[index].scores[0] = total(t, s, 0)
        results[index].turns = s.turn
        results[index].reason = s.reason
