"""Connections to the database, set up so that what was committed stays."""

from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

WRITES = {"rowlock_writes": True}
"""Execution options of a connection that is going to write."""

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")


def make_engine(url: str) -> AsyncEngine:
    """An engine for this database."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver would begin transactions by itself, too late and not immediately.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    """A writer takes its lock at once: waiting for it later could fail halfway."""
    writes = connection.get_execution_options().get("rowlock_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
