"""The heuristic bot, looking through its whole turn: what it values is the same, but white and
colour moves are weighed together, against what the others would cross.

The player of the qwixxer project decides like this: an end of the game that wins is taken, one that
loses avoided, and a lock that does not end the game is always made.
"""

from rowlock.kernels.character import MISS
from rowlock.kernels.compiled import apart, compiled
from rowlock.kernels.copying import put
from rowlock.kernels.heuristic import row_value
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import AFTER_COLOUR, AFTER_WHITE, AT_HAND, Mind
from rowlock.kernels.state import COLOUR, OVER, PASS, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import go_on, total

VERDICT, LOCK = 1 << 60, 1 << 58
"""Winning or losing counts for more than a lock, a lock for more than any sheet."""


@apart
def planner(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """What the bot does in the action due."""
    if s.phase == WHITE and seat == s.active:
        return best_plan(t, mind, s, seat)
    return best_move(t, mind, s, seat)


@apart
def best_plan(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """The white move of the best turn, when the others cross what they would."""
    put(mind.states, AT_HAND, s)
    before = mind.states[AT_HAND]
    for other in range(s.seats):
        before.moves[other] = PASS
    for other in range(s.seats):
        if other != seat:
            before.moves[other] = best_move(t, mind, s, other)
    choices, best, chosen = legal_moves(t, s, seat), -(1 << 62), PASS
    for n in range(options(choices)):
        put(mind.states, AFTER_WHITE, before)
        after = mind.states[AFTER_WHITE]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        mark = best_rest(t, mind, after, s, seat)
        if mark > best:
            best, chosen = mark, pick(choices, n)
    return chosen


@apart
def best_rest(t: Tables, mind: Mind, s: State, before: State, seat: int) -> int:
    """How good the best colour move makes a turn after this white action."""
    if s.phase != COLOUR:
        return mark_of(t, s, before, seat, most_points(t, s, seat))
    choices, best = legal_moves(t, s, seat), -(1 << 62)
    for n in range(options(choices)):
        put(mind.states, AFTER_COLOUR, s)
        after = mind.states[AFTER_COLOUR]
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        best = max(best, mark_of(t, after, before, seat, most_points(t, after, seat)))
    return best


@apart
def best_move(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """The best move in this action alone; of equals the first."""
    rivals = most_points(t, s, seat)
    if s.phase == WHITE:
        rivals = most_points_after_white(t, mind, s, seat)
    choices, best, chosen = legal_moves(t, s, seat), -(1 << 62), PASS
    for n in range(options(choices)):
        put(mind.states, AFTER_WHITE, s)
        after = mind.states[AFTER_WHITE]
        for other in range(s.seats):
            after.moves[other] = PASS
        after.moves[seat] = pick(choices, n)
        go_on(t, after)
        mark = mark_of(t, after, s, seat, rivals)
        if mark > best:
            best, chosen = mark, pick(choices, n)
    return chosen


@compiled
def mark_of(t: Tables, s: State, before: State, seat: int, rivals: int) -> int:
    """How good a position is for a seat whose best rival has so many points."""
    value: int = t.faces * t.faces * MISS * s.misses[seat]
    for row in range(t.rows):
        value += row_value(t, row, s.marks[seat], not s.locked >> row & 1)
    if s.phase == OVER:
        ahead = total(t, s, seat) - rivals
        if ahead > 0:
            value += VERDICT
        elif ahead < 0:
            value -= VERDICT
    elif s.locked & ~before.locked:
        value += LOCK
    return value


@compiled
def most_points(t: Tables, s: State, seat: int) -> int:
    """The points of the best other seat."""
    most = -(1 << 30)
    for other in range(s.seats):
        if other != seat:
            most = max(most, total(t, s, other))
    return most


@apart
def most_points_after_white(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """The points that the best other seat can have after the white action."""
    most = most_points(t, s, seat)
    for other in range(s.seats):
        if other != seat:
            choices = legal_moves(t, s, other)
            for n in range(options(choices)):
                put(mind.states, AFTER_COLOUR, s)
                after = mind.states[AFTER_COLOUR]
                for everyone in range(s.seats):
                    after.moves[everyone] = PASS
                after.moves[other] = pick(choices, n)
                go_on(t, after)
                most = max(most, total(t, after, other))
    return most
