"""Tables that nobody uses are deleted when their time is over, and no others."""

import asyncio
from pathlib import Path

import pytest

from rowlock.server.live import expiry
from rowlock.server.live.calendar import DAY, DOUBT_AT_START, LONG_AGO
from rowlock.server.live.expiry import Lifetimes, expire, expiring
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import AddSeat, Close
from rowlock.server.messages.refusals import Refusal
from rowlock.server.storage.finding import find_tables
from rowlock.server.storage.losses import DAMAGED, Unavailable
from server.houses import House, open_house, until
from server.people import new_table

LIFETIMES = Lifetimes(lobby=7, game=60, finished=0)


async def lobby(house: House) -> LiveTable:
    return await house.hub.table(await house.hub.create(new_table(), "ann"))


async def stages(house: House) -> list[str]:
    return sorted(table.stage for table in await find_tables(house.store))


async def one_of_each(house: House) -> None:
    """A lobby, a closed one, a game in progress, and one that was stopped."""
    await lobby(house)
    await house.ask(await lobby(house), "ann", Close())
    await house.table("me")
    await house.ask(await house.table("me"), "ann", Close())


@pytest.mark.both_storages
async def test_each_stage_has_its_time(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await one_of_each(house)
        began = house.clock.now
        for days, gone, left in (
            (7, 0, ["closed", "lobby", "playing", "stopped"]),
            (8, 2, ["playing", "stopped"]),
            (60, 0, ["playing", "stopped"]),
            (61, 1, ["stopped"]),
            (9999, 0, ["stopped"]),
        ):
            assert await expire(house.hub, house.store, LIFETIMES, began + days * DAY) == gone
            assert await stages(house) == left
        soon = Lifetimes(finished=1)
        assert await expire(house.hub, house.store, soon, began + 2 * DAY) == 1
        assert await stages(house) == []


async def test_nothing_goes_that_is_to_stay_for_ever(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await one_of_each(house)
        for_ever = Lifetimes(0, 0, 0)
        assert await expire(house.hub, house.store, for_ever, house.clock.now + 9999 * DAY) == 0
        assert len(await stages(house)) == 4


async def test_a_table_that_is_used_starts_anew(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await lobby(house)
        began = house.clock.now
        house.clock.now += 5 * DAY
        await house.ask(live, "ann", AddSeat())
        assert await expire(house.hub, house.store, LIFETIMES, began + 8 * DAY) == 0
        assert await house.store.delete([live.table.code], before=began + 5 * DAY) == set()
        assert await expire(house.hub, house.store, LIFETIMES, began + 13 * DAY) == 1


async def test_whoever_looks_at_it_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await lobby(house)
        (page,) = await house.come(live, "ann")
        await expire(house.hub, house.store, LIFETIMES, house.clock.now + 8 * DAY)
        await until(lambda: page.ended == Refusal.DELETED)


async def test_two_processes_delete_each_table_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "AT_ONCE", 2)
    async with open_house(tmp_path) as one, open_house(tmp_path) as two:
        for _ in range(7):
            await lobby(one)
        now = one.clock.now + 8 * DAY
        gone = await asyncio.gather(
            *(expire(house.hub, house.store, LIFETIMES, now) for house in (one, two))
        )
        assert sum(gone) == 7
        assert await stages(one) == []


async def test_it_happens_by_itself_and_goes_on_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(expiry, "FIRST_LOOK", 0.001)
    monkeypatch.setattr(expiry, "LOOK_AGAIN", 0.001)
    failures = [Unavailable(), RuntimeError("broken")]

    async def fail_first(*arguments: object) -> int:
        if failures:
            raise failures.pop(0)
        return await expire(*arguments)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(expiry, "expire", fail_first)
    async with open_house(tmp_path) as house:
        live = await lobby(house)
        (page,) = await house.come(live, "ann")
        clock = house.clock
        async with expiring(house.hub, house.store, LIFETIMES, clock, clock.steady):
            clock.now += 8 * DAY
            await until(lambda: page.ended)
    said = [record.message for record in caplog.records if record.name == expiry.__name__]
    assert said == ["deleting old tables failed"], "of a database that is lost others tell"


async def test_when_the_last_change_cannot_be_read_it_starts_and_doubts_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_store: object) -> float:
        raise Unavailable(DAMAGED)

    days: list[float] = []

    async def note(_hub: object, _store: object, _lifetimes: object, today: float) -> int:
        days.append(today)
        return 0

    monkeypatch.setattr(expiry, "FIRST_LOOK", 0.001)
    monkeypatch.setattr(expiry, "LOOK_AGAIN", 0.001)
    monkeypatch.setattr(expiry, "newest_change", fail)
    monkeypatch.setattr(expiry, "expire", note)
    async with open_house(tmp_path) as house:
        clock = house.clock
        async with expiring(house.hub, house.store, LIFETIMES, clock, clock.steady):
            await until(lambda: days)
            assert days[-1] == LONG_AGO
            clock.now += DOUBT_AT_START
            await until(lambda: days[-1] == clock.now)
