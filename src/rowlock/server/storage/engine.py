"""Connections to the database, set up so that what was committed stays."""

from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

WRITES = {"rowlock_writes": True}
"""Execution options of a connection that is going to write."""

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""The databases that can be used, by the first word of their addresses."""

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
_POSTGRES_SETTINGS = {"synchronous_commit": "on", "application_name": "rowlock"}

_DISCREET: dict[str, Any] = {"hide_parameters": True}
"""Errors do not tell what was to be written: there are seeds and choices among it."""

_SAFE = {
    "sqlite": ("PRAGMA synchronous", 2),
    "postgresql": ("SHOW synchronous_commit", "on"),
}
"""What every connection must answer before it is used, or a commit would not wait for the disk."""


class UnknownDatabase(ValueError):
    """The address names no database that can be used."""


class UnsafeDatabase(RuntimeError):
    """The database would not keep what it has said it keeps."""


def driver_url(address: str) -> URL:
    """The address of a database with the driver it is reached by."""
    name, colon, _ = address.partition("://")
    kind = name.partition("+")[0]
    if not colon or kind not in DRIVERS:
        raise UnknownDatabase(
            "a database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE, "
            f"not {name if colon else address}"
        )
    return make_url(address).set(drivername=DRIVERS[kind])


def make_engine(address: str) -> AsyncEngine:
    """An engine for the database at this address."""
    url = driver_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, **_DISCREET)
    else:
        settings = {"server_settings": _POSTGRES_SETTINGS}
        engine = create_async_engine(url, pool_pre_ping=True, connect_args=settings, **_DISCREET)
    _make_safe(engine.sync_engine)
    return engine


def make_plain_engine(url: URL) -> Engine:
    """An engine for the same SQLite file that works in the thread that uses it."""
    engine = create_engine(url.set(drivername="sqlite"), **_DISCREET)
    _make_safe(engine)
    return engine


def _make_safe(engine: Engine) -> None:
    """Have every connection set up, and none used that would not wait for the disk."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    question, answer = _SAFE[engine.dialect.name]

    def check(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(question)
        (found,) = cursor.fetchone()
        cursor.close()
        if found != answer:
            raise UnsafeDatabase(f"{question} says {found}, but must say {answer}")

    event.listen(engine, "connect", check)


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
