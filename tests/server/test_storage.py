"""Events are kept for good, in one order, whoever writes them."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text

from rowlock.server.storage import Conflict, Store, upgrade
from rowlock.server.storage.engine import WRITES
from rowlock.server.storage.schema import metadata
from rowlock.server.tables import events as ev
from server.stores import append, created, store_in

MIGRATIONS = Path(upgrade.__file__).parent / "migrations"


async def outcome(store: Store, code: str, first: int, *events: ev.AnyEvent) -> str:
    try:
        await store.append(append(code, first, *events))
    except Conflict:
        return "lost"
    return "won"


async def test_events_come_back_as_they_were_kept(tmp_path: Path) -> None:
    events: list[ev.AnyEvent] = [
        created(),
        ev.SeatAdded(1),
        ev.SeatTaken(1, "ann", 'A"; ň 🎲', "0" * 32),
    ]
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, *events))
    async with store_in(tmp_path) as store:
        kept = await store.read("BCDFGH")
        assert [(one.seq, one.event) for one in kept] == list(enumerate(events, start=1))
        assert await store.read("BCDFGH", after=2) == kept[2:]
        assert await store.read("BCDFGJ") == []


async def test_of_two_writers_of_one_number_one_wins(tmp_path: Path) -> None:
    async with store_in(tmp_path) as one, store_in(tmp_path) as two:
        await one.append(append("BCDFGH", 1, created()))
        outcomes = await asyncio.gather(
            *(outcome(store, "BCDFGH", 2, ev.SeatAdded(1), ev.SeatAdded(2)) for store in (one, two))
        )
        assert sorted(outcomes) == ["lost", "won"]
        assert len(await one.read("BCDFGH")) == 3


async def test_equal_appends_of_one_group_are_kept_once(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        outcomes = await asyncio.gather(
            *(outcome(store, "BCDFGH", 1, created(), ev.SeatAdded(1)) for _ in range(3)),
            outcome(store, "BCDFGJ", 1, created(), ev.SeatAdded(1)),
        )
        assert outcomes == ["won", "lost", "lost", "won"]
        assert len(await store.read("BCDFGH")) == 2


async def test_a_loser_does_not_abort_its_group(tmp_path: Path) -> None:
    codes = [f"BCDFG{letter}" for letter in "BCDFGHJK"]
    async with store_in(tmp_path) as store:
        for code in codes[::2]:
            await store.append(append(code, 1, created()))
        outcomes = await asyncio.gather(*(outcome(store, code, 1, created()) for code in codes))
        assert outcomes == ["lost", "won"] * 4


async def test_appends_of_many_tables_share_commits(tmp_path: Path) -> None:
    codes = [f"BCDF{one}{two}" for one in "BCDFGHJK" for two in "BCDFGHJK"]
    async with store_in(tmp_path) as store:
        commits: list[object] = []
        event.listen(store.engine.sync_engine, "commit", commits.append)
        await asyncio.gather(*(outcome(store, code, 1, created()) for code in codes))
    assert 1 <= len(commits) <= 3


async def test_what_cannot_be_written_is_told_and_the_next_is_written(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        with sqlite3.connect(tmp_path / "rowlock.db") as other:
            other.execute("ALTER TABLE tables RENAME TO away")
        with pytest.raises(Exception, match="no such table"):
            await store.append(append("BCDFGH", 1, created()))
        with sqlite3.connect(tmp_path / "rowlock.db") as other:
            other.execute("ALTER TABLE away RENAME TO tables")
        other.close()
        assert await store.read("BCDFGH") == []
        assert await outcome(store, "BCDFGH", 1, created()) == "won"


async def test_what_was_taken_is_written_before_the_store_closes(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        waiting = asyncio.create_task(store.append(append("BCDFGH", 1, created())))
        await asyncio.sleep(0)
    await waiting
    async with store_in(tmp_path) as store:
        assert len(await store.read("BCDFGH")) == 1


async def test_lists_know_who_sits_where(tmp_path: Path) -> None:
    ann, both = frozenset({"ann"}), frozenset({"ann", "ben"})
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created(), holders=both))
        await store.append(append("BCDFGJ", 1, created(), ev.SeatAdded(1), holders=ann))
        assert await store.held_by("ann") == ["BCDFGJ", "BCDFGH"], "the last changed first"
        assert await store.held_by("ben") == ["BCDFGH"]
        await store.append(append("BCDFGH", 2, ev.SeatAdded(1), holders=None))
        assert await store.held_by("ben") == ["BCDFGH"]
        await store.append(append("BCDFGH", 3, ev.SeatAdded(2), holders=frozenset()))
        assert await store.held_by("ben") == []
        assert sorted(await store.listed()) == ["BCDFGH", "BCDFGJ"]


async def test_games_that_go_on_are_listed_before_finished_ones(tmp_path: Path) -> None:
    ann = frozenset({"ann"})
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created(), holders=ann, stage="playing"))
        for code in ("BCDFGJ", "BCDFGK"):
            await store.append(append(code, 1, created(), holders=ann, stage="over"))
        assert (await store.held_by("ann"))[0] == "BCDFGH"


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


def test_the_last_migration_is_the_one_the_server_knows() -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [upgrade.HEAD]


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.begin() as connection:
        upgrade.upgrade(connection)
        upgrade.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    async with store_in(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(upgrade.NewerDatabase, match="9999"):
        async with store_in(tmp_path):
            pass
