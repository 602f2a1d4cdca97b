"""Keeping events: appending them safely, reading them back, finding tables."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, desc, func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.storage.engine import WRITES, make_engine
from rowlock.server.storage.losses import is_away, unavailable
from rowlock.server.storage.notices import GONE, notify
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.storage.scribes import AnyScribe, scribe_of
from rowlock.server.storage.upgrade import upgrade
from rowlock.server.storage.writer import Append, Writer
from rowlock.server.tables.events import AnyEvent, Kept

MOST_LISTED = 20
ENDED = ("over", "stopped")

THREADS_END = 0.2
"""How long a connection that could not be opened is given to end, in seconds."""

MOST_ASKED = 1000
"""So many tables are asked for at once."""

_decode = msgspec.json.Decoder(AnyEvent).decode


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
        """The events of a table after a sequence number."""
        query = (
            select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
            .where(EVENTS.c.code == code, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
        )
        return [Kept(seq, at, _decode(body)) for seq, at, body in await self._all(query)]

    async def versions(self, codes: Collection[str]) -> dict[str, int]:
        """How many events each of these tables has; one that is gone is not among them."""
        found: dict[str, int] = {}
        wanted = sorted(codes)
        for first in range(0, len(wanted), MOST_ASKED):
            some = wanted[first : first + MOST_ASKED]
            query = (
                select(EVENTS.c.code, func.max(EVENTS.c.seq))
                .where(EVENTS.c.code.in_(some))
                .group_by(EVENTS.c.code)
            )
            found |= dict(await self._all(query))
        return found

    async def held_by(self, holder: str) -> Sequence[str]:
        """The tables where a person sits: games that go on first, then by their last change."""
        query = (
            select(TABLES.c.code)
            .join(HOLDINGS, HOLDINGS.c.code == TABLES.c.code)
            .where(HOLDINGS.c.holder == holder, TABLES.c.stage != "closed")
            .order_by(TABLES.c.stage.in_(ENDED), desc(TABLES.c.changed))
            .limit(MOST_LISTED)
        )
        return [code for (code,) in await self._all(query)]

    async def listed(self) -> Sequence[str]:
        """The tables anybody may join, the last changed first."""
        query = (
            select(TABLES.c.code)
            .where(TABLES.c.stage == "lobby", TABLES.c.listed)
            .order_by(desc(TABLES.c.changed))
            .limit(MOST_LISTED)
        )
        return [code for (code,) in await self._all(query)]

    async def delete(self, codes: Collection[str], before: float | None = None) -> set[str]:
        """Delete tables with all that is kept of them, and tell all processes; with `before`, only
        those last changed before then. Which of them are gone now."""
        return await self.scribe.commit(partial(_delete, codes, before))

    async def answers(self) -> bool:
        """Whether the database can be asked now."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except Exception as error:
            if not is_away(error):
                raise
            return False
        return True

    async def _all(self, query: Select[*tuple[Any, ...]]) -> list[Any]:
        """All rows, each a tuple."""
        try:
            async with self.engine.connect() as connection:
                return list((await connection.execute(query)).all())
        except Exception as error:
            if is_away(error):
                raise unavailable() from error
            raise


def _delete(codes: Collection[str], before: float | None, connection: Connection) -> set[str]:
    # Whoever writes at a table holds its row, so this waits for them.
    mine = delete(TABLES).where(TABLES.c.code.in_(sorted(codes)))
    if before is not None:
        mine = mine.where(TABLES.c.changed < before)
    gone = set(connection.execute(mine.returning(TABLES.c.code)).scalars())
    for kept in (EVENTS, HOLDINGS):
        connection.execute(delete(kept).where(kept.c.code.in_(sorted(gone))))
    notify(connection, dict.fromkeys(sorted(gone), GONE))
    return gone


async def bring_up_to_date(url: str) -> None:
    """Make the database at this address, or bring it to this version's schema."""
    async with open_store(url):
        pass


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The store at this database, brought up to date; closed when all is written."""
    engine = make_engine(url)
    try:
        try:
            async with engine.execution_options(**WRITES).begin() as connection:
                await connection.run_sync(upgrade)
        except BaseException:
            # The driver ends the thread of a connection that failed without waiting for it, and
            # the thread complains loudly if it finds the loop gone.
            await asyncio.sleep(THREADS_END)
            raise
        scribe = scribe_of(engine)
        writer = Writer(scribe)
        async with writer.running():
            yield Store(engine, scribe, writer)
        scribe.close()
    finally:
        await engine.dispose()
