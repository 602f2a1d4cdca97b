"""Nobody is told what is not theirs to know: a test reads all that was ever sent."""

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from browser.serving import Server
from rowlock.dice import FairDice
from rowlock.record import Record, read_record
from rowlock.rules import find_variant, start
from rowlock.server.live.hub import Hub
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Lists, TableCard
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.refusals import Refuse
from rowlock.server.messages.tells import View
from rowlock.server.storage import open_store
from rowlock.server.tables import events as ev
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.names import name_among
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.setup import start_event
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, view_of
from rowlock.server.tables.votes import Attendance
from rowlock.server.web.app import make_app
from rowlock.server.web.settings import Settings
from server.databases import database_of
from server.people import PATIENCE, Arrive, Page, Person
from server.playing import any_move, compare_end, play_together, sit_down, to_choose
from server.stores import append, created
from server.tables import happened, lobby

pytestmark = pytest.mark.both_storages

NONCE = "0" * 32
PASS = "-"
ENOUGH = 20
"""So many secrets are looked for."""

TRIED: list[asks.Ask] = [
    asks.Choose(seat=1, action=0, move="r2"),
    asks.Choose(seat=1, action=10**6, move="r2"),
    asks.Choose(seat=99, action=1, move="r2"),
    asks.Choose(seat=1, action=1, move="what"),
    asks.Withdraw(seat=1, action=0),
    asks.Sit(name="Eve", nonce=NONCE),
    asks.TakeBack(seat=99),
    asks.Rematch(),
]
"""What is refused in the middle of a game, whoever asks for it."""


@dataclass(frozen=True)
class Window:
    """The time from a seat's choice to its reveal, in the traffic of another person."""

    person: Person
    first: int
    last: int
    move: str

    def texts(self) -> list[str]:
        return [_without_own(text) for text in self.person.traffic[self.first : self.last]]


def _without_own(text: str) -> str:
    """The message without what belongs to its reader alone: their moves name the same spaces."""
    if text.startswith('{"type":"choices"'):
        return json.dumps({**json.loads(text), "yours": None})
    if not text.startswith('{"type":"view"'):
        return text
    view = json.loads(text)
    yours = {seat["id"] for seat in view["seats"] if seat["yours"]}
    assert {own["seat"] for own in view.pop("yours")} <= yours
    return json.dumps(view, separators=(",", ":"))


class Talkative(Server):
    """A server that says all it can, in logs and in numbers."""

    def __init__(self, data: Path, database: str) -> None:
        super().__init__(data, database, log_level="debug", access_log="on", metrics="127.0.0.1:0")


@pytest.fixture(scope="module")
def server(storage: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talkative]:
    data = tmp_path_factory.mktemp("talkative") / "data"
    server = Talkative(data, database_of(data))
    server.start()
    yield server
    server.stop()


async def _look_around(person: Person, code: str) -> None:
    """See all there is to see, and try what is not allowed: errors tell something too."""
    tables = "/api/tables"
    for path in ("", f"/{code}", f"/{code}/record", f"/{code}/view", f"/{code}/view?since=1"):
        answer = await asyncio.to_thread(person.get, f"{tables}{path}")
        assert answer.status == 200
    for ask in TRIED:
        answer = await asyncio.to_thread(person.post, f"{tables}/{code}/asks", ask)
        assert 400 <= answer.status < 500


async def _choose(page: Page, view: View, rng: Random, *, hurries: bool) -> str:
    own, game = to_choose(view)[0], view.game
    assert game is not None
    move = PASS if hurries else any_move(own.moves, rng)
    await page.done(Choose(seat=own.seat, action=game.action, move=move))
    return move


