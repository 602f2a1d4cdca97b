"""What bots ask about a move before they make it."""

from rowlock.kernels.compiled import inlined
from rowlock.kernels.legal import landing
from rowlock.kernels.state import ADVANCE, COLOUR, LUCKY, PASS, WHITE, State
from rowlock.kernels.tables import Tables

NOWHERE = -1
"""The space of a move that crosses none."""


@inlined
def space_of(t: Tables, s: State, seat: int, move: int) -> int:
    """The space a legal move crosses."""
    if move == PASS:
        return NOWHERE
    if move < ADVANCE:
        return move & (LUCKY - 1)
    space = t.path[landing(s, seat, move - ADVANCE)]
    return NOWHERE if s.marks[seat] >> space & 1 else space


@inlined
def passing_misses(t: Tables, s: State, seat: int) -> bool:
    """Whether this is the last action of the active seat's turn, and it has crossed nothing."""
    last_action = s.phase != WHITE and (s.phase != COLOUR or t.path_length == 0)
    return last_action and seat == s.active and not s.crossed
