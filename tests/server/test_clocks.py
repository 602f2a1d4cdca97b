"""Clocks that are set while people play: back, ahead, by a second or by a year."""

import time
from collections import Counter
from inspect import signature
from pathlib import Path
from random import Random

import pytest

from rowlock.server.live.calendar import DAY, DOUBT, DOUBT_AT_START, HOUR, Calendar
from rowlock.server.live.closing import close_table
from rowlock.server.live.expiry import Lifetimes, expire, expiring
from rowlock.server.storage.finding import find_tables, newest_change
from rowlock.server.tables.pace import ROLL_PAUSE, age_of
from server.clock_fuzz import play_by_wrong_clocks
from server.houses import QUICK, Clock, open_house, until
from server.people import new_table
from server.tables import happened, played, started
from server.test_live import choice, phase


@pytest.mark.both_storages
@pytest.mark.parametrize("jump", [-3600.0, 3600.0, -400 * DAY, 400 * DAY])
async def test_a_clock_that_is_set_freezes_no_table_and_costs_nobody_time(
    jump: float, tmp_path: Path
) -> None:
    async with open_house(tmp_path, pace=1.0) as house:
        live = await house.table("me random", clock="quick", autopass=False)
        await house.come(live, "ann")
        house.clock.wrong = jump
        await house.wait(live, ROLL_PAUSE + 0.01)
        await until(lambda: phase(live) == "white")
        await house.wait(live, 5)
        await until(lambda: live.table.waiting == [1])
        house.clock.wrong = 0.0
        await house.wait(live, 5)
        assert live.table.waiting == [1]
        clock = live.presence().clock
        assert clock is not None
        assert QUICK - 10.1 <= clock <= QUICK - 9.9
        await house.ask(live, "ann", choice(live, 1))
        dates = [kept.at for kept in await house.store.read(live.table.code)]
        assert dates == sorted(dates)


@pytest.mark.both_storages
@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
async def test_what_was_dated_by_a_wrong_clock_goes_on_after_a_restart(
    jump: float, tmp_path: Path
) -> None:
    clock = Clock()
    clock.wrong = jump
    async with open_house(tmp_path, clock, pace=1.0) as house:
        live = await house.table("me random", autopass=False)
    clock.wrong = 0.0
    async with open_house(tmp_path, clock, pace=1.0) as house:
        live = await house.hub.table(live.table.code)
        await house.come(live, "ann")
        await house.wait(live, ROLL_PAUSE + 0.01)
        await until(lambda: phase(live) == "white")
        await house.wait(live, 3)
        await until(lambda: live.table.waiting == [1])


@pytest.mark.both_storages
async def test_who_is_gone_is_absent_after_a_minute_by_any_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", autopass=False)
        _, ben = await house.come(live, "ann", "ben")
        live.leave(ben)
        house.clock.wrong += 3600
        assert live.attendance.absent == frozenset()
        house.clock.wrong -= 7200
        await house.wait(live, 59)
        assert live.attendance.absent == frozenset()
        await house.wait(live, 1)
        assert live.attendance.absent == {2}


@pytest.mark.both_storages
@pytest.mark.parametrize("seed", range(2))
async def test_games_go_on_by_clocks_that_are_set_at_random(seed: int, tmp_path: Path) -> None:
    found = await play_by_wrong_clocks(tmp_path, Random(seed), most=60)
    assert found["clocks set"] > 5
    assert found["choices"] > 5


