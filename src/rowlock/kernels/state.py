"""A game in progress, as one record, and moves as numbers."""

from typing import Annotated

from rowlock.kernels import layout
from rowlock.kernels.layout import Ints
from rowlock.rules import Phase, Reason

PHASES = (Phase.ROLL, Phase.WHITE, Phase.COLOUR, Phase.PAWN, Phase.OVER)
ROLL, WHITE, COLOUR, PAWN, OVER = range(5)
"""What is due, as a number: its place in `PHASES`."""

REASONS = (None, Reason.LOCKS, Reason.MISSES, Reason.FINISH)
NOT_OVER, LOCKS, MISSES, FINISH = range(4)
"""Why a game is over, as a number: its place in `REASONS`."""

PASS = -1
LUCKY = 64
ADVANCE = 128
"""A move is a number: `PASS`, a space to cross, `LUCKY` + a space crossed by a lucky number, or
`ADVANCE` + the steps of a pawn."""


class State:
    """A game at one moment. By seat: `marks` the spaces crossed, `open` those that the sheet and
    the locks let be crossed, `misses`, `pawn`, `lucky` (bits of sums) and `moves`, the choices for
    the action due. `locked` are rows and `out` dice, as bits; `faces` are the two white dice and
    then the colours, those that are out too; `crossed` tells whether the active seat has crossed
    anything in this turn; `last_turn` is 0 until it is known."""

    seats: int
    turn: int
    active: int
    phase: int
    crossed: int
    locked: int
    out: int
    last_turn: int
    reason: int
    marks: Annotated[Ints, layout.SEATS]
    open: Annotated[Ints, layout.SEATS]
    misses: Annotated[Ints, layout.SEATS]
    pawn: Annotated[Ints, layout.SEATS]
    lucky: Annotated[Ints, layout.SEATS]
    moves: Annotated[Ints, layout.SEATS]
    faces: Annotated[Ints, layout.DICE + 2]


STATE = layout.layout(State)


def new_state() -> State:
    """Room for a game."""
    state: State = layout.empty(STATE)
    return state
