"""How much may happen at a table. All of it is kept, and read again whenever the table is, so what
could be asked for again and again must come to an end.

What moves a table on is never refused: a start, the first choice of a seat, a vote, closing,
deleting. Nor is what only undoes something else that has its bound, as leaving a seat does. So a
table can always be played to its end; and nobody who plays comes near these numbers.
"""

from collections.abc import Mapping

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table

MOST_EVENTS = 10_000
"""So many events a table may have before nothing of the following happens there any more. A game
of five has some hundred."""

MOST_AT_A_TIME: Mapping[type[ev.Event], int] = {
    ev.SeatRenamed: 500,
    ev.LuckyPicked: 500,
    ev.SeatsReordered: 500,
    ev.LinkMade: 500,
    ev.MoveChosen: 500,
    ev.MoveWithdrawn: 500,
    ev.PeopleReturned: 500,
    ev.DeletionTakenBack: 500,
    ev.RematchMade: 500,
    # Nobody can keep others from a seat by what can be done in one's own.
    ev.SeatAdded: 900,
    ev.SeatTaken: 900,
    ev.SeatTakenBack: 900,
}
"""How many events there may be before each of these: before the start, and in every action from
then on. Before the start they bound the ids of seats, too (`asks.SeatId`)."""

_FEW = min(MOST_AT_A_TIME.values())


def bounded(table: Table, events: list[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """The events, if they may happen; refused if too much has happened already."""
    if table.version - table.action >= _FEW or table.version >= MOST_EVENTS:
        for event in events:
            if not may_happen(table, event):
                why = f"after {table.version} events only what moves the table on is done here"
                raise Refuse(Refusal.NO_MORE_CHANGES, why)
    return events


def may_happen(table: Table, event: ev.AnyEvent) -> bool:
    """Whether there is room for this event."""
    most = MOST_AT_A_TIME.get(type(event))
    if most is None or _is_first(table, event):
        return True
    return table.version < MOST_EVENTS and table.version - table.action < most


def _is_first(table: Table, event: ev.AnyEvent) -> bool:
    """Whether the table waits for it: only then it moves the table on."""
    if isinstance(event, ev.MoveChosen):
        return event.seat not in table.chosen
    return isinstance(event, ev.RematchMade) and table.rematch is None
