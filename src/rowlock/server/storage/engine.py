"""Connections to the database, set up so that what was committed stays."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

WRITES = {"rowlock_writes": True}
"""Execution options of a connection that is going to write."""

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""The databases that can be used, by the first word of their addresses."""

TLS_PARAMETERS = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl")
"""How an address says whether and how a connection to PostgreSQL is encrypted, as psql reads it."""

PARAMETERS = ("host", "port", "user", "password", *TLS_PARAMETERS)
"""What may stand after the `?` of such an address."""

TLS_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    # On a Mac a sync otherwise leaves it to the disk when it writes.
    "fullfsync=ON",
    "foreign_keys=ON",
)
_POSTGRES_SETTINGS = {"synchronous_commit": "on", "application_name": "rowlock"}

_DISCREET: dict[str, Any] = {"hide_parameters": True}
"""Errors do not tell what was to be written: there are seeds and choices among it."""

_SAFE: dict[str, dict[str, object]] = {
    "sqlite": {"PRAGMA synchronous": 2},
    "postgresql": {"SHOW synchronous_commit": "on", "SHOW fsync": "on"},
}
"""What every connection must answer before it is used, or a commit would not wait for the disk."""

LAST_PORT = 65_535

CONNECTING = 5.0
"""So long a PostgreSQL has to take a connection, in seconds."""


@dataclass(frozen=True)
class Use:
    """What connections are for: how many there are, for how many seconds PostgreSQL is waited for,
    and an SQLite that somebody else has locked, and what is set in PostgreSQL. There are none
    beyond that which come and go: opening a connection takes longer than waiting for one."""

    connections: int = 1
    answer: float | None = None
    locked: float = 10.0
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def pool(self) -> dict[str, Any]:
        """How SQLAlchemy is told."""
        return {"pool_size": self.connections, "max_overflow": 0}


PATIENT = Use()
"""For work that takes as long as it takes."""

READING = Use(8, answer=15.0, locked=1.0)
"""For all that is asked while people play."""

WRITING = Use(3, answer=5.0, locked=1.0, settings={"idle_in_transaction_session_timeout": "10s"})
"""For the writer, for deletions, and for who listens to other processes: they never wait behind
those who read. A process whose machine is gone lets go of what it was writing."""


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
    try:
        url = make_url(address).set(drivername=DRIVERS[kind])
    except (ArgumentError, ValueError):
        right = f"{kind}://USER@HOST:PORT/DATABASE"
        raise UnknownDatabase(f"a database is {right}, the port a number") from None
    if url.get_backend_name() == "postgresql":
        _check_parameters(url)
    return url


def _check_parameters(url: URL) -> None:
    """What the driver does not know would fail only later, and in its own words."""
    for port in filter(None, (url.port, url.query.get("port"))):
        if not re.fullmatch(r"[0-9]{1,5}", str(port)) or int(str(port)) > LAST_PORT:
            raise UnknownDatabase(f"a port is a number up to {LAST_PORT}")
    for name in url.query:
        if name not in PARAMETERS:
            known = ", ".join(PARAMETERS)
            raise UnknownDatabase(f"{name} cannot be set here, leave it out; what can is {known}")
    mode = url.query.get("sslmode", TLS_MODES[0])
    if mode not in TLS_MODES:
        raise UnknownDatabase(f"sslmode is one of {', '.join(TLS_MODES)}")


def make_engine(address: str, use: Use = PATIENT) -> AsyncEngine:
    """An engine for the database at this address."""
    url = driver_url(address)
    if url.get_backend_name() == "sqlite":
        _make_private(url.database or "")
        engine = create_async_engine(_existing(url), **use.pool, **_DISCREET)
    else:
        engine = create_async_engine(
            url.difference_update_query(TLS_PARAMETERS),
            pool_pre_ping=True,
            **use.pool,
            connect_args={
                "timeout": CONNECTING,
                "command_timeout": use.answer,
                "server_settings": {**_POSTGRES_SETTINGS, **use.settings},
                **_tls(url),
            },
            **_DISCREET,
        )
    _make_safe(engine.sync_engine, use)
    return engine


def _tls(url: URL) -> dict[str, str]:
    """How to encrypt; the driver knows it by these words within an address only."""
    said = {name: url.query[name] for name in TLS_PARAMETERS if name in url.query}
    return {"dsn": f"postgresql://?{urlencode(said)}"} if said else {}


def _make_private(file: str) -> None:
    """Let the file, if it is a new one, be its owner's alone: it will have seeds and hidden choices
    in it. What SQLite makes beside it gets the same permissions."""
    # One that is there must not even be opened: closing it would let go of SQLite's own locks.
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _existing(url: URL) -> URL:
    """The same file, which is opened only if it is there: if somebody takes it away while a server
    runs, an empty one in its place would do harm."""
    file = Path(url.database or "").absolute().as_uri()
    return url.set(database=file, query={"uri": "true", "mode": "rw"})


def make_plain_engine(url: URL, use: Use) -> Engine:
    """An engine for the same SQLite file that works in the thread that uses it."""
    engine = create_engine(_existing(url).set(drivername="sqlite"), **_DISCREET)
    _make_safe(engine, use)
    return engine


def _make_safe(engine: Engine, use: Use) -> None:
    """Have every connection set up, and none used that would not wait for the disk."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", partial(_set_up_sqlite, use))
        event.listen(engine, "begin", _begin_sqlite)

    def check(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for question, answer in _SAFE[engine.dialect.name].items():
            cursor.execute(question)
            (found,) = cursor.fetchone()
            if found != answer:
                raise UnsafeDatabase(f"{question} says {found}, but must say {answer}")
        cursor.close()

    event.listen(engine, "connect", check)


def _set_up_sqlite(use: Use, connection: Any, _record: Any) -> None:
    # The driver would begin transactions by itself, too late and not immediately.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={1000 * use.locked:.0f}", *_PRAGMAS):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    """A writer takes its lock at once: waiting for it later could fail halfway."""
    writes = connection.get_execution_options().get("rowlock_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
