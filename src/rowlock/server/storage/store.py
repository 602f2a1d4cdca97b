"""Keeping events: appending them safely, reading them back, finding tables."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import msgspec
from sqlalchemy import desc, select
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.storage.engine import WRITES, make_engine
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.storage.upgrade import upgrade
from rowlock.server.storage.writer import Append, Writer
from rowlock.server.tables.events import AnyEvent, Kept

MOST_LISTED = 20
ENDED = ("over", "stopped")

THREADS_END = 0.2
"""How long a connection that could not be opened is given to end, in seconds."""

_decode = msgspec.json.Decoder(AnyEvent).decode


@dataclass(frozen=True)
class Store:
    """A database of tables."""

    engine: AsyncEngine
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
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Kept(seq, at, _decode(body)) for seq, at, body in rows]

    async def held_by(self, holder: str) -> Sequence[str]:
        """The tables where a person sits: games that go on first, then by their last change."""
        query = (
            select(TABLES.c.code)
            .join(HOLDINGS, HOLDINGS.c.code == TABLES.c.code)
            .where(HOLDINGS.c.holder == holder, TABLES.c.stage != "closed")
            .order_by(TABLES.c.stage.in_(ENDED), desc(TABLES.c.changed))
            .limit(MOST_LISTED)
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalars().all()

    async def listed(self) -> Sequence[str]:
        """The tables anybody may join, the last changed first."""
        query = (
            select(TABLES.c.code)
            .where(TABLES.c.stage == "lobby", TABLES.c.listed)
            .order_by(desc(TABLES.c.changed))
            .limit(MOST_LISTED)
        )
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalars().all()


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
        writer = Writer(engine)
        async with writer.running():
            yield Store(engine, writer)
    finally:
        await engine.dispose()
