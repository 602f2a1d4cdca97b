"""Every connection is set up so that a commit waits for the disk, and the schema is the newest."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text

from rowlock.server.storage import engine as engines
from rowlock.server.storage import upgrade
from rowlock.server.storage.engine import WRITES, UnknownDatabase, UnsafeDatabase, driver_url
from rowlock.server.storage.schema import metadata
from server.databases import is_used
from server.stores import append, created, store_in

MIGRATIONS = Path(upgrade.__file__).parent / "migrations"


async def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, store.engine.connect() as connection:
        found = [
            (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("synchronous", "journal_mode", "busy_timeout", "foreign_keys")
        ]
    assert found == [2, "wal", 10000, 1]


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


@pytest.mark.parametrize("address", ["rowlock.db", "mysql://root@host/rowlock", "", "sqlite"])
def test_an_unknown_database_is_refused_in_words(address: str) -> None:
    with pytest.raises(UnknownDatabase, match="sqlite:///FILE or postgresql://"):
        driver_url(address)


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
