"""Deleting a table: who may, and when it goes.

Before the start it is the creator's. A game that is over belongs to all who played it, so all of
them have to want it gone; one that goes on has to be stopped first.
"""

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Deletion
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table


def deletion_events(table: Table, holder: str, wanted: bool) -> list[ev.AnyEvent]:
    """A person wants the table deleted, or kept after all; refused if that is not theirs to say."""
    if table.stage == "playing":
        raise Refuse(Refusal.NOT_OVER, "the game is not over: play it to its end, or stop it")
    if holder not in _owners(table):
        if table.ended:
            raise Refuse(Refusal.NOT_YOURS, "only who played here may delete the game")
        raise Refuse(Refusal.NOT_CREATOR, "only who made the table may delete it")
    if wanted == (holder in table.deleters):
        return []
    return [ev.DeletionAsked(holder) if wanted else ev.DeletionTakenBack(holder)]


def is_to_go(table: Table, last: str) -> bool:
    """Whether all who must want it deleted do, when this person does."""
    return table.stage != "playing" and _owners(table) <= table.deleters | {last}


def deletion_view(table: Table, holder: str) -> Deletion | None:
    """How far it is, for who may say something about it."""
    owners = _owners(table)
    if table.stage == "playing" or not holder or holder not in owners:
        return None
    seats = [seat for seat in table.people() if seat.holder in owners]
    return Deletion(
        wanted=[seat.id for seat in seats if seat.holder in table.deleters],
        missing=[seat.id for seat in seats if seat.holder not in table.deleters],
    )


def _owners(table: Table) -> frozenset[str]:
    """Who has a say in it."""
    if not table.ended:
        return frozenset({table.creator})
    return frozenset(seat.holder for seat in table.people() if seat.holder)