async def _play(pages: list[Page], code: str, rng: Random) -> list[Window]:
    """All play to the end, one after the other, so that the time of every secret is known. When
    there have been enough of them all pass, which soon ends the game."""
    windows: list[Window] = []
    while True:
        view = await pages[0].until(
            lambda view: view.stage == "over" or bool(view.game and view.game.waiting)
        )
        if view.stage == "over" or view.game is None:
            return windows
        seen = [await page.until(partial(_is_at, view.version)) for page in pages]
        acting = [pair for pair in zip(pages, seen, strict=True) if to_choose(pair[1])]
        secret: list[tuple[Page, str, list[int]]] = []
        hurries = len([window for window in windows if window.move != PASS]) >= ENOUGH
        for page, its_view in acting[:-1]:
            starts = [len(other.person.traffic) for other in pages]
            chosen = await _choose(page, its_view, rng, hurries=hurries)
            secret.append((page, chosen, starts))
        if view.game.turn == 1 and secret:
            for page in pages:
                await _look_around(page.person, code)
        windows += [
            Window(other.person, start, len(other.person.traffic), move)
            for page, move, starts in secret
            for other, start in zip(pages, starts, strict=True)
            if other is not page
        ]
        await _choose(*acting[-1], rng, hurries=hurries)
        await pages[0].until(partial(_is_past, view.game.action))


def _is_at(version: int, view: View) -> bool:
    return view.version >= version


def _is_past(action: int, view: View) -> bool:
    return view.game is not None and view.game.action > action


async def _events(server: Server, code: str) -> list[ev.AnyEvent]:
    async with open_store(server.database) as store:
        return [kept.event for kept in await store.read(code)]


def _fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


async def test_no_message_tells_what_is_not_yet_to_be_known(
    arrive: Arrive, server: Talkative
) -> None:
    people = [arrive(), arrive(), arrive()]
    guest = Person(people[0].address)
    code = people[0].create(seats="open me open", autopass=False)
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, code, people)
        watching = await stack.enter_async_context(guest.at(code))
        await watching.until(lambda _: True)
        link = await pages[1].ask(asks.MakeLink(seat=pages[1].seat))
        await pages[0].done(asks.Start())
        windows = await _play(pages, code, Random(7))
        await watching.until(lambda view: view.stage == "over")

    told = [window for window in windows if window.move != PASS]
    assert len(told) >= ENOUGH
    for window in told:
        assert all(f'"{window.move}"' not in text for text in window.texts())
        assert all("revealed" not in text for text in window.texts())

    events = await _events(server, code)
    created = events[0]
    assert isinstance(created, ev.TableCreated)
    given = [one for one in events if isinstance(one, (ev.SeatTaken, ev.SeatReady))]
    nonces = {one.nonce for one in given if one.nonce}
    hashes = {one.holder for one in events if isinstance(one, ev.SeatTaken)}
    hashes |= {one.secret for one in events if isinstance(one, ev.LinkMade)}
    assert hashes >= {key_hash(person.key) for person in people}
    assert len(nonces) == 3
    for person in (*people, guest):
        everything = person.traffic
        before_the_end = [text for text in everything if '"stage":"over"' not in text]
        assert len(before_the_end) < len(everything)
        keys = {one.key for one in people if one is not person}
        links = {str(getattr(link, "url", ""))} if person is not people[1] else set()
        for secret in {created.seed, *nonces}:
            assert not any(secret in text for text in before_the_end)
        for secret in hashes | keys | links:
            assert not any(secret in text for text in everything)
    keys = {person.key for person in people}
    told_to_the_owner = {"logs": server.output, "metrics": _fetch(server.metrics)}
    assert code in told_to_the_owner["logs"]
    assert "rowlock_" in told_to_the_owner["metrics"]
    for where, said in told_to_the_owner.items():
        for secret in {created.seed, *nonces, *hashes, *keys}:
            assert secret not in said, where
        for move in {window.move for window in told}:
            assert not re.search(rf"\b{move}\b", said), where
    assert code not in told_to_the_owner["metrics"]


NAME = "Zdislava"
ODD_NAMES = [
    f"{NAME}{odd}Q" for odd in (";", "\u037e", '"', "\u2028", "#", "\u200b\u0301", "\ud83c")
]


