"""What was acknowledged is there after the server was killed."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from browser.serving import Server
from rowlock.record import read_record, verify
from rowlock.server.messages.asks import Choose, Start
from rowlock.server.messages.tells import AnyNews, Done
from server.databases import database_of
from server.people import Page, Person
from server.playing import any_move, compare_end, play_on, play_together, to_choose

pytestmark = pytest.mark.both_storages


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path / "data", database_of(tmp_path / "data"))
    server.start()
    yield server
    server.stop()


async def play_some(page: Page, rng: Random, acknowledged: list[tuple[int, str]]) -> None:
    """Play until the socket is gone, and keep what was acknowledged: version and move."""
    try:
        while True:
            view = await page.until(lambda view: bool(to_choose(view)))
            own, game = to_choose(view)[0], view.game
            assert game is not None
            move = any_move(own.moves, rng)
            answer = await page.ask(Choose(seat=own.seat, action=game.action, move=move))
            if isinstance(answer, Done):
                acknowledged.append((answer.version, move))
    except (AssertionError, ConnectionClosed):
        await page.closed()


async def test_killed_in_the_middle_a_game_goes_on_where_it_was(mortal: Server) -> None:
    ann = Person(mortal.address)
    ann.get("/api/here")
    code = ann.create("longo", "me me random", start=True)
    acknowledged: list[tuple[int, str]] = []
    news_before: list[AnyNews] = []
    since = 0
    for _ in range(2):
        async with ann.at(code, since) as page:
            playing = asyncio.create_task(play_some(page, Random(1), acknowledged))
            enough = len(acknowledged) + 6
            while len(acknowledged) < enough:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(mortal.kill)
            await playing
            news_before += [one for view in page.views for one in view.news]
            since = page.view.version
        await asyncio.to_thread(mortal.start)
    async with AsyncExitStack() as stack:
        full = await stack.enter_async_context(ann.at(code))
        rest = await stack.enter_async_context(ann.at(code, since))
        everything = await full.until(lambda _: True)
        missed = await rest.until(lambda _: True)
        assert missed.version >= max(version for version, _ in acknowledged)
        assert missed.version >= since
        known = [one for one in everything.news if one.version <= since]
        assert known == news_before
        assert missed.news[: len(everything.news) - len(known)] == everything.news[len(known) :]
        end = await play_on(full, Random(2))
    text = ann.get(f"/api/tables/{code}/record").body.decode()
    compare_end(end, text)
    verify(read_record(text))
    assert "Traceback" not in mortal.output


async def test_a_stopped_server_keeps_a_lobby_and_its_people(mortal: Server) -> None:
    ann, ben = Person(mortal.address), Person(mortal.address)
    for person in (ann, ben):
        person.get("/api/here")
    code = ann.create(seats="me me")
    mortal.stop()
    mortal.start()
    async with ann.at(code) as page:
        view = await page.until(lambda _: True)
        assert [seat.yours for seat in view.seats] == [True, True]
        assert view.creator
        await page.done(Start())
        (end,) = await play_together([page], Random(4))
        assert end.stage == "over"
