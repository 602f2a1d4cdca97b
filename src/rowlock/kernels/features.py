"""A position at the end of a turn as the network sees it: for every seat one number out of each of
a few small ranges, as if every row, the misses, the pawn were a switch with many positions.

A row that is open is told by how far it is used and how many crosses it has, one that is locked by
its crosses. Seats are put in order from the view of one of them: itself, then the others from the
one in front to the last.
"""

from functools import lru_cache
from typing import Annotated

from rowlock.kernels import layout
from rowlock.kernels.bits import count, highest
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.layout import Ints
from rowlock.kernels.legal import crosses
from rowlock.kernels.state import State
from rowlock.kernels.tables import Tables, tables_of
from rowlock.kernels.turn import total
from rowlock.rules import Variant

SEAT_SLOTS = layout.ROWS + 5
"""Room for the switches of a seat."""

TURNS_LEFT = 3
"""Whether the seat will be active again: nobody knows yet, yes, no."""


class Shape:
    """Where the numbers of each switch begin in a seat's `block`. What the game does not have
    begins at -1."""

    seats: int
    block: int
    open_at: Annotated[Ints, layout.ROWS]
    locked_at: Annotated[Ints, layout.ROWS]
    misses_at: int
    order_at: int
    pawn_at: int
    finish_at: int
    lucky_at: int


@lru_cache(maxsize=64)
def shape_of(variant: Variant, seats: int) -> Shape:
    """The switches of a game with so many seats."""
    tables, shape = tables_of(variant), _new_shape()
    shape.seats = seats
    for index, row in enumerate(variant.rows):
        inner = len(row.spaces) - row.ends
        shape.open_at[index] = _add(shape, inner * (inner + 1) // 2 + 1)
        shape.locked_at[index] = shape.block
        shape.block += len(row.spaces) + 2
    shape.misses_at = _add(shape, tables.misses)
    shape.order_at = _add(shape, seats)
    shape.pawn_at = _add(shape, tables.path_length + 1 if tables.path_length else 0)
    shape.finish_at = _add(shape, TURNS_LEFT if tables.path_length else 0)
    shape.lucky_at = _add(shape, tables.pair_count + 1 if tables.pair_count else 0)
    return shape


def _new_shape() -> Shape:
    shape: Shape = layout.empty(layout.layout(Shape))
    return shape


def _add(shape: Shape, numbers: int) -> int:
    """Makes room for a switch of so many positions, and tells where; without any there is none."""
    if not numbers:
        return -1
    at = shape.block
    shape.block += numbers
    return at


@inlined
def row_feature(t: Tables, shape: Shape, s: State, seat: int, row: int) -> int:
    """The number of a row's state."""
    marks = s.marks[seat] & t.row_bits[row]
    if s.locked >> row & 1:
        at: int = shape.locked_at[row] + crosses(t, marks, row)
        return at
    if not marks:
        empty: int = shape.open_at[row]
        return empty
    used = highest(marks) + 1 - t.first[row]
    found: int = shape.open_at[row] + used * (used - 1) // 2 + count(marks)
    return found


@compiled
def features(t: Tables, shape: Shape, s: State, view: int, found: Ints) -> int:
    """Fills `found` with the numbers of all switches, seat by seat, from the view of one seat; how
    many there are. A network for fewer seats sees those that are in front."""
    seats, block, slot = s.seats, shape.block, 0
    left = ((1 << seats) - 1) & ~(1 << view)
    seat = view
    for role in range(shape.seats):
        base = role * block
        for row in range(t.rows):
            found[slot + row] = base + row_feature(t, shape, s, seat, row)
        slot += t.rows
        found[slot] = base + shape.misses_at + min(s.misses[seat], t.misses - 1)
        ahead = seat - s.active if seat >= s.active else seat - s.active + seats
        found[slot + 1] = base + shape.order_at + min(ahead, shape.seats - 1)
        slot += 2
        if t.path_length:
            found[slot] = base + shape.pawn_at + s.pawn[seat]
            turns = 0 if not s.last_turn else 1 if s.turn + ahead <= s.last_turn else 2
            found[slot + 1] = base + shape.finish_at + turns
            slot += 2
        if t.pair_count:
            found[slot] = base + shape.lucky_at + pair_number(t, s.lucky[seat])
            slot += 1
        seat = leader(t, s, left)
        left &= ~(1 << seat)
    return slot


@inlined
def pair_number(t: Tables, lucky: int) -> int:
    """Which of the game's lucky pairs it is; one more than there are for any other."""
    number = 0
    while number < t.pair_count and t.pairs[number] != lucky:
        number += 1
    return number


@inlined
def leader(t: Tables, s: State, among: int) -> int:
    """The seat with the most points, of those whose bits are set; of equals the first from the
    active one."""
    if among & (among - 1) == 0:
        return highest(among) if among else 0
    best, most = 0, -(1 << 30)
    for step in range(s.seats):
        seat = s.active + step if s.active + step < s.seats else s.active + step - s.seats
        if among >> seat & 1:
            points = total(t, s, seat)
            if points > most:
                best, most = seat, points
    return best
