"""Clocks, bots and people who come and go, with a clock that the test holds."""

import asyncio
import threading
from pathlib import Path
from random import Random

import pytest

from rowlock.bots import BOTS, find_bot
from rowlock.record import read_record, replay
from rowlock.rules import Advance, Game, Move
from rowlock.server.live import hub, keeper
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import (
    Choose,
    Sit,
    TakeBack,
    Vote,
    Withdraw,
)
from rowlock.server.messages.tells import Presence, Revealed
from rowlock.server.storage import Append
from rowlock.server.storage.losses import FULL, Unavailable
from rowlock.server.storage.writer import Writer
from rowlock.server.tables.events import MoveChosen, PeopleReturned
from rowlock.server.tables.fold import fold
from rowlock.server.tables.records import record_text
from rowlock.server.tables.votes import Attendance
from server.houses import QUICK, Clock, House, open_house, told, until, view_of
from server.people import new_table

pytestmark = pytest.mark.both_storages


def phase(live: LiveTable) -> str:
    assert live.table.game is not None
    return live.table.game.phase.value


def choice(live: LiveTable, seat: int, move: str = "-") -> Choose:
    return Choose(seat=seat, action=live.table.action, move=move)


async def quick_game(house: House) -> LiveTable:
    """Two people who have all moves left to themselves, at a quick clock, after a roll."""
    live = await house.table("me open", "ben", clock="quick", autopass=False)
    await house.come(live, "ann", "ben")
    await until(lambda: phase(live) == "white")
    return live


async def test_a_seat_whose_clock_runs_out_passes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        await house.ask(live, "ann", choice(live, 1))
        await house.wait(live, QUICK - 0.1)
        assert phase(live) == "white"
        await house.wait(live, 0.1)
        await until(lambda: phase(live) == "colour")
        revealed = live.table.news[-1]
        assert isinstance(revealed, Revealed)
        assert [one.timeout for one in revealed.choices] == [False, True]
        assert [one.move for one in revealed.choices] == ["-", "-"]


