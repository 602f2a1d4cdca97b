"""What was kept is there after the server was stopped. What killing does is in test_kills.py."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from rowlock.server.messages.asks import Start
from server.databases import database_of
from server.people import Person
from server.playing import play_on

TURNS = 3
"""Enough to see that play goes on; games are played to their ends in test_kills.py."""

pytestmark = pytest.mark.both_storages


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped."""
    server = Server(tmp_path / "data", database_of(tmp_path / "data"))
    server.start()
    yield server
    server.stop()


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
        view = await play_on(page, Random(4), TURNS)
        assert view.game is not None
        assert view.game.turn > TURNS
