"""Every connection is set up so that a commit waits for the disk, and the schema is the newest."""

import asyncio
import sqlite3
import struct
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it comes without types
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import DBAPIError

from rowlock.server.storage import engine as engines
from rowlock.server.storage import upgrade
from rowlock.server.storage.engine import (
    READING,
    WRITES,
    UnknownDatabase,
    UnsafeDatabase,
    driver_url,
    make_engine,
)
from rowlock.server.storage.schema import metadata
from server.databases import is_used, postgres, use
from server.stores import append, created, store_in

MIGRATIONS = Path(upgrade.__file__).parent / "migrations"


async def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, store.engine.connect() as connection:
        found = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("synchronous", "fullfsync", "journal_mode", "busy_timeout", "foreign_keys")
        ]
    assert found == [2, 1, "wal", 1000 * READING.locked, 1]


async def test_a_writer_has_its_lock_from_the_beginning(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, store.engine.execution_options(**WRITES).begin():
        other = sqlite3.connect(tmp_path / "rowlock.db", timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


@pytest.mark.both_storages
async def test_every_connection_in_use_commits_to_the_disk(tmp_path: Path) -> None:
    """All of a store's connections at once, those that write included."""
    asks: dict[bool, tuple[str, object]] = {
        False: ("PRAGMA synchronous", 2),
        True: ("SHOW synchronous_commit", "on"),
    }
    question, answer = asks[is_used("postgresql")]
    async with store_in(tmp_path) as store:
        asked: list[object] = []

        def ask(connection: object, _branch: object = None) -> None:
            cursor = connection.connection.cursor()  # type: ignore[attr-defined]
            cursor.execute(question)
            asked.extend(cursor.fetchone())
            cursor.close()

        event.listen(Engine, "begin", ask)
        await store.append(append("BCDFGH", 1, created()))
        await store.read("BCDFGH")
        async with store.engine.connect() as one, store.engine.connect() as two:
            for connection in (one, two):
                await connection.execute(text("SELECT 1"))
        event.remove(Engine, "begin", ask)
    assert len(asked) == 4
    assert set(asked) == {answer}


@pytest.mark.both_storages
async def test_a_connection_that_would_not_wait_for_the_disk_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_in(tmp_path):
        pass
    monkeypatch.setattr(engines, "_PRAGMAS", ("synchronous=NORMAL",))
    monkeypatch.setattr(engines, "_POSTGRES_SETTINGS", {"synchronous_commit": "off"})
    with pytest.raises(UnsafeDatabase, match="synchronous"):
        async with store_in(tmp_path):
            pass


async def test_a_postgresql_that_never_waits_for_the_disk_is_not_used(tmp_path: Path) -> None:
    use("postgresql")
    try:
        await _set("fsync = off")
        with pytest.raises(UnsafeDatabase, match="SHOW fsync says off"):
            async with store_in(tmp_path):
                pass
    finally:
        await _set("fsync = on")
        use("sqlite")


async def _set(setting: str) -> None:
    connection = await asyncpg.connect(postgres())
    name, _, value = setting.partition(" = ")
    await connection.execute(f"ALTER SYSTEM SET {setting}")
    await connection.execute("SELECT pg_reload_conf()")
    while await connection.fetchval(f"SHOW {name}") != value:
        await asyncio.sleep(0.01)
    await connection.close()


@pytest.mark.parametrize("address", ["rowlock.db", "mysql://root@host/rowlock", "", "sqlite"])
def test_an_unknown_database_is_refused_in_words(address: str) -> None:
    with pytest.raises(UnknownDatabase, match="sqlite:///FILE or postgresql://"):
        driver_url(address)


@pytest.mark.parametrize(
    ("more", "encrypted"),
    [("sslmode=disable", False), ("sslmode=require", True), ("user=bea&sslmode=require", True)],
)
async def test_a_connection_is_encrypted_as_the_address_says(more: str, encrypted: bool) -> None:
    """By the first bytes that PostgreSQL would get; this one has no TLS, and then goes away."""
    first: list[bytes] = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first.append(await reader.readexactly(8))
        writer.write(b"N")
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        engine = make_engine(f"postgresql://ann@127.0.0.1:{port}/rowlock?{more}")
        with pytest.raises((OSError, DBAPIError)):
            await engine.connect()
        await engine.dispose()
    wants_tls = struct.pack("!ii", 8, 80877103)
    assert [one == wants_tls for one in first] == [encrypted]


def test_what_the_driver_does_not_know_is_refused_in_words() -> None:
    with pytest.raises(UnknownDatabase, match="options cannot be set here, leave it out"):
        driver_url("postgresql://ann@db/rowlock?sslmode=require&options=-c")
    with pytest.raises(UnknownDatabase, match="the port a number"):
        driver_url("postgresql://ann@db:none/rowlock")


def test_no_password_is_told_when_an_address_is_refused() -> None:
    with pytest.raises(UnknownDatabase) as refused:
        driver_url("mysql://ann:secret@host/rowlock")
    assert "secret" not in str(refused.value)


def test_the_last_migration_is_the_one_the_server_knows() -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [upgrade.HEAD]


@pytest.mark.both_storages
async def test_migrations_make_the_schema(tmp_path: Path) -> None:
    def differences(connection: Connection) -> object:
        upgrade.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    async with store_in(tmp_path) as store, store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


@pytest.mark.both_storages
async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async with (
        store_in(tmp_path) as store,
        store.engine.execution_options(**WRITES).begin() as connection,
    ):
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(upgrade.NewerDatabase, match="9999"):
        async with store_in(tmp_path):
            pass
