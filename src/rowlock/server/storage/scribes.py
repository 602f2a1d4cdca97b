"""Who writes: one transaction at a time, each as one piece of work.

SQLite works while it is asked, so its scribe is a thread, to which the whole piece goes at once: a
piece that came back to the event loop after every statement would wait there for everything else.
PostgreSQL works elsewhere, and is waited for.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.storage.engine import (
    WRITES,
    WRITING,
    driver_url,
    make_engine,
    make_plain_engine,
)
from rowlock.server.storage.losses import connected, is_away

T = TypeVar("T")


class Thread:
    """The scribe of an SQLite file."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(**WRITES)
        self._pool = ThreadPoolExecutor(1, "scribe")

    async def commit(self, work: Callable[[Connection], T]) -> T:
        """Do the work in a transaction; returns when it is committed."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            try:
                with connection.begin():
                    return work(connection)
            except Exception as error:
                if is_away(error):
                    # Whatever is wrong may be wrong with this connection; the next is a new one.
                    connection.invalidate(error)
                raise

    async def close(self) -> None:
        """Write no more."""
        self._pool.shutdown()
        self._engine.dispose()


class Remote:
    """The scribe of a PostgreSQL, with connections of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._engine = engine.execution_options(**WRITES)

    async def commit(self, work: Callable[[Connection], T]) -> T:
        """Do the work in a transaction; returns when it is committed."""
        async with connected(self._engine) as connection, connection.begin():
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Write no more."""
        await self.engine.dispose()


AnyScribe = Thread | Remote


def scribe_of(address: str) -> AnyScribe:
    """The scribe of the database at this address."""
    url = driver_url(address)
    if url.get_backend_name() == "sqlite":
        return Thread(make_plain_engine(url, WRITING))
    return Remote(make_engine(address, WRITING))
