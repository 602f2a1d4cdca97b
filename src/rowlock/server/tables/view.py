"""What one person may see of a table."""

from bisect import bisect_right
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from rowlock.dice import commitment
from rowlock.rules import Sheet, Variant, points, winners
from rowlock.rules.row import crosses, has_lock, next_space, numbers
from rowlock.server.messages.tells import (
    Choices,
    Fairness,
    GameView,
    RowView,
    SeatView,
    Settings,
    SheetView,
    View,
)
from rowlock.server.tables.deletion import deletion_view
from rowlock.server.tables.describe import dice_view, reason_name
from rowlock.server.tables.options import your_seat
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance, able_to_vote, more_than_half

MOST_KNOWN = 1 << 13
"""So many sheets and rows are remembered, for most are as they were in the view before: about a
kilobyte each."""

_version = attrgetter("version")
_COMMON = "common"


class Viewer(NamedTuple):
    """Who looks: a person's holder (empty for nobody) and the last version they have."""

    holder: str
    since: int = 0


def view_of(table: Table, viewer: Viewer, attendance: Attendance, now: float) -> View:
    """All that this person may know: what everybody may, and what is theirs."""
    common, mine = _common(table, attendance), table.held_by(viewer.holder)
    clock = seconds_left(table, attendance, now)
    return View(
        version=table.version,
        code=table.code,
        stage=table.stage,
        settings=common.settings,
        creator=bool(viewer.holder) and viewer.holder == table.creator,
        most_seats=table.variant.seats,
        seats=[
            replace(seat, yours=True) if known in mine else seat
            for known, seat in zip(table.seats, common.seats, strict=True)
        ],
        yours=[your_seat(table, seat.id) for seat in mine if table.game],
        game=replace(common.game, clock=clock)
        if common.game and clock is not None
        else common.game,
        fairness=common.fairness,
        rematch=table.rematch,
        deletion=deletion_view(table, viewer.holder),
        news=list(table.news[bisect_right(table.news, viewer.since, key=_version) :]),
    )


def choices_of(table: Table, viewer: Viewer, attendance: Attendance, now: float) -> Choices:
    """As much of the view as changes by choosing."""
    own = [table.chosen.get(seat.id) for seat in table.held_by(viewer.holder)]
    return Choices(
        version=table.version,
        chosen=sorted(table.chosen),
        waiting=table.waiting,
        yours=[choice.move if choice else None for choice in own],
        clock=seconds_left(table, attendance, now),
    )


def differ_by_choices(before: Table, after: Table) -> bool:
    """Whether a view of the one differs from a view of the other by nothing but choices."""
    if before.action != after.action or after.game is None:
        return False
    alike = replace(
        before,
        version=after.version,
        changed=after.changed,
        chosen=after.chosen,
        last=after.last,
        spent=after.spent,
    )
    return alike == after


class Common(NamedTuple):
    """What all views of a table have in common, as long as the same people attend."""

    attendance: Attendance
    settings: Settings
    seats: list[SeatView]
    game: GameView | None
    fairness: Fairness


def _common(table: Table, attendance: Attendance) -> Common:
    """It is made for the first page that is told, and kept with the table for the others."""
    common: Common | None = table.__dict__.get(_COMMON)
    if common is None or common.attendance != attendance:
        able = able_to_vote(table, attendance)
        seats = [
            _seat(table, index, attendance, able - {seat.holder})
            for index, seat in enumerate(table.seats)
        ]
        game = _game(table) if table.game else None
        common = Common(attendance, _settings(table), seats, game, _fairness(table))
        table.__dict__[_COMMON] = common
    return common


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


def _seat(table: Table, index: int, attendance: Attendance, voters: frozenset[str]) -> SeatView:
    seat = table.seats[index]
    sheet = table.game.sheets[index] if table.game else None
    return SeatView(
        id=seat.id,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        yours=False,
        creator=seat.holder is not None and seat.holder == table.creator,
        here=seat.id in attendance.here,
        ready=seat.ready,
        chosen=seat.id in table.chosen,
        absent=seat.id in attendance.absent,
        stand_in=seat.stand_in is not None,
        votes=len(seat.votes & voters),
        votes_needed=more_than_half(voters),
        pick=seat.pick,
        sheet=sheet_view(table.variant, sheet) if sheet else None,
    )


@lru_cache(MOST_KNOWN)
def sheet_view(variant: Variant, sheet: Sheet) -> SheetView:
    """A sheet, with its points."""
    worth = points(variant, sheet)
    rows = enumerate(zip(sheet.rows, worth.rows, strict=True))
    return SheetView(
        rows=[_row_view(variant, row, bits, row_points) for row, (bits, row_points) in rows],
        misses=sheet.misses,
        miss_points=worth.misses,
        bonus=worth.bonus,
        total=worth.total,
        pawn=sheet.pawn,
        lucky=sheet.lucky,
    )


@lru_cache(MOST_KNOWN)
def _row_view(variant: Variant, index: int, bits: int, row_points: int) -> RowView:
    row = variant.rows[index]
    return RowView(
        letter=row.letter,
        crossed=numbers(row, bits),
        reach=min(next_space(bits), len(row.spaces)),
        count=crosses(bits),
        lock=has_lock(row, bits),
        points=row_points,
    )


def _game(table: Table) -> GameView:
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
        clock=None,
        reason="stopped" if table.closed else reason_name(game.reason) if game.reason else None,
        winners=None if won is None else [table.seats[index].id for index in won],
    )


def _fairness(table: Table) -> Fairness:
    """The secret seed only when nothing can be rolled with it any more."""
    ended = table.ended
    return Fairness(
        commitment=_commitment(table.setup.seed),
        seed=table.setup.seed if ended else None,
        nonces=list(table.dice.nonces) if ended else None,
    )


@lru_cache(MOST_KNOWN)
def _commitment(seed: str) -> str:
    return commitment(bytes.fromhex(seed))
