"""A variant as one record: all that compiled games need to know of it.

The spaces of a sheet are numbered row by row, from left to right, and a set of them is one integer:
what a sheet has crossed, what it can still cross, what the dice find.
"""

from functools import lru_cache
from typing import Annotated

from rowlock.dice import ways
from rowlock.kernels import layout
from rowlock.kernels.layout import Ints
from rowlock.rules import Variant


class Tables:
    """What a kernel is given instead of a variant.

    By row: `row_bits` its spaces, `end_bits` those that lock it, `needs` the crosses that takes,
    `lock_die` the die that leaves, `first` its first space. By space: `row_of` its row, `behind`
    it and all left of it in the row, `ways` how many of all rolls of two dice give its number.
    By sum: `white` and, for each die, `colour`, the spaces it finds. `points` by crosses. `pairs`
    are the lucky pairs as bits of sums. By position on the board, counted from 1: `path` the space
    it names and `bonus`; without a board `path_length` and `reach` are 0.
    """

    rows: int
    dice: int
    faces: int
    locks: int
    misses: int
    miss_points: int
    path_length: int
    reach: int
    finish: int
    pair_count: int
    start: int
    row_bits: Annotated[Ints, layout.ROWS]
    end_bits: Annotated[Ints, layout.ROWS]
    needs: Annotated[Ints, layout.ROWS]
    lock_die: Annotated[Ints, layout.ROWS]
    first: Annotated[Ints, layout.ROWS]
    row_of: Annotated[Ints, layout.SPACES]
    behind: Annotated[Ints, layout.SPACES]
    ways: Annotated[Ints, layout.SPACES]
    white: Annotated[Ints, layout.SUMS]
    colour: Annotated[Ints, layout.DICE, layout.SUMS]
    points: Annotated[Ints, layout.CROSSES]
    pairs: Annotated[Ints, layout.PAIRS]
    path: Annotated[Ints, layout.PATH]
    bonus: Annotated[Ints, layout.PATH]


class TooLarge(ValueError):
    """A variant that compiled games have no room for."""


@lru_cache(maxsize=64)
def tables_of(variant: Variant) -> Tables:
    """The tables of a variant, computed from its data."""
    _check_room(variant)
    tables: Tables = layout.empty(layout.layout(Tables))
    tables.rows, tables.dice = len(variant.rows), len(variant.dice)
    tables.faces, tables.locks = variant.faces, variant.locks
    tables.misses, tables.miss_points = variant.misses, variant.miss_points
    tables.points[: len(variant.points)] = variant.points
    tables.pair_count = len(variant.lucky)
    tables.pairs[: len(variant.lucky)] = [bits_of(pair) for pair in variant.lucky]
    _add_rows(tables, variant)
    _add_board(tables, variant)
    return tables


def bits_of(numbers: tuple[int, ...]) -> int:
    """A set of small numbers as bits."""
    return sum(1 << number for number in numbers)


def first_spaces(variant: Variant) -> list[int]:
    """Where the spaces of each row begin in the sheet's numbering; last, how many there are."""
    starts = [0]
    for row in variant.rows:
        starts.append(starts[-1] + len(row.spaces))
    return starts


def _add_rows(tables: Tables, variant: Variant) -> None:
    for index, (row, first) in enumerate(zip(variant.rows, first_spaces(variant), strict=False)):
        tables.first[index] = first
        tables.row_bits[index] = row.all_bits << first
        tables.end_bits[index] = row.end_bits << first
        tables.needs[index] = row.needs
        tables.lock_die[index] = variant.dice.index(row.die)
        tables.start |= (row.all_bits if row.needs <= 0 else row.all_bits & ~row.end_bits) << first
        for space, (colour, number) in enumerate(row.spaces, start=first):
            tables.row_of[space] = index
            tables.behind[space] = (2 << space) - (1 << first)
            tables.ways[space] = ways(variant.faces, number)
            if number <= 2 * variant.faces:
                tables.white[number] |= 1 << space
                tables.colour[variant.dice.index(colour), number] |= 1 << space


def _add_board(tables: Tables, variant: Variant) -> None:
    board, starts = variant.board, first_spaces(variant)
    if board is None:
        return
    tables.path_length, tables.reach = len(board.path), board.reach
    tables.finish = len(board.path) - board.finish
    tables.bonus[: len(board.bonus)] = board.bonus
    for position, name in enumerate(board.path, start=1):
        place = variant.places[name]
        tables.path[position] = starts[place.row] + place.space


def _check_room(variant: Variant) -> None:
    sizes = (
        ("rows", len(variant.rows), layout.ROWS),
        ("spaces on a sheet", first_spaces(variant)[-1], layout.SPACES),
        ("colour dice", len(variant.dice), layout.DICE),
        ("seats", variant.seats, layout.SEATS),
        ("the highest sum of two dice", 2 * variant.faces, layout.SUMS - 1),
        ("most crosses with points", len(variant.points), layout.CROSSES),
        ("lucky pairs", len(variant.lucky), layout.PAIRS),
        ("spaces of the board", len(variant.board.path) if variant.board else 0, layout.PATH - 1),
    )
    for what, size, room in sizes:
        if size > room:
            raise TooLarge(f"compiled games have room for {room}, not {size} ({what})")
