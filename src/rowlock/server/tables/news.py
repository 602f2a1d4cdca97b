"""What everybody may know about an event, for the log and for what moves on the screen."""

from msgspec.structs import asdict

from rowlock.rules import Game, parse_move, points, winners
from rowlock.server.messages.tells import (
    AnyNews,
    Chosen,
    Ended,
    LastRound,
    Locked,
    Missed,
    Revealed,
    Rolled,
    StoodIn,
    TakenBack,
)
from rowlock.server.tables import events as ev
from rowlock.server.tables.describe import action_name, describe, dice_view, reason_name
from rowlock.server.tables.table import Table


def news_of(before: Table, after: Table, kept: ev.Kept) -> list[AnyNews]:
    """What the event that led from one to the other is told as; nothing for most of them."""
    event, turn = kept.event, before.game.turn if before.game else 0
    if isinstance(event, ev.DiceRolled):
        return [_rolled(after, kept.seq)]
    if isinstance(event, ev.ActionRevealed):
        return [_revealed(before, after, kept.seq), *_consequences(before, after, kept.seq)]
    if isinstance(event, ev.BotStoodIn):
        return [StoodIn(kept.seq, turn, event.seat)]
    if isinstance(event, ev.SeatTakenBack):
        return [TakenBack(kept.seq, turn, event.seat)]
    if isinstance(event, ev.TableClosed) and before.game:
        return [Ended(kept.seq, turn, "stopped", [])]
    return []


def _rolled(table: Table, version: int) -> Rolled:
    game = _game(table)
    assert game.rolled is not None
    return Rolled(version, game.turn, table.seats[game.active].id, dice_view(game.rolled))


def _revealed(before: Table, after: Table, version: int) -> Revealed:
    game = _game(before)
    choices = [_chosen(before, after, index) for index in game.acting]
    return Revealed(version, game.turn, action_name(game.phase), choices)


def _chosen(before: Table, after: Table, index: int) -> Chosen:
    seat, game = before.seats[index].id, _game(before)
    chosen = before.chosen[seat]
    what = asdict(describe(game, index, parse_move(chosen.move)))
    gain = _worth(_game(after), index) - _worth(game, index)
    return Chosen(seat=seat, gain=gain, timeout=chosen.by == "clock", **what)


def _consequences(before: Table, after: Table, version: int) -> list[AnyNews]:
    """Locks, a miss, the last round and the end, as far as the action led to them."""
    was, now, turn = _game(before), _game(after), _game(before).turn
    active, told = was.active, list[AnyNews]()
    for row in was.variant.rows_in(now.locked & ~was.locked):
        told.append(Locked(version, turn, row.letter, _lockers(after, row.letter)))
    if now.sheets[active].misses > was.sheets[active].misses:
        misses = now.sheets[active].misses
        told.append(Missed(version, turn, after.seats[active].id, misses))
    if now.last_turn is not None and was.last_turn is None and not now.over:
        told.append(LastRound(version, turn, after.seats[active].id, now.last_turn))
    if now.over and now.reason:
        won = [after.seats[index].id for index in winners(now) or ()]
        told.append(Ended(version, turn, reason_name(now.reason), won))
    return told


def _lockers(table: Table, letter: str) -> list[int]:
    """The seats with the lock cross of a row."""
    game = _game(table)
    bit = 1 << game.variant.row_index[letter]
    pairs = zip(table.seats, game.sheets, strict=True)
    return [seat.id for seat, sheet in pairs if sheet.locks(game.variant) & bit]


def _worth(game: Game, index: int) -> int:
    """What rows and board are worth; misses are told by themselves."""
    worth = points(game.variant, game.sheets[index])
    return worth.total - worth.misses


def _game(table: Table) -> Game:
    assert table.game is not None
    return table.game
