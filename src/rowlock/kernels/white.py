"""The white action of `master`. All choose at once, so a choice is valued against what the others
would choose.

First each seat that is not active guesses as if it were alone, then the active seat plans its turn
against these guesses, then the others answer the plan. If an answer is not what was guessed, and
the plan would be another one against it, one of two seats would regret any pair of choices for
certain: then they mix, so that neither could do better if it knew the other's mix.
"""

from rowlock.kernels.clash import MOST, drawn_choice, settle, sure_choice
from rowlock.kernels.compiled import apart, folded
from rowlock.kernels.copying import put
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import AFTER_WHITE, BEFORE, Mind, worth
from rowlock.kernels.rest import LOWEST, best_colour, follow, get_ready
from rowlock.kernels.state import COLOUR, PASS, PAWN, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import end_turn, go_on

Plan = tuple[int, int, int]
"""The moves of a turn: white, colour, pawn."""


@apart
def foresee(t: Tables, mind: Mind, s: State) -> bool:
    """Fills `s.moves` with what all seats would choose in the white action. Whether two seats mix
    instead: then `mind.clash` has the chances of their choices, those of the active seat first."""
    get_ready(t, mind, s)
    active, settled = s.active, True
    for seat in range(s.seats):
        if seat != active:
            s.moves[seat] = best_white_alone(t, mind, s, seat)
    plan = best_turn(t, mind, s)
    s.moves[active] = plan[0]
    put(mind.states, BEFORE, s)
    for seat in range(s.seats):
        if seat != active:
            answer = best_answer(t, mind, mind.states[BEFORE], seat, plan)
            settled = settled and answer == s.moves[seat]
            s.moves[seat] = answer
    if settled or s.seats != 2 or best_turn(t, mind, s) == plan:
        return False
    return must_mix(t, mind, s)


@apart
def best_white_alone(t: Tables, mind: Mind, s: State, seat: int) -> int:
    """What a seat that is not active would cross if the others did nothing."""
    choices = legal_moves(t, s, seat)
    if options(choices) == 1:
        return PASS
    best, chosen = LOWEST, PASS
    for n in range(options(choices)):
        put(mind.states, AFTER_WHITE, s)
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


@apart
def best_turn(t: Tables, mind: Mind, s: State) -> Plan:
    """The best turn of the active seat when the others make their moves in `s.moves`."""
    best, chosen, colour, steps = LOWEST, PASS, PASS, PASS
    choices = legal_moves(t, s, s.active)
    for n in range(options(choices)):
        put(mind.states, AFTER_WHITE, s)
        after = mind.states[AFTER_WHITE]
        after.moves[s.active] = pick(choices, n)
        go_on(t, after)
        value, then, last = best_colour(t, mind, after, s.active)
        if value > best:
            best, chosen, colour, steps = value, pick(choices, n), then, last
    return chosen, colour, steps


@apart
def best_answer(t: Tables, mind: Mind, s: State, seat: int, plan: Plan) -> int:
    """The white move of a seat that is not active, when all others make theirs in `s.moves` and
    the active one goes on as planned."""
    choices = legal_moves(t, s, seat)
    if options(choices) == 1:
        return PASS
    best, chosen, active = LOWEST, PASS, s.active
    for n in range(options(choices)):
        put(mind.states, AFTER_WHITE, s)
        after = mind.states[AFTER_WHITE]
        move = pick(choices, n)
        after.moves[seat] = move
        go_on(t, after)
        if after.phase == COLOUR:
            follow(t, after, active, plan[1])
        if after.phase == PAWN:
            follow(t, after, active, plan[2])
        value = worth(t, mind, after, seat)
        if value > best:
            best, chosen = value, move
    return chosen


@folded
def must_mix(t: Tables, mind: Mind, s: State) -> bool:
    """Settles the white action of two seats for all that both can choose. If one choice of each is
    best, they are made in `s.moves`."""
    clash, active, other = mind.clash, s.active, 1 - s.active
    mine, theirs = legal_moves(t, s, active), legal_moves(t, s, other)
    clash.rows, clash.columns = options(mine), options(theirs)
    if max(clash.rows, clash.columns) > MOST:
        return False
    for row in range(clash.rows):
        for column in range(clash.columns):
            put(mind.states, AFTER_WHITE, s)
            after = mind.states[AFTER_WHITE]
            after.moves[active], after.moves[other] = pick(mine, row), pick(theirs, column)
            go_on(t, after)
            clash.gains[row, column] = advantage(t, mind, after)
    settle(clash)
    row, column = sure_choice(clash, 0), sure_choice(clash, 1)
    if row < 0 or column < 0:
        return True
    s.moves[active], s.moves[other] = pick(mine, row), pick(theirs, column)
    return False


@folded
def advantage(t: Tables, mind: Mind, s: State) -> float:
    """By how much more the best rest of the turn is worth to the active one of two seats than to
    the other."""
    active = s.active
    value, colour, steps = best_colour(t, mind, s, active)
    if s.phase == COLOUR:
        follow(t, s, active, colour)
    if s.phase == PAWN:
        follow(t, s, active, steps)
    return float(value) - float(worth(t, mind, s, 1 - active))


@apart
def drawn_move(t: Tables, mind: Mind, s: State, seat: int, point: float) -> int:
    """What a seat that mixes chooses, by a point between 0 and 1 that nobody else knows."""
    side = 0 if seat == s.active else 1
    return pick(legal_moves(t, s, seat), drawn_choice(mind.clash, side, point))
