"""One writer that commits the events of many tables together.

A commit waits for the disk; sharing it is what makes many moves a second possible. Whoever
appends is told only after the commit.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Table, delete, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server.storage.engine import WRITES
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.tables.events import Kept

MOST_TOGETHER = 200
_INSERTS: dict[str, Callable[[Table], sqlite.Insert]] = {"sqlite": sqlite.insert}
"""How each database inserts what may be there already."""

_encode = msgspec.json.encode
Row = dict[str, object]
Place = tuple[str, int]
"""The code of a table and the number of an event there."""


class Conflict(Exception):
    """Somebody else has written an event with this number."""


@dataclass(frozen=True)
class Append:
    """Events of one table that follow each other, kept together or not at all, and what lists
    need to know about the table after them; `holders` is None if they are the same as before."""

    code: str
    events: list[Kept]
    stage: str
    listed: bool
    holders: frozenset[str] | None
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), compare=False
    )

    @property
    def first(self) -> Place:
        """The place of the first event, which two writers may fight for."""
        return self.code, self.events[0].seq

    @property
    def rows(self) -> list[Row]:
        """The events as rows of the database."""
        return [
            {"code": self.code, "seq": kept.seq, "at": kept.at, "body": _encode(kept.event)}
            for kept in self.events
        ]


class Writer:
    """Takes appends and commits them in groups, in the order they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[Append | None] = asyncio.Queue()

    async def append(self, append: Append) -> None:
        """Returns when the events are committed; raises Conflict if they are not."""
        self._queue.put_nowait(append)
        await append.done

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is open appends are written; what was taken is written before it closes."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._queue.put_nowait(None)
            await task

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            group, last = [first], False
            while not self._queue.empty() and len(group) < MOST_TOGETHER:
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                group.append(more)
            await self._write(group)
            if last:
                return

    async def _write(self, group: list[Append]) -> None:
        try:
            async with self._engine.execution_options(**WRITES).begin() as connection:
                won = await self._write_events(connection, group)
        except Exception as error:
            for append in group:
                _fail(append, error)
            return
        for append in group:
            if won.get(append.first) is not append:
                _fail(append, Conflict(f"table {append.code} has moved on"))
            elif not append.done.done():
                append.done.set_result(None)

    async def _write_events(
        self, connection: AsyncConnection, group: list[Append]
    ) -> dict[Place, Append]:
        """Who won which place. Only who wins the first of its events writes the others: they
        follow it, so nobody else can have them."""
        # Two of one group may want the same place, as two who ask for a rematch at once do.
        wanting: dict[Place, Append] = {}
        for append in group:
            wanting.setdefault(append.first, append)
        firsts = [append.rows[0] for append in wanting.values()]
        query = self._upsert(EVENTS).values(firsts).on_conflict_do_nothing()
        returned = await connection.execute(query.returning(EVENTS.c.code, EVENTS.c.seq))
        won = {(code, seq): wanting[code, seq] for code, seq in returned.all()}
        if rest := [row for append in won.values() for row in append.rows[1:]]:
            await connection.execute(insert(EVENTS), rest)
        await self._write_lists(connection, list(won.values()))
        return won

    async def _write_lists(self, connection: AsyncConnection, appends: list[Append]) -> None:
        if not appends:
            return
        query = self._upsert(TABLES)
        updated = {name: query.excluded[name] for name in ("stage", "listed", "changed")}
        await connection.execute(
            query.on_conflict_do_update(index_elements=[TABLES.c.code], set_=updated),
            [_card(append) for append in appends],
        )
        await self._write_holdings(
            connection,
            {append.code: append.holders for append in appends if append.holders is not None},
        )

    async def _write_holdings(
        self, connection: AsyncConnection, holders: dict[str, frozenset[str]]
    ) -> None:
        """Who sits at which of these tables now."""
        if not holders:
            return
        await connection.execute(delete(HOLDINGS).where(HOLDINGS.c.code.in_(holders)))
        rows: list[Row] = [
            {"holder": holder, "code": code} for code, held in holders.items() for holder in held
        ]
        if rows:
            await connection.execute(insert(HOLDINGS), rows)

    def _upsert(self, table: Table) -> sqlite.Insert:
        return _INSERTS[self._engine.dialect.name](table)


def _card(append: Append) -> Row:
    return {
        "code": append.code,
        "stage": append.stage,
        "listed": append.listed,
        "changed": append.events[-1].at,
    }


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)
