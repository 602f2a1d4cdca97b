"""Setting tables up: new ones, rematches, and the start of a game."""

import secrets
from random import Random

from rowlock.bots import find_bot
from rowlock.rules import Variant, find_variant, on_side
from rowlock.server.messages.asks import LuckyPair, NewSeat, NewTable
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import fold
from rowlock.server.tables.names import name_among
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.table import Table

SEED_BYTES = 32
NOBODY = "a game needs at least one person"


def check_bot(name: str) -> str:
    """The name, if it is a bot's."""
    try:
        find_bot(name)
    except ValueError as error:
        raise Refuse(Refusal.BAD_SETUP, str(error)) from None
    return name


def new_table(code: str, new: NewTable, holder: str) -> list[ev.AnyEvent]:
    """The events that set a new table up."""
    variant = _variant(new)
    if len(new.seats) > variant.seats:
        why = f"{variant.name} has at most {variant.seats} seats, not {len(new.seats)}"
        raise Refuse(Refusal.BAD_SETUP, why)
    events: list[ev.AnyEvent] = [
        ev.TableCreated(
            variant=new.variant,
            seed=secrets.token_hex(SEED_BYTES),
            creator=holder,
            side=new.side or next((side for side, _ in variant.sides), None),
            lucky=new.lucky,
            clock=new.clock,
            listed=new.listed,
            autopass=new.autopass,
            autostart=new.start,
        )
    ]
    names: list[str] = []
    for number, seat in enumerate(new.seats, start=1):
        if seat.kind == "me":
            names.append(_own_name(seat, names))
            events += [ev.SeatAdded(number), ev.SeatTaken(number, holder, names[-1])]
        else:
            events.append(ev.SeatAdded(number, _bot(seat)))
    table = _folded(code, events)
    if new.start and any(seat.kind == "open" for seat in table.seats):
        raise Refuse(Refusal.BAD_SETUP, "a game that starts by itself has no open seat")
    if new.start and not table.people():
        raise Refuse(Refusal.NOT_READY, NOBODY)
    return events


def rematch_of(table: Table, holder: str) -> list[ev.AnyEvent]:
    """The events that set the same table up again: everybody in their seat, the next one first."""
    before = table.setup
    assert table.game is not None
    events: list[ev.AnyEvent] = [
        ev.TableCreated(
            variant=before.variant,
            seed=secrets.token_hex(SEED_BYTES),
            creator=holder,
            side=before.side,
            lucky=before.lucky,
            clock=before.clock,
            listed=False,
            autopass=before.autopass,
            first=(table.game.first + 1) % len(table.seats),
            autostart=True,
        )
    ]
    for number, seat in enumerate(table.seats, start=1):
        events.append(ev.SeatAdded(number, seat.bot))
        if seat.holder:
            events.append(ev.SeatTaken(number, seat.holder, seat.name))
        if seat.pick:
            events.append(ev.LuckyPicked(number, seat.pick))
    return events


def start_event(table: Table, rng: Random) -> ev.GameStarted:
    """The game begins with those who are there."""
    seats = [seat for seat in table.seats if seat.kind != "open"]
    if not table.people():
        raise Refuse(Refusal.NOT_READY, NOBODY)
    if missing := [seat.name for seat in seats if not seat.ready]:
        raise Refuse(Refusal.NOT_READY, "not here yet: {}", ", ".join(missing))
    first = table.setup.first
    place = rng.randrange(len(seats)) if first is None else first % len(seats)
    return ev.GameStarted(seats[place].id, _deal(table.variant, seats, rng))


def _deal(variant: Variant, seats: list[Seat], rng: Random) -> list[LuckyPair]:
    """A lucky pair for each seat: the one it picked, or one of those nobody has."""
    if not variant.lucky:
        return []
    picked = {seat.pick for seat in seats}
    left = [pair for pair in variant.lucky if pair not in picked]
    rng.shuffle(left)
    return [seat.pick or left.pop() for seat in seats]


def _own_name(seat: NewSeat, others: list[str]) -> str:
    if seat.name is None:
        raise Refuse(Refusal.BAD_SETUP, "a seat of yours needs a name")
    return name_among(seat.name, others)


def _bot(seat: NewSeat) -> str | None:
    return check_bot(seat.bot or "") if seat.kind == "bot" else None


def _variant(new: NewTable) -> Variant:
    try:
        variant = find_variant(new.variant)
        return on_side(variant, new.side) if new.side else variant
    except ValueError as error:
        raise Refuse(Refusal.BAD_SETUP, str(error)) from None


def _folded(code: str, events: list[ev.AnyEvent]) -> Table:
    table = fold(code, (ev.Kept(seq, 0.0, event) for seq, event in enumerate(events, start=1)))
    assert table is not None
    return table
