"""What a seat may choose from, what each choice would do, and why other spaces are closed."""

import msgspec

from rowlock.rules import (
    PASS,
    Advance,
    Code,
    Game,
    Move,
    Phase,
    board_place,
    closed_spaces,
    crossed_place,
    legal_moves,
    pawn_landings,
    refusal,
    totals,
)
from rowlock.rules.row import is_crossed
from rowlock.server.messages.tells import LandingView, MoveView, YourSeat
from rowlock.server.tables.describe import describe, skipped_numbers
from rowlock.server.tables.table import Table

PREFERRED = (
    Code.ROW_LOCKED,
    Code.BEHIND,
    Code.NEEDS_CROSSES,
    Code.GAME_OVER,
    Code.NOT_NOW,
    Code.WRONG_NUMBER,
)
"""Of several reasons a person is told the lasting one: it is of use beyond this roll."""


def your_seat(table: Table, seat: int) -> YourSeat:
    """What only the holder of the seat sees."""
    game, index = table.game, table.index(seat)
    assert game is not None
    acting = seat in table.acting and table.seats[index].player is None
    chosen = table.chosen.get(seat)
    closed = closed_spaces(game, index).items()
    return YourSeat(
        seat=seat,
        acting=acting,
        moves=[move_view(game, index, move) for move in legal_moves(game, index) if acting],
        chosen=chosen.move if chosen else None,
        closed={str(space): min(codes, key=PREFERRED.index) for space, codes in closed},
        landings=_landings(game, index),
    )


def move_view(game: Game, index: int, move: Move) -> MoveView:
    """A legal move and what it would do if all others passed."""
    after = game.act([move if seat == index else PASS for seat in game.acting])
    place = crossed_place(game, index, move)
    before_sheet, sheet = game.sheets[index], after.sheets[index]
    locks = sheet.locks(game.variant) & ~before_sheet.locks(game.variant)
    return MoveView(
        **msgspec.structs.asdict(describe(game, index, move)),
        skips=skipped_numbers(game, index, place) if place else [],
        gain=totals(after)[index] - totals(game)[index],
        locks=next((row.letter for row in game.variant.rows_in(locks)), None),
        ends=after.over,
        miss=sheet.misses > before_sheet.misses,
    )


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
