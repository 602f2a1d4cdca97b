"""Bots that think for long: nobody waits for them who does not have to."""

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.rules import PASS, Move
from rowlock.server.live import thinkers as thinkers_module
from rowlock.server.live.buckets import Buckets
from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.live.thinkers import Thinkers, start_warm_up
from rowlock.server.messages.asks import Choose, Close, TakeBack, Vote, Withdraw
from rowlock.server.messages.tells import Revealed
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import fold
from rowlock.server.tables.pace import BOT_PAUSE, BOT_STAGGER, ROLL_PAUSE
from server.houses import QUICK, Clock, House, open_house, until, view_of
from server.people import PATIENCE, Person
from server.slow_bots import SlowBot, slow_bot
from shares import first_of


def choice(live: LiveTable, seat: int, move: str = "-") -> Choose:
    return Choose(seat=seat, action=live.table.action, move=move)


def phase(live: LiveTable) -> str:
    assert live.table.game is not None
    return live.table.game.phase.value


async def thinking_table(
    house: House, bot: SlowBot, seats: str = "me slow", **more: str
) -> LiveTable:
    """Ann looks at a table where a bot thinks, in the first white action."""
    live = await house.table(seats, autopass=False, **more)
    await house.come(live, "ann")
    await until(lambda: phase(live) == "white" and bot.asked)
    return live


async def absent_ben(house: House) -> LiveTable:
    """Only ben is waited for, in the first white action, and he is gone for long."""
    live = await house.table("me open", "ben", autopass=False)
    await house.come(live, "ann")
    await until(lambda: phase(live) == "white")
    await house.ask(live, "ann", choice(live, 1))
    await house.wait(live, 61)
    return live


async def choices_of(house: House, live: LiveTable, seat: int) -> list[str]:
    """By whom the choices of a seat were made, as they are kept."""
    kept = await house.store.read(live.table.code)
    assert fold(live.table.code, kept) == live.table
    chosen = [one.event for one in kept if isinstance(one.event, ev.MoveChosen)]
    return [event.by for event in chosen if event.seat == seat]


async def test_people_choose_come_and_go_while_a_bot_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path) as house:
            live = await thinking_table(house, bot)
            await house.ask(live, "ann", choice(live, 1))
            await house.ask(live, "ann", Withdraw(seat=1, action=live.table.action))
            (guest,) = await house.come(live, "")
            assert (await view_of(guest)).game is not None
            live.leave(guest)
            (other,) = await house.come(live, "ann")
            assert (await view_of(other)).seats[0].here
            await house.ask(live, "ann", choice(live, 1))
            assert live.table.waiting == [2]
            bot.go_on()
            await until(lambda: live.table.waiting == [1])
            assert set(await choices_of(house, live, 2)) == {"bot"}


async def test_a_slow_bot_delays_no_other_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path) as house:
            slow = await thinking_table(house, bot, "me slow slow slow slow")
            other = await house.table("me random random", autopass=False)
            await house.come(other, "ann")
            for _ in range(6):
                await until(lambda: other.table.waiting == [1])
                await house.ask(other, "ann", choice(other, 1))
            assert len(bot.asked) == 1, "one thread is left for others"
            assert slow.table.waiting == [1, 2, 3, 4, 5]


async def test_the_clock_does_not_wait_for_a_bot_whose_late_choice_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path) as house:
            live = await thinking_table(house, bot, clock="quick")
            await house.ask(live, "ann", choice(live, 1))
            await house.wait(live, QUICK)
            await until(lambda: phase(live) == "colour")
            revealed = live.table.news[-1]
            assert isinstance(revealed, Revealed)
            assert [one.timeout for one in revealed.choices] == [False, True]
            bot.go_on()
            await until(lambda: bot.answered)
            await until(lambda: live.table.waiting == [1])
            first, *later = await choices_of(house, live, 2)
            assert first == "clock"
            assert later == ["bot"] * (len(bot.answered) - 1), "all but the late one"


async def test_a_game_that_is_stopped_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path) as house:
            live = await thinking_table(house, bot)
            await house.ask(live, "ann", Close())
            version = live.table.version
            bot.go_on()
            await until(lambda: bot.answered)
            await house.all_thought(live)
            assert (live.table.stage, live.table.version) == ("stopped", version)


