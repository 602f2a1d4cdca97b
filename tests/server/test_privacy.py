"""Nobody is told what is not theirs to know: a test reads all that was ever sent."""

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from random import Random

import msgspec

from browser.serving import Server
from rowlock.server.messages import asks
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.tells import View
from rowlock.server.tables import events as ev
from rowlock.server.tables.identity import key_hash
from server.people import Arrive, Page, Person
from server.playing import any_move, sit_down, to_choose


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
    if not text.startswith('{"type":"view"'):
        return text
    view = json.loads(text)
    yours = {seat["id"] for seat in view["seats"] if seat["yours"]}
    assert {own["seat"] for own in view.pop("yours")} <= yours
    return json.dumps(view, separators=(",", ":"))


async def _look_around(person: Person, code: str) -> None:
    for path in ("", f"/{code}", f"/{code}/record"):
        answer = await asyncio.to_thread(person.get, f"/api/tables{path}")
        assert answer.status == 200


async def _choose(page: Page, view: View, rng: Random) -> str:
    own, game = to_choose(view)[0], view.game
    assert game is not None
    move = any_move(own.moves, rng)
    await page.done(Choose(seat=own.seat, action=game.action, move=move))
    return move


async def _play(pages: list[Page], code: str, rng: Random) -> list[Window]:
    """All play to the end, one after the other, so that the time of every secret is known."""
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
        for page, its_view in acting[:-1]:
            starts = [len(other.person.traffic) for other in pages]
            secret.append((page, await _choose(page, its_view, rng), starts))
        if view.game.turn == 1 and secret:
            for page in pages:
                await _look_around(page.person, code)
        windows += [
            Window(other.person, start, len(other.person.traffic), move)
            for page, move, starts in secret
            for other, start in zip(pages, starts, strict=True)
            if other is not page
        ]
        await _choose(*acting[-1], rng)
        await pages[0].until(partial(_is_past, view.game.action))


def _is_at(version: int, view: View) -> bool:
    return view.version >= version


def _is_past(action: int, view: View) -> bool:
    return view.game is not None and view.game.action > action


def _events(server: Server, code: str) -> list[ev.AnyEvent]:
    with sqlite3.connect(server.data / "rowlock.db") as database:
        rows = database.execute("SELECT body FROM events WHERE code = ? ORDER BY seq", (code,))
        bodies = [body for (body,) in rows]
    database.close()
    return [msgspec.json.decode(body, type=ev.AnyEvent) for body in bodies]


async def test_no_message_tells_what_is_not_yet_to_be_known(arrive: Arrive, server: Server) -> None:
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

    told = [window for window in windows if window.move != "-"]
    assert len(told) > 10
    for window in told:
        assert all(f'"{window.move}"' not in text for text in window.texts())
        assert all("revealed" not in text for text in window.texts())

    events = _events(server, code)
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
    for secret in {created.seed, *nonces, *hashes, *(person.key for person in people)}:
        assert secret not in server.output
