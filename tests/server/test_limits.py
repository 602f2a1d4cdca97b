"""How much one address may ask for, and what it is told when that was too much."""

import asyncio
import json
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browser.serving import Server
from rowlock.rules import PASS, Move
from rowlock.server.live import buckets as buckets_module
from rowlock.server.live.buckets import Buckets
from rowlock.server.live.page import Page
from rowlock.server.live.thinkers import Thinkers
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Refused
from rowlock.server.tables.identity import new_code
from rowlock.server.web.limits import (
    MOST_BODY,
    MOST_MESSAGE,
    REQUESTS_A_PICTURE,
    Limits,
    TooMany,
)
from rowlock.server.web.settings import Settings
from server.houses import Clock, open_house, until
from server.people import PATIENCE, Answer, Answered, Arrive, Person, new_table
from server.tables import NONCE

MOST, SECONDS = 5, 60.0


@pytest.fixture(scope="module")
def server(plain: Server) -> Server:
    return plain


def from_(address: str, server: Server) -> Person:
    """Somebody who comes from there."""
    person = Person(server.address, **{"X-Forwarded-For": address})
    assert person.get("/api/here").status == 200
    return person


def told_to_wait(answer: Answer, code: str) -> int:
    """In how many seconds to try again, after too much of something."""
    assert (answer.status, answer.problem) == (429, code)
    seconds = int(answer.headers["retry-after"])
    assert f"{seconds} s" in answer.body.decode()
    return seconds


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    clock = Clock()
    buckets = Buckets(MOST, SECONDS, clock)
    assert [buckets.take("a") for _ in range(MOST)] == [0.0] * MOST
    assert buckets.take("a") == pytest.approx(SECONDS / MOST)
    assert buckets.take("b") == 0.0
    clock.now += SECONDS / MOST
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    clock.now += 100 * SECONDS
    assert buckets.share_left("a") == 1.0
    assert [buckets.take("a") > 0 for _ in range(MOST + 1)] == [False] * MOST + [True]


def test_what_is_owed_is_waited_for() -> None:
    clock = Clock()
    buckets = Buckets(MOST, SECONDS, clock)
    buckets.spend("a", 2 * MOST)
    assert buckets.share_left("a") == pytest.approx(-1.0)
    assert buckets.take("a") == pytest.approx(SECONDS * (1 + 1 / MOST))


def test_without_a_limit_there_is_always_more() -> None:
    buckets = Buckets(0, SECONDS)
    assert all(buckets.take("a") == 0.0 for _ in range(1000))
    assert buckets.share_left("a") == 1.0


@given(st.lists(st.tuples(st.floats(0, 30), st.booleans()), max_size=60))
def test_nobody_ever_gets_more_than_was_there(asked: list[tuple[float, bool]]) -> None:
    clock = Clock()
    began = clock.now
    buckets = Buckets(MOST, SECONDS, clock)
    taken = 0
    for pause, other in asked:
        clock.now += pause
        taken += buckets.take("a") == 0.0
        if other:
            buckets.take("b")
        assert taken <= MOST + (clock.now - began) * MOST / SECONDS + 1e-6


def test_few_buckets_are_remembered_and_the_emptiest_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets_module, "MOST_KEYS", 100)
    buckets = Buckets(MOST, SECONDS, Clock())
    buckets.spend("greedy", MOST)
    for number in range(1000):
        buckets.take(str(number))
        assert len(buckets) <= 100
    assert buckets.take("greedy") > 0


def test_full_buckets_are_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets_module, "MOST_KEYS", 100)
    clock = Clock()
    buckets = Buckets(MOST, SECONDS, clock)
    for number in range(100):
        buckets.take(str(number))
    clock.now += SECONDS
    buckets.take("new")
    assert len(buckets) == 1


async def test_who_has_spent_the_time_of_bots_waits_for_others() -> None:
    budget = Buckets(10, SECONDS, Clock())
    budget.spend("greedy", 11)
    begun: list[str] = []

    def work(name: str) -> Move:
        begun.append(name)
        return PASS

    def after(gate: Event) -> Move:
        assert gate.wait(PATIENCE)
        return PASS

    with Thinkers(1, budget) as thinkers:
        gate = Event()
        answers = [
            thinkers.think("first", partial(after, gate)),
            thinkers.think("alone", partial(work, "alone"), ["greedy"]),
            thinkers.think("with friends", partial(work, "with friends"), ["greedy", "friend"]),
            thinkers.think("other", partial(work, "other"), ["other"]),
        ]
        gate.set()
        assert await asyncio.gather(*answers) == [PASS] * 4
    assert begun == ["with friends", "other", "alone"]


async def test_thinking_is_paid_for_by_those_who_play(tmp_path: Path) -> None:
    budget = Buckets(1000, SECONDS, Clock())
    async with open_house(tmp_path, budget=budget) as house:
        live = await house.table("me cautious")
        watcher, player = Page(live, "eve", 0, "elsewhere"), Page(live, "ann", 0, "home")
        await live.enter(watcher)
        await live.enter(player)
        await until(lambda: budget.share_left("home") < 1.0)
        assert budget.share_left("elsewhere") == 1.0
        live.leave(player)
        live.leave(watcher)


