"""The choices of `master`: of all ways to go on, the one whose end of the turn is worth most.

The active seat looks at the whole rest of its turn. In the white action all choose at once, so a
choice is valued against what the others would choose: first each seat that is not active guesses as
if it were alone, then the active seat plans its turn against these guesses, then the others choose
against the plan.
"""

import numpy as np

from rowlock.kernels.compiled import compiled
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import is_legal, options, pick
from rowlock.kernels.network import (
    AFTER_COLOUR,
    AFTER_PAWN,
    AFTER_WHITE,
    AT_HAND,
    BEFORE,
    Mind,
    look_at,
    worth,
)
from rowlock.kernels.state import COLOUR, PASS, PAWN, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import end_turn, go_on, roll

LOWEST = np.float32(-1e9)


@compiled
def get_ready(t: Tables, mind: Mind, s: State) -> None:
    """Looks at the game as if the turn ended now: what all choices are compared with."""
    mind.states[AFTER_WHITE] = s
    idle = mind.states[AFTER_WHITE]
    idle.crossed = 1
    end_turn(t, idle)
    for seat in range(s.seats):
        look_at(t, mind, idle, seat)


@compiled
def best_pawn(t: Tables, mind: Mind, s: State, seat: int) -> tuple[np.float32, int]:
    """What the pawn action is worth to the active seat at its best, and the move. If it is not due,
    the turn is over and worth what it is. `mind.won` is left as the chance to win there."""
    if s.phase != PAWN:
        return worth(t, mind, s, seat), PASS
    best, chosen, won = LOWEST, PASS, LOWEST
    choices = legal_moves(t, s, seat)
    for n in range(options(choices)):
        mind.states[AFTER_PAWN] = s
        after = mind.states[AFTER_PAWN]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        value = worth(t, mind, after, seat)
        if value > best:
            best, chosen, won = value, after.moves[seat], mind.won
    mind.won = won
    return best, chosen


@compiled
def best_colour(t: Tables, mind: Mind, s: State, seat: int) -> tuple[np.float32, int, int]:
    """What the rest of the turn is worth to the active seat at its best, from the colour action on,
    and the moves."""
    if s.phase != COLOUR:
        value, steps = best_pawn(t, mind, s, seat)
        return value, PASS, steps
    best, chosen, then = LOWEST, PASS, PASS
    choices = legal_moves(t, s, seat)
    for n in range(options(choices)):
        mind.states[AFTER_COLOUR] = s
        after = mind.states[AFTER_COLOUR]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        value, steps = best_pawn(t, mind, after, seat)
        if value > best:
            best, chosen, then = value, after.moves[seat], steps
    return best, chosen, then


@compiled
def follow(t: Tables, s: State, seat: int, move: int) -> None:
    """The active seat's move of a plan in the action due; it passes if the move is not legal any
    more."""
    s.moves[seat] = move if is_legal(legal_moves(t, s, seat), move) else PASS
    go_on(t, s)


@compiled
def best_white_alone(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """What a seat that is not active would cross if the others did nothing."""
    choices = legal_moves(t, s, seat)
    if options(choices) == 1:
        return PASS
    best, chosen = LOWEST, PASS
    for n in range(options(choices)):
        mind.states[AFTER_WHITE] = s
        after = mind.states[AFTER_WHITE]
        for other in range(s.seats):
            after.moves[other] = PASS
        after.moves[seat] = pick(choices, n)
        after.crossed = 1
        go_on(t, after)
        if after.phase == COLOUR:
            end_turn(t, after)
        value = worth(t, mind, after, seat)
        if value > best:
            best, chosen = value, after.moves[seat]
    return chosen


@compiled
def foresee(t: Tables, mind: Mind, s: State) -> None:
    """Fills `s.moves` with what all seats would choose in the white action."""
    get_ready(t, mind, s)
    active = s.active
    for seat in range(s.seats):
        if seat != active:
            s.moves[seat] = best_white_alone(t, mind, s, seat)
    best, chosen, colour, steps = LOWEST, PASS, PASS, PASS
    choices = legal_moves(t, s, active)
    for n in range(options(choices)):
        mind.states[AFTER_WHITE] = s
        after = mind.states[AFTER_WHITE]
        after.moves[active] = pick(choices, n)
        go_on(t, after)
        value, then, last = best_colour(t, mind, after, active)
        if value > best:
            best, chosen, colour, steps = value, pick(choices, n), then, last
    s.moves[active] = chosen
    mind.states[BEFORE] = s
    for seat in range(s.seats):
        if seat != active:
            s.moves[seat] = best_answer(t, mind, mind.states[BEFORE], seat, colour, steps)


@compiled
def best_answer(t: Tables, mind: Mind, s: State, seat: int, colour: int, steps: int) -> int:
    """The white move of a seat that is not active, when all others make theirs in `s.moves` and
    the active one goes on as planned."""
    choices = legal_moves(t, s, seat)
    if options(choices) == 1:
        return PASS
    best, chosen, active = LOWEST, PASS, s.active
    for n in range(options(choices)):
        mind.states[AFTER_WHITE] = s
        after = mind.states[AFTER_WHITE]
        move = pick(choices, n)
        after.moves[seat] = move
        go_on(t, after)
        if after.phase == COLOUR:
            follow(t, after, active, colour)
        if after.phase == PAWN:
            follow(t, after, active, steps)
        value = worth(t, mind, after, seat)
        if value > best:
            best, chosen = value, move
    return chosen


@compiled
def master(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """What `master` does in the action due."""
    if options(legal_moves(t, s, seat)) == 1:
        return PASS
    if s.phase == WHITE:
        mind.states[AT_HAND] = s
        foresee(t, mind, mind.states[AT_HAND])
        chosen: int = mind.states[AT_HAND].moves[seat]
        return chosen
    get_ready(t, mind, s)
    if s.phase == COLOUR:
        return best_colour(t, mind, s, seat)[1]
    return best_pawn(t, mind, s, seat)[1]


@compiled
def play_turn(t: Tables, mind: Mind, s: State, dice_key: np.uint64) -> None:
    """A turn in which every seat is `master`."""
    roll(t, s, dice_key)
    foresee(t, mind, s)
    go_on(t, s)
    if s.phase == COLOUR:
        s.moves[s.active] = best_colour(t, mind, s, s.active)[1]
        go_on(t, s)
    if s.phase == PAWN:
        s.moves[s.active] = best_pawn(t, mind, s, s.active)[1]
        go_on(t, s)
