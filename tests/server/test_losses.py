"""What it means that a database cannot be used: whom it hits, who is told, and when it is over."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it comes without types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import Store, writer
from rowlock.server.storage.engine import UnsafeDatabase
from rowlock.server.storage.losses import (
    AWAY,
    DAMAGED,
    FULL,
    LOCKED,
    MISSING,
    MOST_DAMAGED,
    POSTGRESQL_LOSSES,
    READ_ONLY,
    RUINED,
    SQLITE_LOSSES,
    STANDBY,
    UNSAFE,
    Loss,
    Unavailable,
    loss_of,
    refusing,
    sparing,
)
from rowlock.server.tables import events as ev
from rowlock.server.web.repeats import kind_of
from server.stores import append, created, store_in

CODES = st.lists(st.integers(0, 400), unique=True, max_size=150)


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError("secret")
    error.sqlite_errorcode = code
    error.sqlite_errorname = f"SQLITE_{code}"
    return error


@given(st.integers(0, 255), st.integers(0, 255))
def test_every_code_of_sqlite_goes_by_its_primary_one(primary: int, extension: int) -> None:
    assert loss_of(sqlite_error(extension << 8 | primary)) == SQLITE_LOSSES.get(primary)


@pytest.mark.parametrize(
    ("error", "loss"),
    [
        (sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT), LOCKED),
        (sqlite_error(sqlite3.SQLITE_READONLY_DBMOVED), READ_ONLY),
        (sqlite_error(sqlite3.SQLITE_CORRUPT_INDEX), DAMAGED),
        (sqlite_error(sqlite3.SQLITE_NOTADB), RUINED),
        (sqlite_error(sqlite3.SQLITE_CONSTRAINT_UNIQUE), None),
        (sqlite3.ProgrammingError("too few values"), None),
        (asyncpg.DiskFullError(), FULL),
        (asyncpg.ReadOnlySQLTransactionError(), STANDBY),
        (asyncpg.DataCorruptedError(), DAMAGED),
        (asyncpg.QueryCanceledError(), AWAY),
        (asyncpg.UniqueViolationError(), None),
        (UnsafeDatabase(), UNSAFE),
        (Unavailable(FULL), FULL),
        (None, None),
    ],
)
def test_losses_are_known_by_their_codes(error: BaseException | None, loss: Loss | None) -> None:
    assert loss_of(error) == loss
    if isinstance(error, Exception):
        assert loss_of(DBAPIError("", None, error)) == loss
        outer = RuntimeError()
        outer.__cause__ = error
        assert loss_of(outer) == loss


def test_what_is_told_is_for_anybody_and_each_loss_has_its_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for state, loss in POSTGRESQL_LOSSES.items():
        error = asyncpg.PostgresError("secret")
        error.sqlstate = state.ljust(5, "0")
        for _ in range(3):
            with pytest.raises(Unavailable, match=loss.why) as refused, refusing():
                raise error
            assert "secret" not in refused.value.message
    kinds = {kind_of(record) for record in caplog.records}
    assert len(kinds) == len({loss.why for loss in POSTGRESQL_LOSSES.values()})
    for record in caplog.records:
        passing = any(
            one.passing for one in POSTGRESQL_LOSSES.values() if one.why in record.message
        )
        assert record.levelno == (logging.WARNING if passing else logging.ERROR)


@given(codes=CODES, bad=st.sets(st.integers(0, 400), max_size=5))
def test_damage_hits_only_what_is_damaged(codes: list[int], bad: set[int]) -> None:
    async def work(some: Sequence[int]) -> list[int]:
        if bad.intersection(some):
            raise Unavailable(DAMAGED)
        return list(some)

    found = asyncio.run(sparing(work, codes))
    assert [code for part in found for code in part] == [code for code in codes if code not in bad]


@pytest.mark.parametrize("loss", [FULL, DAMAGED])
async def test_where_all_is_lost_no_part_is_looked_for_without_end(loss: Loss) -> None:
    tries: list[int] = []

    async def work(some: Sequence[int]) -> None:
        tries.append(len(some))
        raise Unavailable(loss)

    with pytest.raises(Unavailable):
        await sparing(work, range(10_000))
    assert len(tries) == (MOST_DAMAGED + 1 if loss is DAMAGED else 1)


def failing_for(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception, *codes: str
) -> list[int]:
    """Whatever is written at these tables fails; how many appends each commit had."""
    commit, groups = store.scribe.commit, list[int]()

    async def fail(work: partial[object]) -> object:
        appends = work.args[0]
        groups.append(len(appends))
        if any(one.code in codes for one in appends):
            raise error
        return await commit(work)

    monkeypatch.setattr(store.scribe, "commit", fail)
    return groups


@pytest.mark.both_storages
@pytest.mark.parametrize("error", [sqlite_error(sqlite3.SQLITE_CORRUPT), RuntimeError("ours")])
async def test_a_table_that_cannot_be_written_does_not_take_its_group_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    codes = [f"BCDFG{letter}" for letter in "BCDFGHJKLM"]
    async with store_in(tmp_path) as store:
        with monkeypatch.context() as patch:
            failing_for(store, patch, error, codes[3])
            outcomes = await asyncio.gather(
                *(store.append(append(code, 1, created())) for code in codes),
                return_exceptions=True,
            )
        failed = [code for code, one in zip(codes, outcomes, strict=True) if one is not None]
        assert failed == [codes[3]]
        assert isinstance(outcomes[3], Unavailable if "ours" not in str(error) else RuntimeError)
        assert sorted(await store.versions(codes)) == sorted(set(codes) - {codes[3]})
        assert await store.why_not() is None


@pytest.mark.both_storages
@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY])
async def test_what_may_pass_is_tried_again_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(writer, "PAUSES", (0.0, 0.0, 0.0))
    async with store_in(tmp_path) as store:
        with monkeypatch.context() as patch:
            tries = failing_for(store, patch, sqlite_error(code), "BCDFGH")
            with pytest.raises(Unavailable):
                await store.append(append("BCDFGH", 1, created()))
        assert len(tries) == (3 if SQLITE_LOSSES[code].passing else 1)
        assert store.writer.condition.lost == SQLITE_LOSSES[code]
        assert await store.why_not() is None, "it is tried out, and works again"
        assert await store.read("") == []


async def test_a_file_that_cannot_grow_is_full_and_then_is_not(tmp_path: Path) -> None:
    """SQLite finds out when it wants another page, in the middle of a transaction."""
    full = False

    def bound(connection: Connection) -> None:
        most = "PRAGMA page_count" if full else "SELECT 1000000000"
        (pages,) = connection.exec_driver_sql(most).one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    event.listen(Engine, "begin", bound)
    try:
        async with store_in(tmp_path) as store:
            await store.append(append("BCDFGH", 1, created()))
            seq, refused, full = 2, None, True
            while refused is None:
                try:
                    await store.append(append("BCDFGH", seq, *[ev.SeatAdded(1)] * 5))
                    seq += 5
                except Unavailable as found:
                    refused = found
            assert refused.loss is FULL
            assert await store.why_not() == FULL.why
            assert len(await store.read("BCDFGH")) == seq - 1, "it can still be read"
            full = False
            assert await store.why_not() is None
            await store.append(append("BCDFGH", seq, *[ev.SeatAdded(1)] * 5))
            assert len(await store.read("BCDFGH")) == seq + 4
    finally:
        event.remove(Engine, "begin", bound)


async def test_a_file_that_is_taken_away_is_not_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "rowlock.db"
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created()))
        await store.engine.dispose()
        file.rename(tmp_path / "elsewhere")
        with pytest.raises(Unavailable, match=MISSING.why):
            await store.read("BCDFGH")
        assert not file.exists()
        (tmp_path / "elsewhere").rename(file)
        assert len(await store.read("BCDFGH")) == 1


async def test_a_file_that_may_only_be_read_is_known(tmp_path: Path) -> None:
    async with store_in(tmp_path):
        pass
    reader = sqlite3.connect(f"file:{tmp_path / 'rowlock.db'}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as refused:
        reader.execute("DELETE FROM events")
    reader.close()
    assert loss_of(refused.value) is READ_ONLY


async def test_a_lock_is_waited_for_without_keeping_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A try ends after a second, and the next one finds the file free."""
    tried: list[Callable[[Connection], object]] = []
    async with store_in(tmp_path) as store:
        commit = store.scribe.commit

        async def counted(work: Callable[[Connection], object]) -> object:
            tried.append(work)
            if len(tried) == 2:
                other.rollback()
            return await commit(work)

        monkeypatch.setattr(store.scribe, "commit", counted)
        other = sqlite3.connect(tmp_path / "rowlock.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        await store.append(append("BCDFGH", 1, created()))
        other.close()
        assert len(tried) == 2
        assert len(await store.read("BCDFGH")) == 1


def test_a_refusal_without_a_loss_is_none() -> None:
    assert loss_of(Refuse("no-table", "there is no table")) is None
