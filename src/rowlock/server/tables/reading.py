"""From what is kept of a table to the table, whatever it is that is kept.

A table that cannot be read is nobody's fault who asks for it, and does not mend itself: the disk
has damaged it, or somebody has written into the database, or another version has.
"""

from collections.abc import Iterable, Sequence

import msgspec

from rowlock.record import visible
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import apply, fold
from rowlock.server.tables.setup import SEED_BYTES
from rowlock.server.tables.table import Table

LAST_TIME = 253_402_300_799.0
"""The last second of the year 9999; no calendar of a computer goes further."""

LONGEST_REASON = 200

_decode = msgspec.json.Decoder(ev.AnyEvent).decode


class Unreadable(Refuse):
    """What is kept of a table is no table. `reason` is for who runs the server."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(Refusal.UNREADABLE, f"what is kept of the table {code} cannot be read")
        self.table = code
        self.reason = visible(reason[:LONGEST_REASON])


def read_event(code: str, seq: object, at: object, body: object) -> ev.Kept:
    """An event of this table as the database has it."""
    if not isinstance(seq, int) or not isinstance(body, bytes):
        raise Unreadable(code, "a row of its events has values of other kinds")
    # Written so that what is not a number at all is refused too.
    if not isinstance(at, float | int) or not 0 <= at <= LAST_TIME:
        raise Unreadable(code, f"event {seq} has no time")
    try:
        return ev.Kept(seq, float(at), _decode(body))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(code, f"event {seq}: {error}") from None


def read_table(code: str, kept: Sequence[ev.Kept]) -> Table | None:
    """The table after all these events; None if there are none."""
    return check_whole(follow(begun(code, kept[0]), kept[1:])) if kept else None


def begun(code: str, first: ev.Kept) -> Table:
    """The table after its first event."""
    if first.seq != 1 or not isinstance(first.event, ev.TableCreated):
        raise Unreadable(code, "it does not begin with the event that made it")
    table = fold(code, [first])
    assert table is not None
    return table


def follow(table: Table, kept: Iterable[ev.Kept]) -> Table:
    """The table after these further events."""
    for one in kept:
        if one.seq != table.version + 1:
            raise Unreadable(table.code, f"event {table.version + 1} is missing")
        try:
            table = apply(table, one)
        # There is no end to what events that nobody decided on lead to.
        except Exception as error:
            raise Unreadable(table.code, f"event {one.seq}: {_in_words(error)}") from None
    return table


def check_whole(table: Table) -> Table:
    """The table, if nothing is wrong with it that would show only later."""
    try:
        seats, most = len(table.seats), table.variant.seats
        if seats > most:
            raise ValueError(f"it has {seats} seats, {table.variant.name} has at most {most}")
        if len(bytes.fromhex(table.setup.seed)) != SEED_BYTES:
            raise ValueError("it has no seed for its dice")
    except (Refuse, ValueError) as error:
        raise Unreadable(table.code, str(error)) from None
    return table


def _in_words(error: Exception) -> str:
    """Errors of the rules and of tables say what is wrong; of others the kind has to do."""
    told = isinstance(error, Refuse | ValueError) and str(error)
    return told or f"it does not fit what was before it ({type(error).__name__})"
