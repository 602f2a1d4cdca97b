"""How much may happen at a table. All of it is kept, and read again whenever the table is, so what
can be done again and again must come to an end. Nobody may bring it to its end for others:

- What moves a table on is never refused: a start, the first choice of a seat, the first rematch,
  closing, deleting. Nor is what only undoes something: leaving a seat, removing one, taking one
  back from a bot.
- What can be done again in a seat, or by who has one, is counted by seat (`Table.spent`), and anew
  when the game begins. Whose seat has had enough keeps nobody else from anything.
- A seat in which nobody has sat can always be taken. One that was left can be taken again by who
  has sat down fewer than `SITS_OF_ONE` times, while all together have fewer than `SITS_OF_ALL`.
- Seats are added until there were `MOST_SEATS`. A person who sits may add some, but only as many as
  there is room for, and only the creator makes room.

So strangers can wear out the seats that are open, and no more than that: the creator puts new ones
in their place, and each of these can be taken.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table

MOST_SEATS = 150
"""So many seats a table may have had, with those that were removed."""

SITS_OF_ONE = 20
SITS_OF_ALL = 200

BEFORE_START = 60
"""So many events what is done in one seat may lead to before the start, whoever sat there."""

IN_GAME = 1000
"""The same from the start on. Nobody who plays comes near it."""

HOST = 0
"""What the creator does with all seats together is counted under this number, which no seat has."""

Payer = Callable[[Table, Any], int | None]
"""The number an event is counted under, if it is."""


class Cost(NamedTuple):
    """Who pays for an event, and how many events it can lead to, with itself."""

    payer: Payer
    events: int = 1


def _host(_table: Table, _event: ev.SeatsReordered) -> int:
    return HOST


def _seat(_table: Table, event: Any) -> int:
    seat: int = event.seat
    return seat


def _seat_if_again(table: Table, event: ev.MoveChosen) -> int | None:
    return event.seat if event.by == "person" and event.seat in table.chosen else None


def _person(table: Table, event: Any) -> int | None:
    """Of the seats of a person, the one that has most left."""
    held = [seat.id for seat in table.held_by(event.holder)]
    return min(held, key=lambda seat: table.spent.get(seat, 0), default=None)


def _person_if_again(table: Table, event: ev.RematchMade) -> int | None:
    return _person(table, event) if table.rematch else None


COSTS: Mapping[type[ev.Event], Cost] = {
    ev.SeatsReordered: Cost(_host),
    ev.SeatRenamed: Cost(_seat),
    ev.LuckyPicked: Cost(_seat),
    # The seat may move by it.
    ev.LinkMade: Cost(_seat, 2),
    ev.MoveChosen: Cost(_seat_if_again),
    # Another choice follows.
    ev.MoveWithdrawn: Cost(_seat, 2),
    # A bot stands in and chooses, and the seat is taken back.
    ev.VoteCast: Cost(_person, 4),
    ev.PeopleReturned: Cost(_person),
    ev.RematchMade: Cost(_person_if_again),
    # It can be asked for again.
    ev.DeletionTakenBack: Cost(_person, 2),
}
"""What can be done again and again, but for sitting down."""


def bounded(table: Table, events: list[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """The events, if they may happen; refused if too much of this has happened already."""
    for event in events:
        if not may_happen(table, event):
            raise Refuse(Refusal.NO_MORE_CHANGES, "this was done here too often already")
    return events


def may_happen(table: Table, event: ev.AnyEvent) -> bool:
    """Whether there is room for this event."""
    if isinstance(event, ev.SeatAdded):
        return event.seat <= MOST_SEATS
    if isinstance(event, ev.SeatTaken):
        return may_sit(table, event.seat, event.holder)
    payer, amount = _paid(table, event)
    most = IN_GAME if table.game else BEFORE_START
    return payer is None or table.spent.get(payer, 0) + amount <= most


def may_sit(table: Table, seat: int, holder: str) -> bool:
    """Whether this person may still sit down there, if the seat is open."""
    if not any(known.id == seat and known.left for known in table.seats):
        return True
    return table.sat.get(holder, 0) < SITS_OF_ONE and sum(table.sat.values()) < SITS_OF_ALL


def spent_after(table: Table, event: ev.AnyEvent) -> Mapping[int, int]:
    """What is counted at the table when this has happened, by seat."""
    if isinstance(event, ev.GameStarted):
        return {}
    payer, amount = _paid(table, event)
    if payer is None:
        return table.spent
    return {**table.spent, payer: table.spent.get(payer, 0) + amount}


def _paid(table: Table, event: ev.AnyEvent) -> tuple[int | None, int]:
    cost = COSTS.get(type(event))
    return (None, 0) if cost is None else (cost.payer(table, event), cost.events)
