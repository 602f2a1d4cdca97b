"""From events to the state of a table."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from rowlock.record import Turn
from rowlock.rules import Game, parse_move, parse_roll, start
from rowlock.server.tables import events as ev
from rowlock.server.tables.bounds import spent_after
from rowlock.server.tables.names import kept_name
from rowlock.server.tables.news import news_of
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.table import Table

E = TypeVar("E", bound=ev.Event)


def fold(code: str, kept: Iterable[ev.Kept]) -> Table | None:
    """The table after all these events; None if there are none."""
    table: Table | None = None
    for one in kept:
        if table is None:
            assert isinstance(one.event, ev.TableCreated), "a table begins with its creation"
            table = Table(
                code,
                one.event,
                one.seq,
                creator=one.event.creator,
                created=one.at,
                changed=one.at,
                last=one.event,
            )
        else:
            table = apply(table, one)
    return table


def apply(table: Table, kept: ev.Kept) -> Table:
    """The table after one more event."""
    assert kept.seq == table.version + 1, "events follow one another without gaps"
    after = _HANDLERS[type(kept.event)](table, kept)
    told = news_of(table, after, kept)
    news = (*table.news, *told) if told else table.news
    spent = spent_after(table, kept.event)
    return replace(
        after, version=kept.seq, changed=kept.at, last=kept.event, news=news, spent=spent
    )


_Handler = Callable[[Table, ev.Kept], Table]
_HANDLERS: dict[type[ev.Event], _Handler] = {}


def _on(kind: type[E]) -> Callable[[Callable[[Table, E, ev.Kept], Table]], None]:
    """Registers what an event of this kind changes."""

    def register(change: Callable[[Table, E, ev.Kept], Table]) -> None:
        def handle(table: Table, kept: ev.Kept) -> Table:
            assert isinstance(kept.event, kind)
            return change(table, kept.event, kept)

        _HANDLERS[kind] = handle

    return register


def _changed(table: Table, seat: int, **fields: object) -> Table:
    """The table with another value of one seat."""
    index = table.index(seat)
    new = replace(table.seats[index], **fields)
    return replace(table, seats=(*table.seats[:index], new, *table.seats[index + 1 :]))


@_on(ev.SeatAdded)
def _(table: Table, event: ev.SeatAdded, _kept: ev.Kept) -> Table:
    seat = Seat(event.seat, name=(event.bot or "").capitalize(), bot=event.bot)
    return replace(table, seats=(*table.seats, seat), last_id=event.seat)


@_on(ev.SeatTaken)
def _(table: Table, event: ev.SeatTaken, _kept: ev.Kept) -> Table:
    table = replace(table, sat={**table.sat, event.holder: table.sat.get(event.holder, 0) + 1})
    name = kept_name(event.name, event.seat)
    return _changed(table, event.seat, holder=event.holder, name=name, nonce=event.nonce)


@_on(ev.SeatReady)
def _(table: Table, event: ev.SeatReady, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, nonce=event.nonce)


@_on(ev.SeatRenamed)
def _(table: Table, event: ev.SeatRenamed, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, name=kept_name(event.name, event.seat))


@_on(ev.LuckyPicked)
def _(table: Table, event: ev.LuckyPicked, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, pick=event.pair)


@_on(ev.SeatLeft)
def _(table: Table, event: ev.SeatLeft, _kept: ev.Kept) -> Table:
    empty = Seat(event.seat, left=True)
    return replace(table, seats=tuple(empty if s.id == empty.id else s for s in table.seats))


@_on(ev.SeatRemoved)
def _(table: Table, event: ev.SeatRemoved, _kept: ev.Kept) -> Table:
    return replace(table, seats=tuple(seat for seat in table.seats if seat.id != event.seat))


@_on(ev.SeatsReordered)
def _(table: Table, event: ev.SeatsReordered, _kept: ev.Kept) -> Table:
    return replace(table, seats=tuple(table.seat(seat) for seat in event.seats))


@_on(ev.GameStarted)
def _(table: Table, event: ev.GameStarted, kept: ev.Kept) -> Table:
    seats = tuple(seat for seat in table.seats if seat.kind != "open")
    # Who wanted an empty table deleted did not mean the game.
    empty = frozenset[str]()
    table = replace(table, seats=seats, action=kept.seq, action_at=kept.at, deleters=empty, sat={})
    game = start(table.variant, len(seats), table.index(event.first), event.lucky)
    return replace(table, game=game, opening=game)


@_on(ev.DiceRolled)
def _(table: Table, event: ev.DiceRolled, kept: ev.Kept) -> Table:
    game = _played(table)
    roll = parse_roll(event.roll, game.variant.dice)
    return _next_action(table, game.roll(roll), (*table.turns, Turn(roll)), kept)


@_on(ev.MoveChosen)
def _(table: Table, event: ev.MoveChosen, _kept: ev.Kept) -> Table:
    table = replace(table, chosen={**table.chosen, event.seat: event})
    seat = table.seat(event.seat)
    if event.by == "person" and (seat.timeouts or seat.votes):
        return _changed(table, event.seat, timeouts=0, votes=frozenset())
    if event.by == "clock":
        return _changed(table, event.seat, timeouts=seat.timeouts + 1)
    return table


@_on(ev.MoveWithdrawn)
def _(table: Table, event: ev.MoveWithdrawn, _kept: ev.Kept) -> Table:
    return replace(table, chosen={s: c for s, c in table.chosen.items() if s != event.seat})


@_on(ev.ActionRevealed)
def _(table: Table, event: ev.ActionRevealed, kept: ev.Kept) -> Table:
    game, moves = _played(table), tuple(parse_move(move) for move in event.moves)
    *before, turn = table.turns
    turn = Turn(turn.roll, (*turn.actions, moves))
    return _next_action(table, game.act(moves), (*before, turn), kept)


@_on(ev.VoteCast)
def _(table: Table, event: ev.VoteCast, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, votes=table.seat(event.seat).votes | {event.holder})


@_on(ev.BotStoodIn)
def _(table: Table, event: ev.BotStoodIn, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, stand_in=event.bot, votes=frozenset())


@_on(ev.SeatTakenBack)
def _(table: Table, event: ev.SeatTakenBack, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, stand_in=None, timeouts=0)


@_on(ev.LinkMade)
def _(table: Table, event: ev.LinkMade, _kept: ev.Kept) -> Table:
    return _changed(table, event.seat, link=event.secret)


@_on(ev.SeatMoved)
def _(table: Table, event: ev.SeatMoved, _kept: ev.Kept) -> Table:
    before = table.seat(event.seat).holder
    table = _changed(table, event.seat, holder=event.holder, link=None)
    # Who moves their only seat to another device is the creator there.
    moved = before == table.creator and not table.held_by(table.creator)
    return replace(table, creator=event.holder) if moved else table


@_on(ev.PeopleReturned)
def _(table: Table, _event: ev.PeopleReturned, kept: ev.Kept) -> Table:
    return replace(table, action_at=kept.at)


@_on(ev.ExpectationShown)
def _(table: Table, _event: ev.ExpectationShown, _kept: ev.Kept) -> Table:
    return replace(table, hints=True)


@_on(ev.RematchMade)
def _(table: Table, event: ev.RematchMade, _kept: ev.Kept) -> Table:
    return replace(table, rematch=event.code)


@_on(ev.DeletionAsked)
def _(table: Table, event: ev.DeletionAsked, _kept: ev.Kept) -> Table:
    return replace(table, deleters=table.deleters | {event.holder})


@_on(ev.DeletionTakenBack)
def _(table: Table, event: ev.DeletionTakenBack, _kept: ev.Kept) -> Table:
    return replace(table, deleters=table.deleters - {event.holder})


@_on(ev.TableClosed)
def _(table: Table, _event: ev.TableClosed, _kept: ev.Kept) -> Table:
    return replace(table, closed=True, chosen={})


def _played(table: Table) -> Game:
    assert table.game is not None
    return table.game


def _next_action(table: Table, game: Game, turns: tuple[Turn, ...], kept: ev.Kept) -> Table:
    return replace(table, game=game, turns=turns, chosen={}, action=kept.seq, action_at=kept.at)