def test_a_class_that_comes_at_once_is_let_in(tmp_path: Path) -> None:
    limits = Limits(Settings(data=tmp_path))
    with ExitStack() as open_pages:
        for _pupil in range(30):
            for _file_or_list in range(25):
                limits.request("school")
            limits.table("school")
            for _page in range(2):
                limits.request("school")
                line = open_pages.enter_context(limits.socket("school"))
                for _choice in range(60):
                    limits.message(line)
        for table in range(6):
            for _pupil_and_second_thought in range(6 * 5):
                with limits.sitting("school", str(table)):
                    pass
        for _rematch in range(30):
            limits.table("school")


def test_without_limits_nothing_is_too_much(tmp_path: Path) -> None:
    limits = Limits(Settings(data=tmp_path, limits=False))
    with ExitStack() as open_pages:
        first = open_pages.enter_context(limits.socket("load"))
        for _ in range(3000):
            limits.request("load")
            limits.table("load")
            with limits.sitting("load", "BCDFGH"):
                pass
            line = open_pages.enter_context(limits.socket("load"))
            limits.message(line)
            limits.message(first)
        assert not limits.is_flooded(first)


def test_too_many_requests_are_told_when_to_come_again(guarded: Server) -> None:
    ann = from_("198.51.100.50", guarded)
    answers = [ann.get("/api/here") for _ in range(60)]
    refused = [answer for answer in answers if answer.status != 200]
    assert 10 < len(refused) < 30
    assert all(1 <= told_to_wait(answer, "too-many-requests") <= 60 for answer in refused)
    assert all("set-cookie" not in answer.headers for answer in refused)
    assert from_("198.51.100.51", guarded).get("/api/here").status == 200


def test_a_home_of_many_addresses_is_one(guarded: Server) -> None:
    answers = [
        Person(guarded.address, **{"X-Forwarded-For": f"2001:db8:0:1::{last:x}"}).get("/api/here")
        for last in range(60)
    ]
    assert any(answer.status == 429 for answer in answers)
    assert from_("2001:db8:0:2::1", guarded).get("/api/here").status == 200


async def test_too_many_tables_are_refused_rematches_too(guarded: Server) -> None:
    ann = from_("198.51.100.52", guarded)
    code = ann.create(seats="me", start=True)
    ann.create()
    ann.create()
    assert told_to_wait(ann.post("/api/tables", new_table()), "too-many-tables") > 600
    async with ann.at(code) as a:
        await a.until(lambda view: view.stage == "playing")
        await a.done(asks.Close())
        assert await a.refused(asks.Rematch()) == "too-many-tables"
    from_("198.51.100.53", guarded).create()


async def test_who_sits_down_too_often_waits_and_others_do_not(guarded: Server) -> None:
    """With a new key every time: it is counted by address, and for each table."""
    ann = from_("198.51.100.61", guarded)
    first, second = ann.create(), ann.create()

    def sits(name: str, code: str, last: int = 62, leaves: bool = True) -> Answer:
        somebody = Person(guarded.address, **{"X-Forwarded-For": f"198.51.100.{last}"})
        somebody.get("/api/here")
        answer = somebody.post(f"/api/tables/{code}/asks", asks.Sit(name=name, nonce=NONCE))
        if leaves and answer.status == 200:
            left = somebody.post(f"/api/tables/{code}/asks", asks.Leave(seat=2))
            assert left.status == 200
        return answer

    assert [sits(f"Eve {n}", first).status for n in range(4)] == [200] * 4
    assert 600 < told_to_wait(sits("Eve", first), "too-many-sits") <= 900
    assert sits("Eve", second).status == 200
    assert sits("Ben", first, last=63, leaves=False).status == 200
    assert sits("Eve", first).problem == "too-many-sits"


def test_who_finds_no_seat_has_not_sat_down(tmp_path: Path) -> None:
    limits = Limits(Settings(data=tmp_path, limit_sits=1))
    for _ in range(3):
        with pytest.raises(Refuse, match="full"), limits.sitting("school", "BCDFGH"):
            raise Refuse(Refusal.TABLE_FULL, "full")
    # While one is about to sit down, another one is one too many.
    with (
        limits.sitting("school", "BCDFGH"),
        pytest.raises(TooMany),
        limits.sitting("school", "BCDFGH"),
    ):
        pass
    with pytest.raises(TooMany), limits.sitting("school", "BCDFGH"):
        pass


