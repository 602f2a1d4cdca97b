"""A table's game as a record."""

from datetime import UTC, datetime

from rowlock.record import Record, write_record
from rowlock.rules import totals
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables.table import Table


def record_text(table: Table) -> str:
    """The record of the game so far. Seed and nonces are in it once the game goes on no more;
    until then it cannot be verified, because the seed would tell the rolls to come."""
    if table.record is None or table.game is None:
        raise Refuse(Refusal.NOT_STARTED, "the game has not started")
    return write_record(_tagged(table, table.record, totals(table.game)))


def _tagged(table: Table, record: Record, scores: tuple[int, ...]) -> Record:
    published = table.dice.published()
    if not table.ended:
        published = {"Commitment": published["Commitment"]}
    tags = {"Date": datetime.fromtimestamp(table.created, UTC).date().isoformat(), "Dice": "fair"}
    if any(seat.bot for seat in table.seats):
        tags["Bots"] = "; ".join(seat.bot or "" for seat in table.seats)
    if table.hints:
        tags["Hints"] = "on"
    return record.tagged(**tags, **published, Result=" ".join(map(str, scores)))
