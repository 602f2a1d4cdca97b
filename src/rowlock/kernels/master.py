"""The choices of `master`: of all ways to go on, the one whose end of the turn is worth most.

The active seat looks at the whole rest of its turn; in the white action it reckons with what the
others would choose.
"""

import numpy as np

from rowlock.kernels.compiled import apart
from rowlock.kernels.copying import put
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.moves import options
from rowlock.kernels.network import AT_HAND, Mind
from rowlock.kernels.rest import best_colour, best_pawn, get_ready
from rowlock.kernels.rng import uniform
from rowlock.kernels.state import COLOUR, PASS, PAWN, WHITE, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import chance_of, go_on, roll
from rowlock.kernels.white import drawn_move, foresee


@apart
def master(t: Tables, mind: Mind, s: State, seat: int, number: np.uint64) -> int:
    """What `master` does in the action due; `number` is its chance where it must mix."""
    if options(legal_moves(t, s, seat)) == 1:
        return PASS
    if s.phase == WHITE:
        put(mind.states, AT_HAND, s)
        if foresee(t, mind, mind.states[AT_HAND]):
            return drawn_move(t, mind, s, seat, uniform(number, 0))
        chosen: int = mind.states[AT_HAND].moves[seat]
        return chosen
    get_ready(t, mind, s)
    if s.phase == COLOUR:
        return best_colour(t, mind, s, seat)[1]
    return best_pawn(t, mind, s, seat)[1]


@apart
def play_turn(t: Tables, mind: Mind, s: State, dice_key: np.uint64, choices_key: np.uint64) -> None:
    """A turn in which every seat is `master`."""
    roll(t, s, dice_key)
    if foresee(t, mind, s):
        for seat in range(s.seats):
            point = uniform(chance_of(s, seat, choices_key), 0)
            s.moves[seat] = drawn_move(t, mind, s, seat, point)
    go_on(t, s)
    if s.phase == COLOUR:
        s.moves[s.active] = best_colour(t, mind, s, s.active)[1]
        go_on(t, s)
    if s.phase == PAWN:
        s.moves[s.active] = best_pawn(t, mind, s, s.active)[1]
        go_on(t, s)
