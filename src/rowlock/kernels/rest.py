"""The rest of a turn: every way to go on that the active seat has, and the best of them."""

import numpy as np

from rowlock.kernels.compiled import apart
from rowlock.kernels.copying import put
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import is_legal, options, pick
from rowlock.kernels.network import AFTER_COLOUR, AFTER_PAWN, AFTER_WHITE, Mind, look_at, worth
from rowlock.kernels.state import COLOUR, PASS, PAWN, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import end_turn, go_on

LOWEST = np.float32(-1e9)


@apart
def get_ready(t: Tables, mind: Mind, s: State) -> None:
    """Looks at the game as if the turn ended now: what all choices are compared with."""
    put(mind.states, AFTER_WHITE, s)
    idle = mind.states[AFTER_WHITE]
    idle.crossed = 1
    end_turn(t, idle)
    for seat in range(s.seats):
        look_at(t, mind, idle, seat)


@apart
def best_pawn(t: Tables, mind: Mind, s: State, seat: int) -> tuple[np.float32, int]:
    """What the pawn action is worth to the active seat at its best, and the move. If it is not due,
    the turn is over and worth what it is. `mind.won` is left as the chance to win there."""
    if s.phase != PAWN:
        return worth(t, mind, s, seat), PASS
    best, chosen, won = LOWEST, PASS, LOWEST
    choices = legal_moves(t, s, seat)
    for n in range(options(choices)):
        put(mind.states, AFTER_PAWN, s)
        after = mind.states[AFTER_PAWN]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        value = worth(t, mind, after, seat)
        if value > best:
            best, chosen, won = value, after.moves[seat], mind.won
    mind.won = won
    return best, chosen


@apart
def best_colour(t: Tables, mind: Mind, s: State, seat: int) -> tuple[np.float32, int, int]:
    """What the rest of the turn is worth to the active seat at its best, from the colour action on,
    and the moves."""
    if s.phase != COLOUR:
        value, steps = best_pawn(t, mind, s, seat)
        return value, PASS, steps
    best, chosen, then = LOWEST, PASS, PASS
    choices = legal_moves(t, s, seat)
    for n in range(options(choices)):
        put(mind.states, AFTER_COLOUR, s)
        after = mind.states[AFTER_COLOUR]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        value, steps = best_pawn(t, mind, after, seat)
        if value > best:
            best, chosen, then = value, after.moves[seat], steps
    return best, chosen, then


@apart
def follow(t: Tables, s: State, seat: int, move: int) -> None:
    """The active seat's move of a plan in the action due; it passes if the move is not legal any
    more."""
    s.moves[seat] = move if is_legal(legal_moves(t, s, seat), move) else PASS
    go_on(t, s)
