"""A position one turn later, averaged exactly over all rolls.

The dice of the colours are independent: the best that each face of each of them offers is found
once for a pair of white dice, and how likely each offer is the best of all follows from their
order. The seats that are not active answer the white dice as if they were alone.
"""

from rowlock.kernels.bits import lowest
from rowlock.kernels.compiled import apart
from rowlock.kernels.copying import put
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import options, pick
from rowlock.kernels.network import ROLLED, THEN, TRIED, Mind, outlook
from rowlock.kernels.rest import LOWEST, best_pawn, get_ready
from rowlock.kernels.state import COLOUR, OVER, PASS, PAWN, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import go_on
from rowlock.kernels.white import best_white_alone

UNLIMITED = 1 << 62
"""The limit of who has all the time in the world."""


@apart
def coming(t: Tables, mind: Mind, s: State, view: int, limit: int) -> float:
    """The seat's chance to win after the next turn, in the mean over all rolls; for a game that is
    over, its share of the win. Alone, its points. When `mind.effort` passes the limit it gives up,
    and what it tells means nothing."""
    if s.phase == OVER:
        return outlook(t, mind, s, view)
    get_ready(t, mind, s)
    mean, rolls = 0.0, t.faces * t.faces
    for first in range(1, t.faces + 1):
        for second in range(first, t.faces + 1):
            if mind.effort > limit:
                break
            put(mind.states, ROLLED, s)
            rolled = mind.states[ROLLED]
            rolled.faces[0], rolled.faces[1], rolled.phase = first, second, WHITE
            for seat in range(s.seats):
                if seat != s.active:
                    rolled.moves[seat] = best_white_alone(t, mind, rolled, seat)
            find_offers(t, mind, view)
            mean += (1 if first == second else 2) * mean_of_best(t, mind, first, second)
    return mean / rolls


@apart
def find_offers(t: Tables, mind: Mind, view: int) -> None:
    """Fills `mind.offers` and `mind.prospects`: what the best way to use each sum of each die is
    worth to the active seat, and what it brings the viewing one; without a die, under the number
    of dice."""
    rolled = mind.states[ROLLED]
    active, low, high = rolled.active, rolled.faces[0], rolled.faces[1]
    for die in range(t.dice + 1):
        for total in range(2 * t.faces + 1):
            mind.offers[die, total] = LOWEST
    choices = legal_moves(t, rolled, active)
    for n in range(options(choices)):
        put(mind.states, TRIED, rolled)
        tried = mind.states[TRIED]
        tried.moves[active] = pick(choices, n)
        go_on(t, tried)
        weigh(t, mind, view, t.dice, 0, PASS)
        if tried.phase != COLOUR:
            continue
        for die in range(t.dice):
            if not tried.out >> die & 1:
                for total in range(low + 1, high + t.faces + 1):
                    spaces = t.colour[die, total] & tried.open[active]
                    while spaces:
                        weigh(t, mind, view, die, total, lowest(spaces))
                        spaces &= spaces - 1


@apart
def weigh(t: Tables, mind: Mind, view: int, die: int, total: int, move: int) -> None:
    """Notes what a colour move after the white action that was tried is worth, if it is the best
    use of the die's sum so far."""
    active = mind.states[ROLLED].active
    put(mind.states, THEN, mind.states[TRIED])
    then = mind.states[THEN]
    if then.phase == COLOUR:
        then.moves[active] = move
        go_on(t, then)
    value, steps = best_pawn(t, mind, then, active)
    if value <= mind.offers[die, total]:
        return
    mind.offers[die, total] = value
    if then.phase == PAWN:
        then.moves[active] = steps
        go_on(t, then)
    mind.prospects[die, total] = outlook(t, mind, then, view)


@apart
def mean_of_best(t: Tables, mind: Mind, first: int, second: int) -> float:
    """What the offers bring the viewing seat, when the active one takes the best of those that the
    colour dice give it: from the best offer down, each as likely as no better one is there."""
    still = mind.still
    for die in range(t.dice):
        still[die] = t.faces
        for face in range(t.faces):
            one, other = first + face + 1, second + face + 1
            better = one if mind.offers[die, one] >= mind.offers[die, other] else other
            mind.face_offers[die, face] = mind.offers[die, better]
            mind.face_prospects[die, face] = mind.prospects[die, better]
    floor, mean, left = mind.offers[t.dice, 0], 0.0, 1.0
    while left > 1e-9:
        best, at_die, at_face = floor, -1, -1
        for die in range(t.dice):
            for face in range(t.faces):
                if mind.face_offers[die, face] > best:
                    best, at_die, at_face = mind.face_offers[die, face], die, face
        if at_die < 0:
            break
        mind.face_offers[at_die, at_face] = LOWEST
        share = left / still[at_die]
        mean += share * float(mind.face_prospects[at_die, at_face])
        left -= share
        still[at_die] -= 1
    return mean + left * float(mind.prospects[t.dice, 0])
