"""Proving what was restored: every table is read as a server would, and vetted as if it had been
sent, before anybody can see it. One table at a time is held in memory."""

from collections.abc import AsyncIterator, Collection, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.storage.contents import (
    Advance,
    Batch,
    Outline,
    line_reader,
    write_line,
)
from rowlock.server.storage.rows import MOST_FAULTS, Fault, Faults, fault_of
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.tables.events import Kept
from rowlock.server.tables.reading import Unreadable, read_event
from rowlock.server.tables.vetting import healed, vet_table

AT_ONCE = 100
"""So many tables are asked for together."""


def sound_rows(batches: Iterator[Batch], outline: Outline, faults: Faults) -> Iterator[Batch]:
    """The rows of tables without faults, with names as they would be taken from a person."""
    for name, lines in batches:
        read = line_reader(name, outline.columns[name])
        rows = (read(line) for line in lines)
        sound = [
            row for row in rows if row["code"] not in faults.codes and fault_of(None, row) is None
        ]
        for row in sound:
            if "body" in row:
                row["body"] = msgspec.Raw(healed(bytes(row["body"])))
        if sound:
            yield name, [write_line(name, row) for row in sound]


async def find_faults(connection: AsyncConnection, faults: Faults, advance: Advance) -> None:
    """Add what is wrong with the tables of a database that has this version's schema."""
    for kept, what in ((EVENTS, "events"), (HOLDINGS, "holders")):
        lost = ~exists().where(TABLES.c.code == kept.c.code)
        query = select(kept.c.code).where(lost).distinct().order_by(kept.c.code)
        for (code,) in await connection.execute(query.limit(MOST_FAULTS + 1)):
            faults.add(Fault(code, None, f"it has {what}, but is not among the tables"))
    last = ""
    while cards := await _cards_after(connection, last):
        last = max(cards)
        holders = await _holders(connection, cards)
        async for code, rows in _histories(connection, min(cards), last):
            # Events of no table are found above.
            if card := cards.pop(code, None):
                if why := _why_not(card, holders.get(code, set()), rows):
                    faults.add(Fault(code, None, why))
                advance(len(rows))
        for code in cards:
            faults.add(Fault(code, None, "it has no events"))


async def forget(connection: AsyncConnection, codes: Collection[str]) -> None:
    """Take these tables out again."""
    for kept in (EVENTS, HOLDINGS, TABLES):
        await connection.execute(delete(kept).where(kept.c.code.in_(sorted(codes))))


class _Card(NamedTuple):
    """A table as lists know it."""

    code: str
    stage: str
    listed: bool


class _Event(NamedTuple):
    """A row of events."""

    code: str
    seq: int
    at: float
    body: bytes


async def _cards_after(connection: AsyncConnection, code: str) -> dict[str, _Card]:
    columns = (TABLES.c.code, TABLES.c.stage, TABLES.c.listed)
    query = select(*columns).where(TABLES.c.code > code).order_by(TABLES.c.code).limit(AT_ONCE)
    return {card.code: card for card in (_Card(*row) for row in await connection.execute(query))}


async def _holders(connection: AsyncConnection, codes: Collection[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    query = select(HOLDINGS.c.code, HOLDINGS.c.holder).where(HOLDINGS.c.code.in_(codes))
    for code, holder in await connection.execute(query):
        found.setdefault(code, set()).add(holder)
    return found


async def _histories(
    connection: AsyncConnection, first: str, last: str
) -> AsyncIterator[tuple[str, list[_Event]]]:
    """The events of each table between these, in their order."""
    columns = (EVENTS.c.code, EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
    query = select(*columns).where(EVENTS.c.code.between(first, last))
    rows = list[_Event]()
    async with connection.stream(query.order_by(EVENTS.c.code, EVENTS.c.seq)) as found:
        async for found_row in found:
            row = _Event(*found_row)
            if rows and rows[0].code != row.code:
                yield rows[0].code, rows
                rows = []
            rows.append(row)
    if rows:
        yield rows[0].code, rows


def _why_not(card: _Card, holders: set[str], rows: list[_Event]) -> str | None:
    """What is wrong with a table."""
    try:
        kept: list[Kept] = [read_event(*row) for row in rows]
        table = vet_table(card.code, kept)
    except Unreadable as unreadable:
        return unreadable.reason
    if card.stage != table.stage:
        return f"it is said to be {card.stage}, but is {table.stage}"
    if card.listed and not table.setup.listed:
        return "it is said to be listed, but is not"
    if holders != {seat.holder for seat in table.seats if seat.holder}:
        return "others are said to sit there than do"
    return None
