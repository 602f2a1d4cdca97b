"""Keeping events: appending them safely, reading them back, finding tables."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, delete, desc, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.storage.condition import try_out
from rowlock.server.storage.engine import READING, WRITES, make_engine
from rowlock.server.storage.losses import Unavailable, connected, refusing
from rowlock.server.storage.notices import GONE, notify
from rowlock.server.storage.origins import tables_in_turn
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.storage.scribes import AnyScribe, scribe_of
from rowlock.server.storage.upgrade import upgrade
from rowlock.server.storage.writer import Append, Writer
from rowlock.server.tables.events import Kept
from rowlock.server.tables.reading import read_event

MOST_LISTED = 20
"""So many tables are in a list."""

ENDED = ("over", "stopped")

THREADS_END = 0.2
"""How long a connection that could not be opened is given to end, in seconds."""

MOST_ASKED = 1000
"""So many tables are asked for at once."""

_VERSIONS = select(
    TABLES.c.code,
    # For each table by itself the last event is found at once; grouped, all would be counted.
    select(func.max(EVENTS.c.seq)).where(EVENTS.c.code == TABLES.c.code).scalar_subquery(),
)
_ANY = select(TABLES.c.code).limit(1)
"""It takes a look at the file, or at the database elsewhere."""

T = TypeVar("T")


@dataclass(frozen=True)
class Store:
    """A database of tables."""

    engine: AsyncEngine
    scribe: AnyScribe
    writer: Writer

    async def append(self, append: Append) -> None:
        """Keep events for good; raises Conflict if somebody else has written their numbers."""
        await self.writer.append(append)

    async def read(self, code: str, after: int = 0) -> list[Kept]:
        """The events of a table after a sequence number; Unreadable if one of them is none."""
        query = (
            select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
            .where(EVENTS.c.code == code, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
        )
        return [read_event(code, *row) for row in await self.all(query)]

    async def versions(self, codes: Collection[str]) -> dict[str, int]:
        """How many events each of these tables has; one that is gone is not among them."""
        found: dict[str, int] = {}
        wanted = sorted(codes)
        for first in range(0, len(wanted), MOST_ASKED):
            some = wanted[first : first + MOST_ASKED]
            found |= dict(await self.all(_VERSIONS.where(TABLES.c.code.in_(some))))
        return found

    async def held_by(self, holder: str) -> Sequence[str]:
        """The tables where a person sits: games that go on first, then by their last change. One
        more than are listed, if there are more."""
        query = (
            select(TABLES.c.code)
            .join(HOLDINGS, HOLDINGS.c.code == TABLES.c.code)
            .where(HOLDINGS.c.holder == holder, TABLES.c.stage != "closed")
            .order_by(TABLES.c.stage.in_(ENDED), desc(TABLES.c.changed))
            .limit(MOST_LISTED + 1)
        )
        return [code for (code,) in await self.all(query)]

    async def holds(self, holder: str, code: str) -> bool:
        """Whether a person sits at a table."""
        mine = (HOLDINGS.c.holder == holder, HOLDINGS.c.code == code)
        return bool(await self.all(select(HOLDINGS.c.code).where(*mine)))

    async def listed(self) -> Sequence[str]:
        """The tables anybody may join if there is a seat: those of each origin in turn, the last
        changed first."""
        return [code for (code,) in await self.all(tables_in_turn())]

    async def delete(self, codes: Collection[str], before: float | None = None) -> set[str]:
        """Delete tables with all that is kept of them, and tell all processes; with `before`, only
        those last changed before then. Which of them are gone now."""
        return await self._commit(partial(_delete, codes, before))

    async def delete_at(self, code: str, version: int) -> bool:
        """The same for one table, if it still has so many events; whether it had."""
        return await self._commit(partial(_delete_at, code, version))

    async def why_not(self) -> str | None:
        """Why games cannot be read or written now; None if they can. Writing is tried out only if
        it failed the last time."""
        try:
            await self.all(_ANY)
            if self.writer.condition.lost is not None:
                await self._commit(try_out)
        except Unavailable as refused:
            return refused.loss.why
        return None

    async def all(self, query: Select[*tuple[Any, ...]]) -> list[Any]:
        """All rows, each a tuple."""
        with refusing():
            async with connected(self.engine) as connection:
                return list((await connection.execute(query)).all())

    async def _commit(self, work: Callable[[Connection], T]) -> T:
        with self.writer.condition.writing():
            return await self.scribe.commit(work)


def _delete(codes: Collection[str], before: float | None, connection: Connection) -> set[str]:
    # Whoever writes at a table holds its row, so this waits for them: in the order they take rows
    # in, or each could wait for the other.
    rows = select(TABLES.c.code).where(TABLES.c.code.in_(sorted(codes))).order_by(TABLES.c.code)
    there = connection.execute(rows.with_for_update()).scalars().all()
    mine = delete(TABLES).where(TABLES.c.code.in_(there))
    if before is not None:
        mine = mine.where(TABLES.c.changed < before)
    gone = set(connection.execute(mine.returning(TABLES.c.code)).scalars())
    for kept in (EVENTS, HOLDINGS):
        connection.execute(delete(kept).where(kept.c.code.in_(sorted(gone))))
    notify(connection, dict.fromkeys(sorted(gone), GONE))
    return gone


def _delete_at(code: str, version: int, connection: Connection) -> bool:
    # Only when the row is held all events of others are to be seen, so it is not asked for both
    # at once.
    connection.execute(select(TABLES.c.code).where(TABLES.c.code == code).with_for_update())
    found = connection.execute(_VERSIONS.where(TABLES.c.code == code)).all()
    return found == [(code, version)] and bool(_delete([code], None, connection))


async def bring_up_to_date(url: str) -> None:
    """Make the database at this address, or bring it to this version's schema."""
    engine = make_engine(url)
    try:
        async with engine.execution_options(**WRITES).begin() as connection:
            await connection.run_sync(upgrade)
    except BaseException:
        # The driver ends the thread of a connection that failed without waiting for it, and
        # the thread complains loudly if it finds the loop gone.
        await asyncio.sleep(THREADS_END)
        raise
    finally:
        await engine.dispose()


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The store at this database, brought up to date; closed when all is written."""
    await bring_up_to_date(url)
    engine, scribe = make_engine(url, READING), scribe_of(url)
    try:
        writer = Writer(scribe)
        async with writer.running():
            yield Store(engine, scribe, writer)
    finally:
        await scribe.close()
        await engine.dispose()
