"""A PostgreSQL that is busy, full or silent: what is asked is refused in time, and play goes on."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it comes without types
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncEngine

from rowlock.server.messages.asks import Choose
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.storage import scribes, writer
from rowlock.server.storage import store as stores
from rowlock.server.storage.engine import READING
from rowlock.server.storage.losses import is_away
from rowlock.server.tables import events as ev
from server.databases import silent_postgres, use
from server.houses import open_house, until
from server.stores import append, created, someone_waits, store_in

CODES = ("BCDFGH", "BCDFGJ")
SOON = 0.3


@pytest.fixture(scope="module", autouse=True)
def postgres() -> Iterator[None]:
    use("postgresql")
    yield
    use("sqlite")


async def test_moves_do_not_wait_for_those_who_read(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store, AsyncExitStack() as readers:
        for _ in range(READING.connections):
            await readers.enter_async_context(store.engine.connect())
        reading = asyncio.create_task(store.read(CODES[0]))
        await store.append(append(CODES[0], 1, created()))
        await store.delete(CODES[1:])
        assert not reading.done()
        await readers.aclose()
        assert len(await reading) == 1


async def test_one_who_reads_while_all_connections_are_taken_is_refused_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_in(tmp_path) as store, AsyncExitStack() as readers:
        for _ in range(READING.connections):
            await readers.enter_async_context(store.engine.connect())
        monkeypatch.setattr(store.engine.sync_engine.pool, "_timeout", 0.01)
        with pytest.raises(Refuse) as refused:
            await store.read(CODES[0])
        assert refused.value.code == Refusal.UNAVAILABLE


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.TooManyConnectionsError(),
        asyncpg.DeadlockDetectedError(),
        asyncpg.IdleInTransactionSessionTimeoutError(),
        asyncpg.AdminShutdownError(),
        NoneFree(),
        TimeoutError(),
    ],
)
def test_what_passes_by_itself_is_known(error: Exception) -> None:
    assert is_away(error)


@pytest.mark.parametrize("error", [asyncpg.UniqueViolationError(), ValueError()])
def test_what_does_not_is_a_failure(error: Exception) -> None:
    assert not is_away(error)


async def test_who_writes_and_who_deletes_never_wait_for_each_other(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        # The later code lies first, and is found first where rows are gone through.
        for code in reversed(CODES):
            await store.append(append(code, 1, created()))
        name = store.engine.url.database
        async with store.engine.begin() as connection:
            for way in ("indexscan", "bitmapscan"):
                await connection.execute(text(f'ALTER DATABASE "{name}" SET enable_{way} TO off'))
    hold = text("SELECT code FROM tables WHERE code = :code FOR KEY SHARE")
    async with store_in(tmp_path) as store:
        async with store.engine.begin() as connection:
            await connection.execute(hold, {"code": CODES[0]})
            deleting = asyncio.create_task(store.delete(CODES))
            await someone_waits(store)
            await connection.execute(hold, {"code": CODES[1]})
        assert await deleting == set(CODES)


async def test_a_writer_whose_machine_is_gone_lets_go(tmp_path: Path) -> None:
    """What it had written and not committed would otherwise be waited for, for hours."""
    async with store_in(tmp_path) as store:
        assert isinstance(store.scribe, scribes.Remote)
        async with store.scribe.engine.connect() as connection:
            setting = "SHOW idle_in_transaction_session_timeout"
            assert (await connection.execute(text(setting))).scalar() == "10s"


@contextmanager
def impatient(*engines: AsyncEngine) -> Iterator[None]:
    """Who connects anew is refused soon. Before and after that a busy machine has time."""

    def hurry(_dialect: object, _record: object, _where: object, how: dict[str, Any]) -> None:
        how["timeout"] = SOON

    for engine in engines:
        event.listen(engine.sync_engine, "do_connect", hurry)
    yield
    for engine in engines:
        event.remove(engine.sync_engine, "do_connect", hurry)


async def test_a_database_that_is_silent_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PAUSES", writer.PAUSES[:1])
    for module, name in ((scribes, "WRITING"), (stores, "READING")):
        monkeypatch.setattr(module, name, replace(getattr(module, name), answer=SOON))
    async with open_house(tmp_path) as house:
        await until(lambda: house.means.company.listening)
        live = await house.table("me open", "ben", autopass=False)
        await house.come(live, "ann", "ben")
        await until(lambda: live.table.waiting)
        choice = Choose(seat=1, action=live.table.action, move="-")
        assert isinstance(house.store.scribe, scribes.Remote)
        with silent_postgres(), impatient(house.store.engine, house.store.scribe.engine):
            for asked in (house.ask(live, "ann", choice), house.store.read(live.table.code)):
                with pytest.raises(Refuse) as refused:
                    await asked
                assert refused.value.code == Refusal.UNAVAILABLE
            await until(lambda: not house.means.company.listening)
        await until(lambda: house.means.company.listening)
        await house.ask(live, "ann", choice)
        await until(lambda: live.table.waiting == [2])
        kept = await house.store.read(live.table.code)
        assert sum(isinstance(one.event, ev.MoveChosen) for one in kept) == 1
