"""Results and decisions as columns: what Parquet files hold (docs/arena.md).

Everything is computed for all lines at once. Games, deals and seats count from 1 here, as for
people.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.arena.chunk import Chunk
from rowlock.arena.entrants import Meeting
from rowlock.kernels.bridge import to_code, to_moves
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import Records
from rowlock.kernels.state import LUCKY, OVER, PHASES, REASONS, WHITE
from rowlock.kernels.tables import first_spaces
from rowlock.rules import Variant

Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.integer[Any]]


class Column(NamedTuple):
    """A value for every line. With `words`, the values are numbers of words; with `starts`, every
    line has a list of values, from its start to that of the next line; where `missing` is true
    there is no value, and a column without it lacks none."""

    values: npt.NDArray[Any]
    words: tuple[str, ...] | None = None
    starts: Integers | None = None
    missing: Flags | None = None


Columns = dict[str, Column]
"""Columns of equal length, in order, by name."""


def result_columns(number: int, meeting: Meeting, chunk: Chunk) -> Columns:
    """A line for every seat of every game; `number` is the meeting's."""
    seats, games = len(meeting.entrants), len(chunk.results)
    game = np.repeat(chunk.first + np.arange(games), seats)
    seat = np.tile(np.arange(seats, dtype=np.int8), games)
    scores = chunk.results.scores[:, :seats]
    leads = scores == scores.max(axis=1, keepdims=True)
    won = leads / leads.sum(axis=1, keepdims=True)
    return {
        "meeting": Column(np.full(len(game), number, np.int32)),
        "game": Column(game + 1),
        "deal": Column(game // seats + 1),
        "seat": Column(seat + 1),
        "bot": _bots(meeting, game, seat),
        "score": Column(scores.ravel()),
        "won": _where(seats > 1, won.ravel()),
        "turns": Column(np.repeat(chunk.results.turns, seats)),
        "reason": Column(np.repeat(chunk.results.reason - 1, seats), _words(REASONS[1:])),
    }


def decision_columns(number: int, meeting: Meeting, log: Records) -> Columns:
    """A line for every decision of a log; `number` is the meeting's."""
    variant = meeting.variant
    return {
        "meeting": Column(np.full(len(log), number, np.int32)),
        "game": Column(log.game + 1),
        "turn": Column(log.turn),
        "phase": Column(log.phase - WHITE, _words(PHASES[WHITE:OVER])),
        "seat": Column(log.seat + 1),
        "bot": _bots(meeting, log.game, log.seat),
        "active": Column(log.active + 1),
        **_dice(variant, log),
        "locked": _lists(_flags(log.locked)[:, : len(variant.rows)], _row_letters(variant)),
        **_rows(variant, log),
        "misses": Column(log.misses),
        "pawn": _where(variant.board is not None, log.pawn),
        **_lucky_numbers(meeting, log),
        **_moves(variant, log),
    }


def _bots(meeting: Meeting, game: Integers, seat: Integers) -> Column:
    seats = len(meeting.entrants)
    deals = Deals(meeting.variant, seats, meeting.seed)
    seating = np.array([deals.seated(range(seats), shift) for shift in range(seats)])
    return Column(seating[game % seats, seat], _words(meeting.labels))


def _dice(variant: Variant, log: Records) -> Columns:
    out = np.array(
        [[die not in left for die in variant.dice] for left in variant.dice_by_locks], np.bool_
    )
    whites = {f"white_{which + 1}": Column(log.faces[:, which]) for which in range(2)}
    colours = {
        f"die_{die}": Column(log.faces[:, 2 + index], missing=out[log.locked, index])
        for index, die in enumerate(variant.dice)
    }
    return whites | colours


def _rows(variant: Variant, log: Records) -> Columns:
    marks, starts = _flags(log.marks), first_spaces(variant)
    columns = {}
    for row, first in zip(variant.rows, starts, strict=False):
        crossed = _lists(marks[:, first : first + len(row.spaces)])
        numbers = np.array([space.number for space in row.spaces], np.int8)
        columns[f"row_{row.letter}"] = crossed._replace(values=numbers[crossed.values])
    return columns


def _lucky_numbers(meeting: Meeting, log: Records) -> Columns:
    seats = len(meeting.entrants)
    pairs = np.zeros((len(log), 2), np.int8)
    if meeting.variant.lucky:
        deal, where = np.unique(log.game // seats, return_inverse=True)
        deals = Deals(meeting.variant, seats, meeting.seed)
        sheets = [deals.start(number).sheets for number in (deal * seats).tolist()]
        dealt = np.array([[sheet.lucky for sheet in table] for table in sheets], np.int8)
        pairs = dealt[where, log.seat]
    there = bool(meeting.variant.lucky)
    return {f"lucky_{which + 1}": _where(there, pairs[:, which]) for which in range(2)}


class _Menu(NamedTuple):
    """Every move of a variant, in the rules' order: its word and its number in a log."""

    words: tuple[str, ...]
    codes: npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def _menu(variant: Variant) -> _Menu:
    spaces = (1 << first_spaces(variant)[-1]) - 1
    steps = (2 << variant.board.reach) - 2 if variant.board else 0
    moves = to_moves(variant, (spaces, spaces if variant.lucky else 0, steps))
    return _Menu(_words(moves), np.array([to_code(variant, move) for move in moves]))


def _moves(variant: Variant, log: Records) -> Columns:
    """The legal moves and the one that was made."""
    words, codes = _menu(variant)
    # A flag for every number a move can have. Passing comes last, and -1 is its number.
    passing = np.ones((len(log), 1), np.bool_)
    legal = np.hstack([_flags(log.plain), _flags(log.lucky), _flags(log.steps), passing])
    places = np.zeros(legal.shape[1], np.int32)
    places[codes] = np.arange(len(codes))
    return {
        "legal": _lists(legal[:, codes], words),
        "move": Column(places[log.move], words),
    }


def _flags(bits: Integers) -> Flags:
    """The bits of every number, the lowest first: as many as tell plain and lucky moves apart."""
    octets = bits.astype("<i8").reshape(-1, 1).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=LUCKY, bitorder="little").view(np.bool_)


def _lists(flags: Flags, words: tuple[str, ...] | None = None) -> Column:
    """For every line the list of the places at which it has a flag."""
    starts = np.zeros(len(flags) + 1, np.int32)
    np.cumsum(np.count_nonzero(flags, axis=1), out=starts[1:])
    return Column(np.nonzero(flags)[1], words, starts)


def _where(there: bool, values: npt.NDArray[Any]) -> Column:
    """A column of something that only some games have."""
    return Column(values, missing=np.full(len(values), not there))


def _row_letters(variant: Variant) -> tuple[str, ...]:
    return tuple(row.letter for row in variant.rows)


def _words(values: tuple[object, ...] | list[Any]) -> tuple[str, ...]:
    """The texts of some values, in characters that every file can hold."""
    return tuple(str(value).encode("utf-8", "backslashreplace").decode() for value in values)