@pytest.mark.soak
@pytest.mark.both_storages
async def test_whole_games_go_on_by_clocks_that_are_set_at_random(tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found += await play_by_wrong_clocks(folder, Random(seed))
    assert found["games over"] == 10
    assert found["timeouts"]


def test_an_action_has_all_its_time_if_its_date_cannot_be_right() -> None:
    table = played(started("ann", "ben", clock="quick"), "w41")
    now = table.action_at
    ages = [age_of(table, now + later) for later in (-3600, -0.1, 0, 7, QUICK, QUICK + 1, 3600)]
    assert ages == [0, 0, 0, 7, QUICK, 0, 0]
    without = played(started("ann", "ben"), "w41")
    assert [age_of(without, now + later) for later in (-3600, 7, 3600)] == [0, 7, 3600]


def test_no_two_changes_of_a_table_have_the_same_date() -> None:
    table = started("ann", "ben")
    assert table.next_date(table.changed + 7) == table.changed + 7
    for now in (table.changed, table.changed - 3600):
        assert table.changed < table.next_date(now) < table.changed + 0.001
    later = happened(table, at=table.next_date(0.0))
    assert later == table


async def test_a_table_closed_from_outside_has_a_date_after_all_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me")
        closed = await close_table(house.store, live.table.code, house.clock.now - 3600)
        assert closed is not None
        assert closed[1].changed > live.table.changed


class Days:
    """A calendar by clocks that a test sets."""

    def __init__(self, unused: float = 0.0) -> None:
        self.clock = Clock()
        newest = self.clock() - unused
        self.calendar = Calendar(self.clock, self.clock.steady, newest)

    def later(self, seconds: float) -> float:
        """By how much the date that is believed differs from what the right clock says then."""
        self.clock.now += seconds
        return self.calendar.today() - self.clock.now


def test_a_date_that_jumps_ahead_is_believed_after_a_day() -> None:
    days = Days()
    assert days.later(HOUR) == 0
    days.clock.wrong = 60 * DAY
    assert days.later(HOUR) == pytest.approx(0)
    assert days.later(DOUBT - HOUR) == pytest.approx(0)
    assert days.later(HOUR) == pytest.approx(60 * DAY)
    days.clock.wrong = 0
    assert days.later(HOUR) == 0, "back it goes at once"


def test_a_date_that_jumps_again_is_doubted_again() -> None:
    days = Days()
    days.clock.wrong = DAY
    assert days.later(HOUR) == pytest.approx(0)
    days.clock.wrong = 60 * DAY
    assert days.later(DOUBT - HOUR) == pytest.approx(0)
    assert days.later(HOUR) == pytest.approx(0)
    assert days.later(DOUBT) == pytest.approx(60 * DAY)


def test_small_steps_are_believed_at_once() -> None:
    days = Days()
    for _ in range(10):
        days.clock.wrong += HOUR / 2
        assert days.later(HOUR) == pytest.approx(days.clock.wrong)


def test_at_the_start_the_date_is_doubted_for_an_hour_if_nothing_happened_for_long() -> None:
    days = Days(unused=60 * DAY)
    assert days.later(DOUBT_AT_START / 2) == pytest.approx(-60 * DAY)
    assert days.later(DOUBT_AT_START / 2) == pytest.approx(0)
    assert Days(unused=DAY / 2).later(1) == pytest.approx(0)


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="the clock of Linux")
def test_seconds_asleep_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the date would seem to jump ahead whenever a computer wakes up."""
    asleep = {time.CLOCK_BOOTTIME: 8 * HOUR}
    monkeypatch.setattr(time, "clock_gettime", lambda clock: asleep.get(clock, 0.0))
    assert signature(expiring).parameters["steady"].default() == 8 * HOUR


async def test_a_clock_set_ahead_deletes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as house:
        assert await newest_change(house.store) is None
        for _ in range(3):
            await house.hub.create(new_table(listed=True), "ann")
        await house.table("me")
        newest = await newest_change(house.store)
        assert newest is not None
        assert newest == pytest.approx(house.clock.now, abs=1)
        calendar = Calendar(house.clock, house.clock.steady, newest)

        async def look() -> int:
            return await expire(house.hub, house.store, Lifetimes(), calendar.today())

        house.clock.wrong = 400 * DAY
        assert await look() == 0
        assert "jumped ahead by 9600.0 hours" in caplog.text
        house.clock.wrong = 0.0
        house.clock.now += 8 * DAY
        assert await look() == 3, "those whose time is over go all the same"
        assert [table.stage for table in await find_tables(house.store)] == ["playing"]