async def test_a_bot_that_still_thinks_does_not_choose_for_who_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        live = await absent_ben(house)
        with slow_bot(monkeypatch, "cautious") as bot:
            await house.ask(live, "ann", Vote(seat=2))
            await until(lambda: bot.asked)
            await house.ask(live, "ben", TakeBack(seat=2))
            bot.go_on()
            await until(lambda: bot.answered)
            await house.all_thought(live)
            assert live.table.waiting == [2]


async def test_a_bot_that_stands_in_again_thinks_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        live = await absent_ben(house)
        with slow_bot(monkeypatch, "cautious") as bot:
            await house.ask(live, "ann", Vote(seat=2))
            await until(lambda: bot.asked)
            await house.ask(live, "ben", TakeBack(seat=2))
            await house.ask(live, "ann", Vote(seat=2))
            bot.go_on()
            await until(lambda: live.table.waiting == [1])
            assert set(await choices_of(house, live, 2)) == {"bot"}


async def test_bots_think_ahead_and_choose_when_it_is_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path, pace=1.0) as house:
            live = await house.table("me slow", autopass=False)
            await house.come(live, "ann")
            await house.wait(live, ROLL_PAUSE)
            await until(lambda: bot.asked)
            bot.go_on()
            await until(lambda: bot.answered)
            await house.all_thought(live)
            assert live.table.waiting == [1, 2], "people are still looking at the dice"
            await house.wait(live, BOT_PAUSE + BOT_STAGGER)
            await until(lambda: live.table.waiting == [1])
            assert len(bot.asked) == 1


async def test_thinking_is_paid_for_though_who_plays_is_with_another_process(
    tmp_path: Path,
) -> None:
    budget = Buckets(1000, 60.0, Clock())
    async with open_house(tmp_path, budget=budget) as house:
        live = await house.table("me random", autopass=False)
        live.attend_elsewhere(frozenset({"ann"}))
        await live.enter(Page(live, "eve", 0, "watching"))
        await until(lambda: live.table.waiting == [1])
        assert budget.share_left("watching") < 1.0
        assert budget.share_left(live.table.code) == 1.0


async def test_whoever_leaves_takes_the_thoughts_of_bots_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path) as house:
            live = await house.table("me slow", autopass=False)
            (page,) = await house.come(live, "ann")
            await until(lambda: bot.asked)
            live.leave(page)
            bot.go_on()
            await until(lambda: bot.answered)
            await house.all_thought(live)
            assert live.table.waiting == [1, 2], "the table pauses"
            await house.come(live, "ann")
            await until(lambda: live.table.waiting == [1])


async def test_a_house_closes_while_a_bot_thinks_and_the_game_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    with slow_bot(monkeypatch) as bot:
        async with open_house(tmp_path, clock) as house:
            live = await thinking_table(house, bot)
            await house.ask(live, "ann", choice(live, 1))
            before = live.table
        assert bot.answered == [], "nobody has waited for it"
        async with open_house(tmp_path, clock) as house:
            live = await house.hub.table(before.code)
            assert live.table == before
            bot.go_on()
            await house.come(live, "ann")
            await until(lambda: live.table.action > before.action)


