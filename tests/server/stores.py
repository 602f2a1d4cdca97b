"""Stores, and events to keep in them."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from sqlalchemy import text

from rowlock.server.storage import Append, Store, open_store
from rowlock.server.tables import events as ev
from server.databases import is_used, ready_database

SEED = "00" * 32


def store_in(folder: Path) -> AbstractAsyncContextManager[Store]:
    """The store of a server with this data folder."""
    return open_store(ready_database(folder))


async def someone_waits(store: Store) -> None:
    """Wait until someone has to wait for a lock that another one holds. With SQLite nobody can
    see that, and whoever writes waits for who writes already."""
    if is_used("sqlite"):
        return
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    own = " AND datname = current_database()"
    async with asyncio.timeout(30), store.engine.connect() as connection:
        while not await connection.scalar(text(waiting + own)):
            await connection.rollback()


def created(holder: str = "ann") -> ev.TableCreated:
    return ev.TableCreated(variant="original", seed=SEED, creator=holder)


def append(
    code: str,
    first: int,
    *events: ev.AnyEvent,
    holders: frozenset[str] | None = None,
    stage: str = "lobby",
) -> Append:
    """These events at this table, from this number on."""
    kept = [ev.Kept(seq, 100.0 + seq, event) for seq, event in enumerate(events, first)]
    return Append(code, kept, stage, True, holders)
