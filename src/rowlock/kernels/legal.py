"""What a seat may do now."""

from rowlock.kernels.bits import count
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.state import COLOUR, PAWN, WHITE, State
from rowlock.kernels.tables import Tables

Legal = tuple[int, int, int]
"""The spaces a seat may cross, those it may cross by a lucky number, and the steps its pawn may
take, each as bits. Passing is always legal."""


@inlined
def legal(t: Tables, s: State, seat: int) -> Legal:
    """What a seat that acts now may do."""
    if s.phase == WHITE:
        total = s.faces[0] + s.faces[1]
        plain = t.white[total] & s.open[seat]
        return plain, lucky_spaces(t, s, seat) if s.lucky[seat] >> total & 1 else 0, 0
    if s.phase == COLOUR:
        return colour_spaces(t, s) & s.open[seat], 0, 0
    if s.phase == PAWN:
        return 0, 0, pawn_steps(t, s, seat)
    return 0, 0, 0


@compiled
def legal_moves(t: Tables, s: State, seat: int) -> Legal:
    """The same, compiled once for all who are in less of a hurry."""
    return legal(t, s, seat)


@inlined
def colour_spaces(t: Tables, s: State) -> int:
    """The spaces that one white and one colour die find."""
    found = 0
    for die in range(t.dice):
        if not s.out >> die & 1:
            face = s.faces[2 + die]
            found |= t.colour[die, s.faces[0] + face] | t.colour[die, s.faces[1] + face]
    return found


@inlined
def crosses(t: Tables, marks: int, row: int) -> int:
    """How many crosses a sheet has in a row, its lock included."""
    return count(marks & t.row_bits[row]) + (1 if marks & t.end_bits[row] else 0)


@compiled
def lucky_spaces(t: Tables, s: State, seat: int) -> int:
    """The next spaces of the rows with the fewest crosses, of those not locked. A next space that
    needs more crosses leaves nothing open in its row."""
    found, fewest = 0, 1 << 30
    for row in range(t.rows):
        if not s.locked >> row & 1:
            here = crosses(t, s.marks[seat], row)
            if here < fewest:
                found, fewest = 0, here
            if here == fewest:
                still_open = s.open[seat] & t.row_bits[row]
                found |= still_open & -still_open
    return found


@compiled
def pawn_steps(t: Tables, s: State, seat: int) -> int:
    """The numbers of free spaces by which the pawn reaches one that is crossed or can be."""
    found, steps, position = 0, 0, s.pawn[seat]
    usable = s.marks[seat] | s.open[seat]
    while steps < t.reach and position < t.path_length:
        position += 1
        if not is_taken(s, seat, position):
            steps += 1
            found |= (usable >> t.path[position] & 1) << steps
    return found


@inlined
def is_taken(s: State, seat: int, position: int) -> bool:
    """Whether another pawn stands there."""
    taken = False
    for other in range(s.seats):
        taken |= other != seat and s.pawn[other] == position
    return taken


@compiled
def landing(s: State, seat: int, steps: int) -> int:
    """Where the pawn is after so many free spaces."""
    position: int = s.pawn[seat]
    while steps:
        position += 1
        if not is_taken(s, seat, position):
            steps -= 1
    return position
