"""What a seat may choose from, what each choice would do, and why other spaces are closed."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import asdict

from rowlock.rules import (
    Advance,
    Game,
    Move,
    Phase,
    Place,
    Sheet,
    Variant,
    board_place,
    crossed_place,
    legal_moves,
    pawn_landings,
    points,
    refusal,
)
from rowlock.rules.row import has_lock, is_crossed
from rowlock.server.messages.tells import LandingView, MoveView, YourSeat
from rowlock.server.tables.closed import closed_reasons
from rowlock.server.tables.describe import describe, skipped_numbers
from rowlock.server.tables.table import Table

MOST_KNOWN = 1 << 11
"""The options of so many seats are remembered, which others who choose do not change: some
kilobytes each."""


def your_seat(table: Table, seat: int) -> YourSeat:
    """What only the holder of the seat sees."""
    game, index = table.game, table.index(seat)
    assert game is not None
    acting = seat in table.acting and table.seats[index].player is None
    chosen, options = table.chosen.get(seat), _options(game, index)
    return YourSeat(
        seat=seat,
        acting=acting,
        moves=options.moves if acting else [],
        chosen=chosen.move if chosen else None,
        closed=options.closed,
        landings=options.landings,
    )


class Options(NamedTuple):
    """What a game leaves a seat to choose from, and what it does not."""

    moves: list[MoveView]
    closed: dict[str, str]
    landings: list[LandingView]


@lru_cache(MOST_KNOWN)
def _options(game: Game, index: int) -> Options:
    return Options(
        moves=[move_view(game, index, move) for move in legal_moves(game, index)],
        closed=closed_reasons(game, index),
        landings=_landings(game, index),
    )


def move_view(game: Game, index: int, move: Move) -> MoveView:
    """A legal move and what it would do if all others passed."""
    variant, before = game.variant, game.sheets[index]
    after = game.supposing(index, move)
    sheet, place = after.sheets[index], crossed_place(game, index, move)
    return MoveView(
        **asdict(describe(game, index, move)),
        skips=skipped_numbers(game, index, place) if place else [],
        gain=_total(variant, sheet) - _total(variant, before),
        locks=_lock_crossed(variant, sheet, place) if place else None,
        ends=after.over,
        miss=sheet.misses > before.misses,
    )


def _lock_crossed(variant: Variant, after: Sheet, place: Place) -> str | None:
    """The row that a cross there has locked."""
    row = variant.rows[place.row]
    return row.letter if has_lock(row, after.rows[place.row]) else None


@lru_cache(MOST_KNOWN)
def _total(variant: Variant, sheet: Sheet) -> int:
    return points(variant, sheet).total


def _landings(game: Game, index: int) -> list[LandingView]:
    """Where the pawn could go from where it stands, as if its action were due."""
    if game.variant.board is None or game.over:
        return []
    landings = enumerate(pawn_landings(game, index), start=1)
    return [_landing(game, index, steps, landing) for steps, landing in landings]


def _landing(game: Game, index: int, steps: int, landing: int) -> LandingView:
    place = board_place(game, landing)
    row = game.variant.rows[place.row]
    as_if_due = game._replace(phase=Phase.PAWN, turn=index + 1, first=0)
    return LandingView(
        steps=steps,
        landing=landing,
        row=row.letter,
        number=row.spaces[place.space].number,
        crosses=not is_crossed(game.sheets[index].rows[place.row], place.space),
        refusal=refusal(as_if_due, index, Advance(steps)),
    )
