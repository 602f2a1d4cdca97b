"""Programs play over plain HTTP, with a token."""

import asyncio
import re
import runpy
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, ClassVar

import msgspec
import pytest

from rowlock.record import Record, read_record, replay
from rowlock.rules import Code, totals
from rowlock.server.live import visits
from rowlock.server.live.table import LiveTable
from rowlock.server.live.visits import Visits
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Created, GivenToken, Here, Lists, Problem
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Link, Presence, View
from rowlock.server.tables.identity import is_key
from rowlock.server.tables.view import Viewer
from rowlock.server.web.api import LONGEST_WAIT
from rowlock.server.web.problems import AGAINST_THE_RULES, MEANING, STATUS
from server.houses import House, open_house, told, until
from server.people import PATIENCE, Arrive, Page, Person, new_nonce, new_table
from server.playing import compare_end
from server.programs import Program

EXAMPLE = Path(__file__).parents[2] / "examples" / "http_bot.py"
NOBODY: dict[str, str | None] = {"Origin": None, "Cookie": None, "Authorization": None}


@pytest.fixture
def program(arrive: Arrive) -> Program:
    return Program(arrive().address)


def seated(program: Program, **more: str) -> tuple[str, int]:
    """A table of a program that plays alone, and its seat."""
    code = program.create(seats="me", autopass=False, **more)
    seat = program.see(code).seats[0].id
    program.done(code, asks.Ready(seat=seat, nonce=new_nonce()))
    program.done(code, asks.Start())
    return code, seat


def white(program: Program, code: str) -> View:
    """The view in which the dice are rolled."""
    view = program.see(code)
    while view.game is None or view.game.phase != "white":
        view = program.see(code, view.version, 10)
    return view


def test_tokens_are_given_to_anybody_and_are_all_different(arrive: Arrive) -> None:
    guest = Person(arrive().address)
    answers = [guest.http("POST", "/api/tokens", None, **NOBODY) for _ in range(5)]
    assert {answer.status for answer in answers} == {201}
    tokens = {answer.read(GivenToken).token for answer in answers}
    assert len(tokens) == 5
    assert all(map(is_key, tokens))


def test_what_was_made_with_a_token_is_its_own(arrive: Arrive) -> None:
    one, two = Program(arrive().address), Program(arrive().address)
    code = one.create()
    assert [card.code for card in one.get("/api/tables").read(Lists).yours] == [code]
    assert two.get("/api/tables").read(Lists).yours == []
    assert one.see(code).creator
    assert not two.see(code).creator


@pytest.mark.parametrize("path", ["tables", "claim", "tables/BCDFGH/asks"])
def test_without_a_token_nothing_is_changed(path: str, arrive: Arrive) -> None:
    answer = Person(arrive().address).http("POST", f"/api/{path}", b"{}", **NOBODY)
    assert (answer.status, answer.problem) == (401, "no-key")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "/api/tokens" in answer.read(Problem).message


@pytest.mark.parametrize("token", ["", "x", "k" * 42, "k" * 44, "k" * 42 + "!", "k" * 43 + " k"])
def test_what_is_no_token_of_ours_is_refused(token: str, arrive: Arrive) -> None:
    guest = Person(arrive().address)
    for method, path in (("GET", "/api/tables"), ("POST", "/api/tables")):
        answer = guest.http(method, path, Authorization=f"Bearer {token}", Cookie=None)
        assert (answer.status, answer.problem) == (401, "bad-token")
        assert "set-cookie" not in answer.headers


def test_every_refusal_has_a_status_that_is_explained() -> None:
    assert STATUS.keys() == set(Refusal)
    assert {*STATUS.values(), AGAINST_THE_RULES} == MEANING.keys()
    assert not STATUS.keys() & set(Code)