@pytest.mark.parametrize("requests", [1, 5, 1200])
def test_a_picture_costs_as_much_as_many_requests(requests: int, tmp_path: Path) -> None:
    limits = Limits(Settings(data=tmp_path, limit_requests=requests))
    for _ in range(max(1, requests // REQUESTS_A_PICTURE)):
        limits.picture("school")
    with pytest.raises(TooMany, match="QR"):
        limits.picture("school")


async def test_too_many_sockets_are_closed_with_the_reason(guarded: Server) -> None:
    ann = from_("198.51.100.54", guarded)
    code = ann.create()
    async with ann.at(code) as a:
        async with ann.at(code) as b:
            async with ann.at(code) as c:
                assert await c.closed() == (4400, "too-many-sockets")
            assert b.close_code is None
        assert a.close_code is None
        # A busy server may take its time to notice that a page has gone.
        opened = False
        async with asyncio.timeout(PATIENCE):
            while not opened:
                async with ann.at(code) as d:
                    opened = bool(d.views)
                await asyncio.sleep(0.0 if opened else 0.2)


async def test_too_many_messages_are_refused_and_then_no_more_are_heard(guarded: Server) -> None:
    ann = from_("198.51.100.55", guarded)
    async with ann.at(ann.create()) as a:
        for n in range(1, 101):
            await a.send(json.dumps({"type": "rename", "seat": 1, "name": "Ann", "n": n}))
        assert await a.closed() == (4400, "too-many-messages")
        refused = [told for told in a.told if isinstance(told, Refused)]
        assert {told.code for told in refused} == {"too-many-messages"}
        assert all("try again in" in told.message for told in refused)
        assert len(refused) >= 15


async def test_who_comes_again_and_again_has_no_more_messages_than_others(guarded: Server) -> None:
    ann = from_("198.51.100.56", guarded)
    code = ann.create()
    answers: list[Answered] = []
    for _page in range(4):
        async with ann.at(code) as a:
            answers += [await a.ask(asks.Rename(seat=1, name=f"Ann {n}")) for n in range(15)]
    refused = [told.code for told in answers if isinstance(told, Refused)]
    assert set(refused) == {"too-many-messages"}
    # All four pages have one bucket of 50, and nothing else was sent but that one is ready.
    assert len(refused) <= 11
    ben = from_("198.51.100.57", guarded)
    async with ben.at(ben.create()) as b:
        await b.done(asks.Rename(seat=1, name="Ben"))


async def test_requests_that_wait_count_as_sockets(guarded: Server) -> None:
    ann = from_("198.51.100.58", guarded)
    code = ann.create()
    async with ann.at(code) as a:
        path = f"/api/tables/{code}/view?since={a.view.version}"
        waiting = {
            asyncio.create_task(asyncio.to_thread(ann.get, f"{path}&wait=20")) for _ in range(2)
        }
        first, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert 1 <= told_to_wait(first.pop().result(), "too-many-sockets") <= 60
        assert ann.get(path).status == 200
        await a.done(asks.Rename(seat=1, name="Bea"))
        assert (await waiting.pop()).status == 200
        assert ann.get(f"{path}&wait=20").status == 200


async def test_what_is_nowhere_counts_too(guarded: Server) -> None:
    ann = from_("198.51.100.59", guarded)
    answers = [ann.http("POST", "/nowhere") for _ in range(60)]
    assert {answer.status for answer in answers} == {405, 429}
    refused = [answer for answer in answers if answer.status == 429]
    assert 10 < len(refused) < 30
    assert told_to_wait(refused[0], "too-many-requests") >= 1
    assert "default-src 'none'" in refused[0].headers["content-security-policy"]
    async with ann.at("BBBBBB") as a:
        assert await a.closed() == (4400, "too-many-requests")


def test_links_that_move_a_seat_count_as_requests(guarded: Server) -> None:
    ann = from_("198.51.100.60", guarded)
    code = ann.create()
    link = asks.MakeLink(seat=1)
    answers = [ann.post(f"/api/tables/{code}/asks", link) for _ in range(30)]
    # Each is two requests of 40: the one it came by, and the picture of it.
    assert {answer.status for answer in answers} == {200, 429}


def test_codes_that_no_table_has_are_tried_a_few_times_only(guarded: Server) -> None:
    code = from_("198.51.100.61", guarded).create()
    eve = from_("203.0.113.61", guarded)
    answers = [eve.get(f"/api/tables/{new_code()}") for _ in range(15)]
    assert [answer.status for answer in answers] == [404] * 10 + [429] * 5
    assert told_to_wait(eve.get(f"/api/tables/{code}"), "too-many-guesses") <= 60


async def test_a_message_is_as_long_as_its_bytes(arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create()) as a:
        await a.send(json.dumps({"type": "start", "n": 7, "x": "ž" * 9000}, ensure_ascii=False))
        refused = await a.answer(7)
        assert isinstance(refused, Refused)
        assert refused.code == "too-large"


async def test_a_large_message_is_answered_and_a_huge_one_is_the_last(arrive: Arrive) -> None:
    ann = arrive()
    async with ann.at(ann.create()) as a:
        await a.send(json.dumps({"type": "start", "n": 7, "x": "y" * MOST_BODY}))
        refused = await a.answer(7)
        assert isinstance(refused, Refused)
        assert refused.code == "too-large"
        await a.done(asks.Rename(seat=a.seat, name="Ann"))
        await a.send(json.dumps({"type": "start", "x": "y" * MOST_MESSAGE}))
        assert (await a.closed())[0] == 1009


def test_a_large_body_is_refused_with_its_reason(arrive: Arrive) -> None:
    answer = arrive().http("POST", "/api/tables", b" " * (MOST_BODY + 1))
    assert (answer.status, answer.problem) == (413, "too-large")