class Held:
    """Work that lasts until it is released."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.release = threading.Event()

    def __call__(self) -> Move:
        self.began.set()
        assert self.release.wait(PATIENCE)
        return PASS


def begun(works: list[Held]) -> list[int]:
    return [place for place, work in enumerate(works) if work.began.is_set()]


async def test_threads_are_shared_fairly() -> None:
    works = [Held() for _ in range(7)]
    with Thinkers(3) as thinkers:
        answers = [thinkers.think("a", work) for work in works[:4]]
        await until(lambda: begun(works) == [0, 1])
        # Had the last thread been for who has some already, there were none for the next.
        answers += [thinkers.think(table, works[place]) for place, table in ((4, "b"), (5, "b"))]
        await until(lambda: begun(works) == [0, 1, 4])
        answers.append(thinkers.think("c", works[6]))
        works[0].release.set()
        # Who had none yet comes first, and then no thread is left.
        await until(lambda: begun(works) == [0, 1, 4, 6])
        for work in works:
            work.release.set()
        assert await asyncio.gather(*answers) == [PASS] * 7


async def test_a_single_thread_serves_everybody() -> None:
    works = [Held() for _ in range(3)]
    with Thinkers(1) as thinkers:
        answers = [thinkers.think("a", work) for work in works]
        for work in works:
            work.release.set()
        assert await asyncio.gather(*answers) == [PASS] * 3


async def test_what_nobody_waits_for_never_begins_and_its_thread_is_free_again() -> None:
    first, second, third = works = [Held() for _ in range(3)]
    with Thinkers(1) as thinkers:
        running, waiting = thinkers.think("a", first), thinkers.think("a", second)
        await until(first.began.is_set)
        running.cancel()
        waiting.cancel()
        last = thinkers.think("b", third)
        third.release.set()
        assert begun(works) == [0], "a thread cannot be taken from a bot"
        first.release.set()
        assert await last == PASS
        assert begun(works) == [0, 2]


async def test_who_waits_is_told_of_a_failure_and_the_thread_goes_on() -> None:
    def fail() -> Move:
        raise LookupError("lost the thread")

    with Thinkers(1) as thinkers:
        with pytest.raises(LookupError):
            await thinkers.think("a", fail)
        assert await thinkers.think("a", lambda: PASS) == PASS


async def test_closing_cuts_off_what_waits_for_a_thread() -> None:
    first, second = Held(), Held()
    others = set(threading.enumerate())
    with Thinkers(1) as thinkers:
        (thread,) = set(threading.enumerate()) - others
        thinkers.think("a", first)
        waiting = thinkers.think("a", second)
        await until(first.began.is_set)
    assert waiting.cancelled()
    first.release.set()
    await asyncio.to_thread(thread.join)
    assert not second.began.is_set()


def test_bots_that_cannot_be_loaded_ahead_are_complained_about_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OSError("no room for compiled code")

    monkeypatch.setattr(thinkers_module, "warm_up", fail)
    start_warm_up()
    for thread in threading.enumerate():
        if thread.name == "warm-up":
            thread.join()
    assert "no room for compiled code" in caplog.text


STUCK = """
import sys, time
from pathlib import Path
from rowlock import bots
from rowlock.server.live import thinkers

data = sys.argv[1]

def stuck(what):
    Path(data, what).touch()
    time.sleep(600)

bots.BOTS["stuck"] = lambda *_: stuck("thinking")
thinkers.warm_up = lambda: stuck("loading")
sys.argv = ["rowlock", "serve", "--port", "0", "--pace", "0", "--data", data]
from rowlock.cli import main
main()
"""


@pytest.fixture
def stuck_server(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A server whose bots never come to an end, neither of loading nor of thinking."""
    command = [sys.executable, "-c", STUCK, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with process:
        yield process
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize("how", first_of([signal.SIGINT, signal.SIGTERM], signal.SIGINT))
async def test_a_server_answers_and_ends_though_bots_are_stuck(
    how: int, stuck_server: subprocess.Popen[str], tmp_path: Path
) -> None:
    said = stuck_server.stdout
    assert said is not None
    assert said.readline() == "Rowlock is ready.\n"
    ann = Person(said.readline().split()[-1])
    ann.get("/api/here")
    await until((tmp_path / "loading").exists)
    code = ann.create(seats="me stuck", start=True, autopass=False)
    async with ann.at(code) as page:
        view = await page.until(lambda view: view.game is not None and bool(view.game.waiting))
        assert view.game is not None
        await until((tmp_path / "thinking").exists)
        done = await page.done(Choose(seat=1, action=view.game.action, move="-"))
        stuck_server.send_signal(how)
        await page.closed()
        assert await asyncio.to_thread(stuck_server.wait, PATIENCE) in (0, 130, -how)
    assert said.read() == "Stop it with Ctrl+C; every game is kept.\n"
    async with open_house(tmp_path) as house:
        kept = (await house.hub.table(code)).table
        assert (kept.version, kept.waiting) == (done.version, [2])