def test_refusals_have_a_status_of_their_own(arrive: Arrive) -> None:
    one, two = Program(arrive().address), Program(arrive().address)
    code, seat = seated(one)
    view = white(one, code)
    assert view.game is not None
    action = view.game.action
    legal = {move.move for move in view.yours[0].moves}
    closed = next(move for move in ("r12", "r2", "y12", "g2") if move not in legal)

    def choose(seat: int = seat, action: int = action, move: str = "-") -> asks.Choose:
        return asks.Choose(seat=seat, action=action, move=move)

    assert one.refused(code, choose(seat=99)) == (404, "no-seat")
    assert two.refused(code, choose()) == (403, "not-yours")
    assert two.refused(code, asks.Close()) == (403, "not-creator")
    assert one.refused(code, choose(action=action - 1)) == (409, "stale")
    assert one.refused(code, asks.Start()) == (409, "started")
    assert one.refused(code, asks.Rematch()) == (409, "not-over")
    assert one.refused(code, choose(move="zzz")) == (400, "bad-message")
    status, reason = one.refused(code, choose(move=closed))
    assert (status, reason in set(Code)) == (422, True)
    assert one.ask("BBBBBB", asks.Start()).status == 404
    assert one.post("/api/tables", new_table("chess")).status == 422


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff",
        b"[" * 7000,
        b'{"type":"roll"}',
        b'{"type":"start","now":1}',
        b'{"type":"choose","seat":"1","action":1,"move":"-"}',
        b'{"type":"sit","name":"\\ud800","nonce":"00000000000000000000000000000000"}',
    ],
)
def test_asks_that_cannot_be_read_are_refused(body: bytes, program: Program) -> None:
    answer = program.http("POST", f"/api/tables/{program.create()}/asks", body)
    assert (answer.status, answer.problem) == (400, "bad-message")


@pytest.mark.parametrize(
    "query",
    [
        *("since=x", "since=-1", "wait=-1", f"wait={LONGEST_WAIT + 1}", "wait=nan", "wait=1.5"),
        *("since=x&since=1", "since=1&since=1", "wait=0&since=0&wait=0"),
    ],
)
def test_a_bad_query_is_told_by_its_name(query: str, program: Program) -> None:
    answer = program.get(f"/api/tables/{program.create()}/view?{query}")
    assert (answer.status, answer.problem) == (400, "bad-message")
    assert query.partition("=")[0] in answer.read(Problem).message


def test_a_link_made_by_a_program_moves_its_seat(arrive: Arrive) -> None:
    one, two = Program(arrive().address), Program(arrive().address)
    code, seat = seated(one)
    link = one.ask(code, asks.MakeLink(seat=seat)).read(Link)
    address, _, secret = link.url.partition("#")
    assert address == f"{one.address}/claim"
    assert two.post("/api/claim", asks.Claim(secret)).read(Created).code == code
    assert [seat.yours for seat in two.see(code).seats] == [True]
    again = one.post("/api/claim", asks.Claim(secret))
    assert (again.status, again.problem) == (410, "link-used")


async def test_who_waits_gets_what_is_new_as_soon_as_it_happens(
    program: Program, arrive: Arrive
) -> None:
    code = program.create()
    async with arrive().at(code) as page:
        before = page.view.version
        waiting = asyncio.create_task(asyncio.to_thread(program.see, code, before, 20))
        await has_come(page, seat=1)
        version = await asyncio.to_thread(program.done, code, asks.AddSeat())
        after = await waiting
    assert (after.version, len(after.seats)) == (version, 3)
    assert program.see(code, before, 20).version == version, "what is there is not awaited"


async def has_come(page: Page, seat: int) -> None:
    """Wait until this page is told that somebody is there."""
    async with asyncio.timeout(PATIENCE):
        while not any(isinstance(one, Presence) and seat in one.here for one in page.told):
            await asyncio.sleep(0.01)


def test_who_waits_in_vain_gets_what_there_is(program: Program) -> None:
    code = program.create()
    version = program.see(code).version
    assert program.see(code, version, 1).version == version


def test_news_are_only_what_is_new(program: Program) -> None:
    code, _ = seated(program)
    view = white(program, code)
    assert view.news
    assert program.see(code, view.version).news == []


async def test_people_see_a_program_at_the_table(arrive: Arrive) -> None:
    ann, program = arrive(), Program(arrive().address)
    code = ann.create()
    async with ann.at(code) as page:
        await asyncio.to_thread(program.done, code, asks.Sit(name="Program", nonce=new_nonce()))
        seat = (await page.until(lambda view: view.seats[1].kind == "person")).seats[1].id
        await asyncio.to_thread(program.see, code)
        await has_come(page, seat)


async def at_table(house: House) -> tuple[LiveTable, Visits]:
    """A game of ann, who has a page, and ben, who is a program."""
    live = await house.table("me open", "ben", clock="quick")
    return live, Visits()


async def test_a_program_is_there_between_its_requests(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        live, all_visits = await at_table(house)
        ben = live.table.held_by("ben")[0].id
        (page,) = await house.come(live, "ann")
        async with all_visits.at(live, "ben"):
            assert ben in live.attendance.here
        await until(lambda: live.table.game is not None and live.table.waiting)
        await told(page)
        version = live.table.version
        for _ in range(3):
            async with all_visits.at(live, "ben") as visit:
                await visit.newer_than(version, 0.01)
            assert ben in live.attendance.here
        await house.at_rest(live)
        assert live.table.version == version
        assert not page._stirred.is_set(), "there is nothing to tell"


async def test_a_program_that_asks_no_more_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "SECONDS_TO_LINGER", 0.01)
    async with open_house(tmp_path) as house:
        live, all_visits = await at_table(house)
        for holder in ("ben", "a guest"):
            async with all_visits.at(live, holder):
                assert len(live.pages) == 1
                async with all_visits.at(live, holder):
                    assert len(live.pages) == 1, "one visit for all requests of a person"
            await until(lambda: not live.pages)
        assert live.attendance.here == frozenset()


