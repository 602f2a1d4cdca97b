"""From an ask to the events it leads to, or to a refusal. Pure but for the chance it is given."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TypeVar

from rowlock.bots import BOTS
from rowlock.rules import BadPosition, Code, IllegalMove, check_lucky, parse_move
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.bounds import bounded, may_sit
from rowlock.server.tables.choose import choice_events
from rowlock.server.tables.deletion import deletion_events
from rowlock.server.tables.fold import apply
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.names import name_among
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.setup import check_bot, start_event
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance, more_than_half, voters

STAND_IN = "cautious"
assert STAND_IN in BOTS

A = TypeVar("A", bound=asks.Ask)


class Asker(NamedTuple):
    """Who asks, who attends, and the chance that a decision may need."""

    holder: str
    attendance: Attendance
    rng: Random


_DECIDERS: dict[type[asks.Ask], Callable[[Table, asks.Ask, Asker], list[ev.AnyEvent]]] = {}


def decide(table: Table, ask: asks.Ask, asker: Asker) -> list[ev.AnyEvent]:
    """What happens; nothing at all if it is so already."""
    if not asker.holder:
        raise Refuse(Refusal.NO_KEY, "this browser has no key yet: open the page first")
    return bounded(table, _DECIDERS[type(ask)](table, ask, asker))


def _on(kind: type[A]) -> Callable[[Callable[[Table, A, Asker], list[ev.AnyEvent]]], None]:
    def register(decider: Callable[[Table, A, Asker], list[ev.AnyEvent]]) -> None:
        def decide_it(table: Table, ask: asks.Ask, asker: Asker) -> list[ev.AnyEvent]:
            assert isinstance(ask, kind)
            return decider(table, ask, asker)

        _DECIDERS[kind] = decide_it

    return register


def _own(table: Table, seat: int, asker: Asker) -> Seat:
    found = table.seat(seat)
    if found.holder != asker.holder:
        raise Refuse(Refusal.NOT_YOURS, f"seat {seat} is not yours")
    return found


def _before_start(table: Table) -> None:
    if table.stage == "closed":
        raise Refuse(Refusal.CLOSED, "the table is closed")
    if table.stage != "lobby":
        raise Refuse(Refusal.STARTED, "the game has started")


def _in_play(table: Table) -> None:
    if table.stage in ("lobby", "closed"):
        raise Refuse(Refusal.NOT_STARTED, "the game has not started")
    if table.stage == "stopped":
        raise Refuse(Refusal.CLOSED, "the game was stopped")


def _creator_only(table: Table, asker: Asker) -> None:
    if asker.holder != table.creator:
        raise Refuse(Refusal.NOT_CREATOR, "only who made the table may do this")


def _room(table: Table) -> None:
    if len(table.seats) >= table.variant.seats:
        raise Refuse(Refusal.TABLE_FULL, f"{table.variant.seats} seats are the most here")


@_on(asks.Sit)
def _(table: Table, ask: asks.Sit, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    name = name_among(ask.name, (seat.name for seat in table.people()))
    if ask.seat is not None:
        if table.seat(ask.seat).kind != "open":
            raise Refuse(Refusal.SEAT_TAKEN, f"seat {ask.seat} is taken")
        return [ev.SeatTaken(ask.seat, asker.holder, name, ask.nonce)]
    free = [seat.id for seat in table.seats if seat.kind == "open"]
    if free:
        seat = next((seat for seat in free if may_sit(table, seat, asker.holder)), free[0])
        return [ev.SeatTaken(seat, asker.holder, name, ask.nonce)]
    # Who sits here already may bring another player to the same device, as long as there is room.
    if not table.held_by(asker.holder):
        raise Refuse(Refusal.TABLE_FULL, "all seats are taken")
    _room(table)
    seat = table.last_id + 1
    return [ev.SeatAdded(seat), ev.SeatTaken(seat, asker.holder, name, ask.nonce)]


@_on(asks.Ready)
def _(table: Table, ask: asks.Ready, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    if _own(table, ask.seat, asker).nonce is not None:
        return []
    ready = ev.SeatReady(ask.seat, ask.nonce)
    after = apply(table, ev.Kept(table.version + 1, table.changed, ready))
    if table.setup.autostart and all(seat.ready for seat in after.seats):
        return [ready, start_event(after, asker.rng)]
    return [ready]


@_on(asks.Rename)
def _(table: Table, ask: asks.Rename, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    seat = _own(table, ask.seat, asker)
    name = name_among(ask.name, (one.name for one in table.people() if one is not seat))
    return [] if seat.name == name else [ev.SeatRenamed(ask.seat, name)]


@_on(asks.PickLucky)
def _(table: Table, ask: asks.PickLucky, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    seat = _own(table, ask.seat, asker)
    if not table.variant.lucky or table.setup.lucky != "chosen":
        raise Refuse(Refusal.BAD_SETUP, "lucky numbers are not chosen at this table")
    pair = None if ask.pair is None else _pair(table, ask.pair)
    return [] if seat.pick == pair else [ev.LuckyPicked(ask.seat, pair)]


def _pair(table: Table, pair: asks.LuckyPair) -> asks.LuckyPair:
    try:
        # In the order of the pairs that are dealt, so that none of them is dealt a second time.
        low, high = sorted(check_lucky(table.variant, pair))
    except BadPosition as error:
        raise Refuse(Refusal.BAD_SETUP, str(error)) from None
    return low, high


@_on(asks.Leave)
def _(table: Table, ask: asks.Leave, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    _own(table, ask.seat, asker)
    return [ev.SeatLeft(ask.seat)]


@_on(asks.AddSeat)
def _(table: Table, ask: asks.AddSeat, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    _creator_only(table, asker)
    _room(table)
    return [ev.SeatAdded(table.last_id + 1, check_bot(ask.bot) if ask.bot else None)]


@_on(asks.Remove)
def _(table: Table, ask: asks.Remove, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    _creator_only(table, asker)
    return [ev.SeatRemoved(table.seat(ask.seat).id)]


@_on(asks.Reorder)
def _(table: Table, ask: asks.Reorder, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    _creator_only(table, asker)
    now = [seat.id for seat in table.seats]
    if sorted(ask.seats) != sorted(now):
        raise Refuse(Refusal.STALE, f"the seats are {now}, each once, not {ask.seats[:10]}")
    return [] if ask.seats == now else [ev.SeatsReordered(ask.seats)]


@_on(asks.Start)
def _(table: Table, _ask: asks.Start, asker: Asker) -> list[ev.AnyEvent]:
    _before_start(table)
    _creator_only(table, asker)
    return [start_event(table, asker.rng)]


@_on(asks.Close)
def _(table: Table, _ask: asks.Close, asker: Asker) -> list[ev.AnyEvent]:
    _creator_only(table, asker)
    if table.stage == "over":
        raise Refuse(Refusal.CLOSED, "the game is over")
    return [] if table.closed else [ev.TableClosed()]


@_on(asks.Choose)
def _(table: Table, ask: asks.Choose, asker: Asker) -> list[ev.AnyEvent]:
    _in_play(table)
    _to_act(table, ask.seat, ask.action, asker)
    try:
        return choice_events(table, ask.seat, parse_move(ask.move), "person")
    except IllegalMove as error:
        raise Refuse(error.code, str(error)) from None
    except ValueError as error:
        raise Refuse(Refusal.BAD_MESSAGE, str(error)) from None


@_on(asks.Withdraw)
def _(table: Table, ask: asks.Withdraw, asker: Asker) -> list[ev.AnyEvent]:
    _in_play(table)
    _to_act(table, ask.seat, ask.action, asker)
    if ask.seat not in table.chosen:
        raise Refuse(Refusal.NOTHING_CHOSEN, "there is no choice to take back")
    return [ev.MoveWithdrawn(ask.seat)]


def _to_act(table: Table, seat: int, action: int, asker: Asker) -> None:
    if _own(table, seat, asker).stand_in:
        raise Refuse(Refusal.STOOD_IN, "a bot plays for this seat: take it back first")
    _is_due(table, action)


def _is_due(table: Table, action: int) -> None:
    if action != table.action:
        raise Refuse(Refusal.STALE, f"action {action} is past: the table is at {table.action}")


@_on(asks.Vote)
def _(table: Table, ask: asks.Vote, asker: Asker) -> list[ev.AnyEvent]:
    _in_play(table)
    seat = table.seat(ask.seat)
    able = voters(table, seat, asker.attendance)
    if asker.holder not in able:
        raise Refuse(Refusal.NOT_YOURS, "only the others who play here may vote")
    if seat.id not in asker.attendance.absent:
        raise Refuse(Refusal.NOT_ABSENT, "this seat is not absent")
    votes = (seat.votes | {asker.holder}) & able
    cast: list[ev.AnyEvent] = []
    if asker.holder not in seat.votes:
        cast.append(ev.VoteCast(seat.id, asker.holder))
    # A vote given before may be enough now, because another voter is absent too.
    if len(votes) >= more_than_half(able):
        cast.append(ev.BotStoodIn(seat.id, STAND_IN))
    return cast


@_on(asks.TakeBack)
def _(table: Table, ask: asks.TakeBack, asker: Asker) -> list[ev.AnyEvent]:
    _in_play(table)
    return [ev.SeatTakenBack(ask.seat)] if _own(table, ask.seat, asker).stand_in else []


@_on(asks.Delete)
def _(table: Table, ask: asks.Delete, asker: Asker) -> list[ev.AnyEvent]:
    return deletion_events(table, asker.holder, ask.wanted)


def make_link(table: Table, seat: int, secret: str, asker: Asker) -> list[ev.AnyEvent]:
    """A link can move the seat; one made before works no more."""
    _own(table, seat, asker)
    return bounded(table, [ev.LinkMade(seat, key_hash(secret))])


def use_link(table: Table, secret: str, asker: Asker) -> list[ev.AnyEvent]:
    """The seat of the link belongs to whoever asks."""
    found = next((seat for seat in table.seats if seat.link == key_hash(secret)), None)
    if found is None:
        raise Refuse(Refusal.LINK_USED, "this link was used already, or a newer one was made")
    return [ev.SeatMoved(found.id, asker.holder)]


def show_expectation(table: Table, ask: asks.Expect, asker: Asker) -> list[ev.AnyEvent]:
    """The exact expectation is shown; the first time is kept, for the record."""
    _in_play(table)
    _own(table, ask.seat, asker)
    if table.stage == "over":
        raise Refuse(Code.GAME_OVER, "the game is over")
    _is_due(table, ask.action)
    if len(table.seats) != 1 or table.variant.board:
        raise Refuse(Refusal.NOT_SOLVABLE, "only solo games without a board are solved")
    return [] if table.hints else [ev.ExpectationShown()]


def rematch_event(
    table: Table, code: str, asker: Asker, lost: str | None = None
) -> list[ev.AnyEvent]:
    """The people of this table go on at another one, unless they do so already. Nobody can at the
    one that is `lost`."""
    if not table.ended:
        raise Refuse(Refusal.NOT_OVER, "the game is not over")
    if not table.held_by(asker.holder):
        raise Refuse(Refusal.NOT_YOURS, "only who played here may ask for a rematch")
    if table.rematch and table.rematch != lost:
        return []
    return bounded(table, [ev.RematchMade(code, asker.holder)])
