"""What one person may see of a table."""

from typing import NamedTuple

from rowlock.dice import commitment
from rowlock.rules import Sheet, Variant, points, winners
from rowlock.rules.row import crosses, has_lock, next_space, numbers
from rowlock.server.messages.tells import (
    Fairness,
    GameView,
    RowView,
    SeatView,
    Settings,
    SheetView,
    View,
)
from rowlock.server.tables.describe import dice_view, reason_name
from rowlock.server.tables.options import your_seat
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance, voters, votes_needed


class Viewer(NamedTuple):
    """Who looks: a person's holder (empty for nobody) and the last version they have."""

    holder: str
    since: int = 0


def view_of(table: Table, viewer: Viewer, attendance: Attendance, now: float) -> View:
    """All that this person may know."""
    creator = bool(viewer.holder) and viewer.holder == table.creator
    return View(
        version=table.version,
        code=table.code,
        stage=table.stage,
        settings=_settings(table),
        creator=creator,
        most_seats=table.variant.seats,
        seats=[_seat(table, seat, viewer, attendance) for seat in table.seats],
        yours=[your_seat(table, seat.id) for seat in table.held_by(viewer.holder) if table.game],
        game=_game(table, attendance, now) if table.game else None,
        fairness=_fairness(table),
        rematch=table.rematch,
        news=[news for news in table.news if news.version > viewer.since],
    )


def seconds_left(table: Table, attendance: Attendance, now: float) -> float | None:
    """The time left for the action due; None while no clock runs."""
    if table.seconds is None or not table.waiting or not attendance.here:
        return None
    return max(0.0, round(table.action_at + table.seconds - now, 1))


def _settings(table: Table) -> Settings:
    setup = table.setup
    return Settings(
        setup.variant,
        setup.side,
        setup.lucky,
        setup.clock,
        table.seconds,
        setup.listed,
        setup.autopass,
        setup.autostart,
    )


def _seat(table: Table, seat: Seat, viewer: Viewer, attendance: Attendance) -> SeatView:
    sheet = table.game.sheets[table.index(seat.id)] if table.game else None
    return SeatView(
        id=seat.id,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        yours=bool(viewer.holder) and seat.holder == viewer.holder,
        creator=seat.holder is not None and seat.holder == table.creator,
        here=seat.id in attendance.here,
        ready=seat.ready,
        chosen=seat.id in table.chosen,
        absent=seat.id in attendance.absent,
        stand_in=seat.stand_in is not None,
        votes=len(seat.votes & voters(table, seat, attendance)),
        votes_needed=votes_needed(table, seat, attendance),
        pick=seat.pick,
        sheet=sheet_view(table.variant, sheet) if sheet else None,
    )


def sheet_view(variant: Variant, sheet: Sheet) -> SheetView:
    """A sheet, with its points."""
    worth = points(variant, sheet)
    return SheetView(
        rows=[
            RowView(
                letter=row.letter,
                crossed=numbers(row, bits),
                reach=min(next_space(bits), len(row.spaces)),
                count=crosses(bits),
                lock=has_lock(row, bits),
                points=row_points,
            )
            for row, bits, row_points in zip(variant.rows, sheet.rows, worth.rows, strict=True)
        ],
        misses=sheet.misses,
        miss_points=worth.misses,
        bonus=worth.bonus,
        total=worth.total,
        pawn=sheet.pawn,
        lucky=sheet.lucky,
    )


def _game(table: Table, attendance: Attendance, now: float) -> GameView:
    game = table.game
    assert game is not None
    won = winners(game)
    return GameView(
        turn=game.turn,
        phase=game.phase.value,
        action=table.action,
        active=table.seats[game.active].id,
        dice=dice_view(game.rolled) if game.rolled else None,
        dice_in_play=list(game.dice_in_play),
        locked=[row.letter for row in game.variant.rows_in(game.locked)],
        waiting=table.waiting,
        last_turn=game.last_turn,
        clock=seconds_left(table, attendance, now),
        reason="stopped" if table.closed else reason_name(game.reason) if game.reason else None,
        winners=None if won is None else [table.seats[index].id for index in won],
    )


def _fairness(table: Table) -> Fairness:
    """The secret seed only when nothing can be rolled with it any more."""
    dice = table.dice
    ended = table.ended
    return Fairness(
        commitment=commitment(dice.seed),
        seed=dice.seed.hex() if ended else None,
        nonces=list(dice.nonces) if ended else None,
    )