async def test_the_clock_is_the_same_for_everybody_and_goes_down(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        house.clock.now += 7.5
        for holder in ("ann", ""):
            (page,) = await house.come(live, holder)
            view = await view_of(page)
            assert view.game is not None
            assert view.game.clock == QUICK - 7.5


async def test_after_two_timeouts_a_bot_plays_until_the_seat_is_taken_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        while live.table.seat(2).timeouts < 2:
            if 1 in live.table.waiting:
                await house.ask(live, "ann", choice(live, 1))
            if live.table.waiting:
                await house.wait(live, QUICK)
            await house.at_rest(live)
        assert live.attendance.absent == {2}
        await house.ask(live, "ann", Vote(seat=2))
        assert live.table.seat(2).stand_in is not None
        assert live.attendance.absent == frozenset()
        turn = live.table.game.turn if live.table.game else 0
        while live.table.game and live.table.game.turn < turn + 2:
            await until(lambda: live.table.waiting in ([], [1]))
            if live.table.waiting:
                await house.ask(live, "ann", choice(live, 1))
            await house.at_rest(live)
        await house.ask(live, "ben", TakeBack(seat=2))
        assert live.table.seat(2).stand_in is None
        assert live.attendance.absent == frozenset()


async def test_who_is_gone_for_a_minute_is_absent_and_others_are_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", autopass=False)
        ann, ben = await house.come(live, "ann", "ben")
        await until(lambda: phase(live) == "white")
        live.leave(ben)
        await house.wait(live, 59)
        assert live.attendance.absent == frozenset()
        await view_of(ann)
        await house.wait(live, 1)
        assert live.attendance == Attendance(frozenset({1}), frozenset({2}))
        view = await view_of(ann)
        assert [(seat.absent, seat.votes_needed) for seat in view.seats][1] == (True, 1)
        await house.come(live, "ben")
        assert live.attendance == Attendance(frozenset({1, 2}), frozenset())


async def test_visitors_come_and_go_without_a_word(tmp_path: Path) -> None:
    """Only who sits here is missed, and only what changes for somebody is told."""
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", autopass=False)
        ann, ben = await house.come(live, "ann", "ben")
        await until(lambda: phase(live) == "white")
        await view_of(ann)
        for number in range(20):
            (guest,) = await house.come(live, f"guest {number}")
            live.leave(guest)
        assert live.gone == {}
        assert not ann._stirred.is_set()
        live.leave(ben)
        assert live.gone.keys() == {"ben"}
        (presence,) = await told(ann)
        assert isinstance(presence, Presence)
        assert presence.here == [1]


async def test_who_is_as_before_after_a_seat_has_changed_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        code = await house.hub.create(new_table(seats="me open"), "ann")
        live = await house.hub.table(code)
        ann, ben = await house.come(live, "ann", "ben")
        await house.ask(live, "ben", Sit(name="ben", nonce="0" * 32))
        assert [seat.here for seat in (await view_of(ann)).seats] == [True, True]
        live.leave(ben)
        (presence,) = await told(ann)
        assert isinstance(presence, Presence)
        assert presence.here == [1], "as it was before ben sat down"


async def test_who_does_not_come_back_after_a_restart_is_absent_too(tmp_path: Path) -> None:
    clock = Clock()
    async with open_house(tmp_path, clock) as house:
        live = await house.table("me open", "ben", autopass=False)
    async with open_house(tmp_path, clock) as house:
        live = await house.hub.table(live.table.code)
        await house.come(live, "ann")
        assert live.attendance.absent == frozenset()
        await house.wait(live, 60)
        assert live.attendance.absent == {2}
        await house.ask(live, "ann", Vote(seat=2))
        assert live.table.seat(2).stand_in is not None


async def test_who_claimed_a_seat_and_never_came_is_absent_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", autopass=False)
        await house.come(live, "ann", "ben")
        await house.wait(live, 100)
        secret = await house.hub.make_link(live, "ben", 2)
        await house.hub.use_link(live, secret, "ben's phone")
        assert live.attendance.absent == frozenset()
        await house.wait(live, 60)
        assert live.attendance.absent == {2}


async def test_a_table_whose_people_are_gone_waits_for_them(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open random", "ben", clock="quick")
        ann, ben = await house.come(live, "ann", "ben")
        await until(lambda: phase(live) == "white" and len(live.table.waiting) == 2)
        live.leave(ann)
        live.leave(ben)
        before = live.table.version
        await house.wait(live, 10_000)
        (guest,) = await house.come(live, "")
        view = await view_of(guest)
        assert view.game is not None
        assert view.game.clock is None
        await house.wait(live, 10_000)
        assert live.table.version == before, "guests keep no table going"
        (ann,) = await house.come(live, "ann")
        view = await view_of(ann)
        assert view.game is not None
        assert (view.game.clock, view.version) == (QUICK, before + 1)
        await house.wait(live, QUICK - 1)
        assert live.table.version == before + 1
        await house.wait(live, 1)
        await until(lambda: live.table.version > before + 1)


async def test_who_comes_back_while_nothing_can_be_written_sees_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TRY_AGAIN", 0.01)
    tried: list[Append] = []

    async def refuse(_writer: Writer, append: Append) -> None:
        tried.append(append)
        raise Unavailable(FULL)

    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        for page in list(live.pages):
            live.leave(page)
        house.clock.now += 10_000
        before = live.table.version
        with monkeypatch.context() as disk:
            disk.setattr(Writer, "append", refuse)
            (ann,) = await house.come(live, "ann")
            assert (await view_of(ann)).version == before
            await until(lambda: len(tried) > 1)
        await until(lambda: live.table.version > before)
        assert live.table.last == PeopleReturned("ann"), "nobody runs out of time meanwhile"


async def test_bots_think_off_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()

    def spy(game: Game, seat: int, rng: Random) -> Move:
        threads.add(threading.current_thread().name)
        return find_bot("random")(game, seat, rng)

    monkeypatch.setitem(BOTS, "spy", spy)
    async with open_house(tmp_path) as house:
        live = await house.table("me spy", autopass=False)
        await house.come(live, "ann")
        await until(lambda: 2 in live.table.chosen)
    assert threads
    assert all(name.startswith("thinker_") for name in threads)


def failing_bot(_game: Game, _seat: int, _rng: Random) -> Move:
    raise RuntimeError("this bot is broken")


def cheating_bot(_game: Game, _seat: int, _rng: Random) -> Move:
    return Advance(40)


@pytest.mark.parametrize("bot", [failing_bot, cheating_bot])
async def test_a_broken_bot_passes_and_the_table_goes_on(
    bot: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, "broken", bot)
    async with open_house(tmp_path) as house:
        live = await house.table("me broken random")
        await house.come(live, "ann")
        while live.table.stage == "playing":
            await until(lambda: live.table.stage == "over" or 1 in live.table.waiting)
            if 1 in live.table.waiting:
                await house.ask(live, "ann", choice(live, 1))
        assert replay(read_record(record_text(live.table))).over
    assert "failed" in caplog.text


@pytest.mark.parametrize("autopass", [True, False])
async def test_seats_with_nothing_to_cross_pass_by_themselves_if_that_is_wanted(
    autopass: bool, tmp_path: Path
) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me", autopass=autopass)
        (page,) = await house.come(live, "ann")
        while (view := await view_of(page)).stage == "playing":
            for own in view.yours if view.game and view.game.waiting else ():
                moves = [move for move in own.moves if move.kind != "pass" or not autopass]
                for move in sorted(moves, key=lambda move: -len(move.skips))[:1]:
                    await house.ask(live, "ann", choice(live, 1, move.move))
        kept = await house.store.read(live.table.code)
    by = {one.event.by for one in kept if isinstance(one.event, MoveChosen)}
    assert by == ({"person", "auto"} if autopass else {"person"})


async def test_two_processes_write_one_order_of_events(tmp_path: Path) -> None:
    clock = Clock()
    async with open_house(tmp_path, clock) as one, open_house(tmp_path, clock) as two:
        code = await one.hub.create(new_table(seats="me open open open"), "ann")
        lives = [await house.hub.table(code) for house in (one, two)]
        sits = [
            house.ask(live, name, Sit(name=name, nonce="0" * 32))
            for house, live, name in zip(
                (one, two, one, two), lives * 2, ("ben", "cat", "dan", "eve"), strict=True
            )
        ]
        outcomes = await asyncio.gather(*sits, return_exceptions=True)
        refused = [str(one) for one in outcomes if isinstance(one, BaseException)]
        assert refused == ["all seats are taken"]
        kept = await one.store.read(code)
        assert [one.seq for one in kept] == list(range(1, len(kept) + 1))
        table = fold(code, kept)
        assert table in [live.table for live in lives]
        assert table is not None
        assert {seat.holder for seat in table.people()} < {"ann", "ben", "cat", "dan", "eve"}


async def test_a_choice_taken_back_is_made_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        action = live.table.action
        await house.ask(live, "ben", choice(live, 2))
        await house.ask(live, "ben", Withdraw(seat=2, action=action))
        await house.ask(live, "ann", choice(live, 1))
        assert live.table.waiting == [2]


async def test_idle_tables_are_forgotten_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_IDLE", 1)
    async with open_house(tmp_path) as house:
        watched = await house.table("me open", "ben", autopass=False)
        await house.come(watched, "ann")
        idle = await house.hub.table(await house.hub.create(new_table(), "ann"))
        await house.hub.table(await house.hub.create(new_table(), "ann"))
        again = await house.hub.table(idle.table.code)
        assert again is not idle
        assert again.table == idle.table
        assert await house.hub.table(watched.table.code) is watched


async def test_who_leaves_in_the_middle_of_an_ask_has_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        asking = asyncio.create_task(house.ask(live, "ann", choice(live, 1)))
        await asyncio.sleep(0)
        asking.cancel()
        await until(lambda: live.table.waiting == [2])
        kept = await house.store.read(live.table.code)
        assert fold(live.table.code, kept) == live.table


async def test_nothing_goes_on_when_a_process_has_left_its_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await quick_game(house)
        other = await house.table("me open", "ben")
        (page,) = await house.come(other, "ann")
        other.leave(page)
        assert live.pages
    assert asyncio.all_tasks() == {asyncio.current_task()}