async def test_a_server_that_stops_lets_nobody_wait(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        live, all_visits = await at_table(house)

        entered: list[str] = []

        async def wait(holder: str) -> View:
            async with all_visits.at(live, holder) as visit:
                entered.append(holder)
                await visit.newer_than(live.table.version + 100, 1000)
                return live.view(Viewer(holder))

        waiting = [asyncio.create_task(wait(holder)) for holder in ("ann", "ben", "ben")]
        await until(lambda: len(entered) == len(waiting))
        all_visits.stop()
        waiting.append(asyncio.create_task(wait("late")))
        views = await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)
        assert {view.code for view in views} == {live.table.code}


def test_the_answer_is_the_sockets(program: Program) -> None:
    code = program.create()
    answer = program.http("POST", f"/api/tables/{code}/asks", b'{"type":"add-seat","n":7}')
    found = msgspec.json.decode(answer.body)
    assert found.keys() == {"type", "n", "version"}
    assert (found["type"], found["n"]) == ("done", 7)
    assert re.match("application/json", answer.headers["content-type"])


def run_example(*arguments: str) -> str:
    """What the example says."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr


def scores(record: Record) -> list[str]:
    """What the example says when a game has ended."""
    game = replay(record)
    assert game.over
    return [f"{name}: {total}" for name, total in zip(record.names, totals(game), strict=True)]


def test_the_example_plays_a_whole_game(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a bot that needs nothing compiled, instead of the one it asks for."""
    example = runpy.run_path(str(EXAMPLE))
    usual, bots = example["Server"].call, program.get("/api/here").read(Here).bots

    def call(server: object, path: str, body: Any = None) -> Any:
        if path == "tables":
            asked = body["seats"][1]
            assert asked["bot"] in bots
            asked["bot"] = "random"
        return usual(server, path, body)

    monkeypatch.setattr(example["Server"], "call", call)
    server = example["Server"](program.address)
    code = example["sit_down"](server, "")
    seats = example["play"](server, code)["seats"]
    record = read_record(program.get(f"/api/tables/{code}/record").body.decode())
    assert [f"{seat['name']}: {seat['sheet']['total']}" for seat in seats] == scores(record)


class Away(BaseHTTPRequestHandler):
    """A server that answers only the third time; all of them in one `said`."""

    said: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.said.append(self.path)
        if len(self.said) == 1:
            self.send_response(503)
        elif len(self.said) == 3:
            self.send_response(200)
        else:
            # Gone in the middle of it.
            self.close_connection = True
            return
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(b'{"right":true}')

    def log_message(self, *_: object) -> None:
        """Nothing is logged."""


def test_the_example_waits_for_a_server_that_is_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    example = runpy.run_path(str(EXAMPLE))["Server"]
    server = object.__new__(example)
    with HTTPServer(("127.0.0.1", 0), Away) as away:
        Thread(target=away.serve_forever, args=(0.01,), daemon=True).start()
        server.api, server.headers = f"http://127.0.0.1:{away.server_port}", {}
        assert server.call("tables") == {"right": True}
        away.shutdown()
    assert Away.said == ["/tables"] * 3
    assert "Trying again" in capsys.readouterr().err


async def test_two_programs_play_a_whole_game(program: Program) -> None:
    code = program.create(seats="me open")
    program.done(code, asks.Ready(seat=program.see(code).seats[0].id, nonce=new_nonce()))
    example = asyncio.create_task(asyncio.to_thread(run_example, program.address, code.lower()))
    view = program.see(code)
    while view.seats[1].kind == "open":
        view = await asyncio.to_thread(program.see, code, view.version, 20)
    program.done(code, asks.Start())
    end = await asyncio.to_thread(program.play_on, code, Random(3))
    record = compare_end(end, program.get(f"/api/tables/{code}/record").body.decode())
    assert (await example).splitlines() == [f"Playing at table {code.lower()}", *scores(record)]


def test_the_example_says_in_words_what_is_refused(program: Program) -> None:
    assert (
        run_example(program.address, "BBBBBB") == "The server refuses: there is no table BBBBBB\n"
    )
    assert run_example(program.address, program.create(seats="me")) == "No open seat.\n"