async def test_no_line_of_the_log_has_a_name(arrive: Arrive, server: Talkative) -> None:
    ann, ben = people = [arrive(), arrive()]
    old = "QQQQQQ"
    async with open_store(server.database) as store:
        seat = (ev.SeatAdded(1), ev.SeatTaken(1, "ann", f"{NAME};Q", NONCE))
        await store.append(append(old, 1, created(), *seat, ev.GameStarted(1, []), stage="playing"))
    assert read_record(ann.get(f"/api/tables/{old}/record").body).names == (f"{NAME},Q",)

    code = ann.create(seats="me open random")
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, code, people)
        for name in ODD_NAMES:
            for page in pages:
                await page.send(json.dumps({"type": "rename", "seat": page.seat, "name": name}))
            for path in ("", f"/{code}", f"/{code}/view", f"/{code}/record"):
                await asyncio.to_thread(ben.get, f"/api/tables{path}")
        await pages[0].done(asks.Rename(seat=pages[0].seat, name=NAME))
        twin = asks.Rename(seat=pages[1].seat, name=NAME.replace("a", "\u0430"))
        assert await pages[1].refused(twin) == "name-alike"
        await pages[0].done(asks.Start())
        ends = await play_together(pages, Random(1))
    compare_end(ends[0], ben.get(f"/api/tables/{code}/record").body.decode())
    assert any(NAME in text for text in ben.traffic)
    assert code in server.output
    assert NAME not in server.output


def test_no_error_about_a_name_tells_it() -> None:
    with pytest.raises(ValueError, match="seat 1") as failed:
        Record(start(find_variant("original"), 1), (f"{NAME};",))
    with pytest.raises(Refuse) as alike:
        name_among(NAME, [NAME.replace("a", "\u0430")])
    with pytest.raises(Refuse) as missing:
        start_event(happened(lobby("ann", ""), ev.SeatTaken(2, "ben", NAME)), Random(1))
    assert NAME in alike.value.message
    assert NAME in missing.value.message
    assert NAME not in "".join(map(str, (failed.value, alike.value, missing.value)))


SECRET = "5e" * 16
CARD = TableCard(
    "BCDFGH",
    "original",
    None,
    "lobby",
    "none",
    [SECRET],
    [],
    1,
    your_turn=False,
    turn=None,
    changed=0,
)
DISCREET = [
    ev.TableCreated("original", seed=SECRET, creator=SECRET),
    ev.SeatTaken(1, SECRET, SECRET, SECRET),
    ev.SeatRenamed(1, SECRET),
    ev.SeatReady(1, SECRET),
    ev.MoveChosen(1, SECRET, "person"),
    ev.VoteCast(1, SECRET),
    ev.LinkMade(1, SECRET),
    ev.SeatMoved(1, SECRET),
    ev.Kept(1, 0.0, ev.SeatMoved(1, SECRET)),
    asks.Sit(name=SECRET, nonce=SECRET),
    asks.Rename(seat=1, name=SECRET),
    asks.NewTable("original", [asks.NewSeat("me", SECRET)]),
    Lists([CARD], [CARD], more=False),
    replace(view_of(lobby("ann"), Viewer("ann"), Attendance(), 0.0).seats[0], name=SECRET),
    asks.Ready(seat=1, nonce=SECRET),
    asks.Choose(seat=1, action=2, move=SECRET),
    asks.Claim(SECRET),
    Seat(1, SECRET, SECRET, nonce=SECRET, votes=frozenset({SECRET}), link=SECRET),
    Table(
        "BCDFGH",
        ev.TableCreated("original", seed=SECRET, creator=SECRET),
        creator=SECRET,
        chosen={1: ev.MoveChosen(1, SECRET, "person")},
    ),
    FairDice(bytes.fromhex(SECRET * 2), (SECRET,)),
]


@pytest.mark.parametrize("value", DISCREET, ids=lambda value: type(value).__name__)
def test_what_is_written_into_errors_tells_no_secret(value: object) -> None:
    assert SECRET not in f"{value} {value!r} {[value]}"
    assert type(value).__name__ in repr(value)


async def test_an_error_of_the_database_does_not_tell_what_was_written(server: Server) -> None:
    async with open_store(server.database) as store, store.engine.connect() as connection:
        with pytest.raises(DBAPIError) as failed:
            await connection.execute(
                text("SELECT :body FROM nowhere"), {"body": "the-seed-of-a-table"}
            )
    assert "nowhere" in str(failed.value)
    assert "the-seed" not in str(failed.value)


def test_a_failure_tells_nothing_but_that_it_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ValueError("the-seed-of-a-table")

    monkeypatch.setattr(Hub, "lists", fail)
    with TestClient(make_app(Settings(data=tmp_path)), raise_server_exceptions=False) as browser:
        answer = browser.get("/api/tables")
    assert answer.status_code == 500
    assert "the-seed" not in f"{answer.text}{answer.headers}"
