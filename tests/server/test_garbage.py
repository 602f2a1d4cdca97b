"""Garbage is looked for seldom, and there is little of it."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from rowlock.server.tables.identity import new_key
from rowlock.server.web.app import make_app
from rowlock.server.web.front import Front
from rowlock.server.web.garbage import Garbage, garbage_seldom
from rowlock.server.web.settings import Settings
from server.people import COOKIE, PATIENCE, Person, new_table
from server.sockets import Hasty, serving


class Ring:
    """What holds itself, so that nobody else has to."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    """Nobody else looks meanwhile, and nothing is there that a test has not made."""
    gc.disable()
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


def test_a_look_among_the_young_finds_what_has_come_since_and_is_not_one_among_all() -> None:
    garbage = Garbage(young=1000, least=100_000)
    few = weakref.ref(Ring())
    garbage.look()
    assert few() is not None
    many = [weakref.ref(Ring()) for _ in range(2000)]
    assert not garbage.look()
    assert few() is None
    assert not any(ring() for ring in many)


def test_a_look_among_all_is_due_when_there_are_many_more_and_finds_old_garbage_too() -> None:
    garbage = Garbage(young=1000, least=10_000)
    ring = Ring()
    old = weakref.ref(ring)
    kept = new_objects(2000)
    assert not garbage.look()
    del ring
    kept += new_objects(2000)
    assert not garbage.look()
    assert old() is not None
    kept += new_objects(10_000)
    assert garbage.look()
    assert old() is None


def test_the_more_there_is_the_more_it_takes() -> None:
    garbage = Garbage(young=1000, least=10_000)
    kept = new_objects(100_000)
    assert garbage.look()
    kept += new_objects(50_000)
    assert not garbage.look()
    kept += new_objects(60_000)
    assert garbage.look()


def test_what_comes_and_goes_is_never_many_more() -> None:
    garbage = Garbage(young=1000, least=10_000)
    for _ in range(50):
        kept = new_objects(2000)
        assert not garbage.look()
        kept.clear()


def new_objects(number: int) -> list[list[int]]:
    return [[] for _ in range(number)]


async def test_python_looks_by_itself_again_afterwards() -> None:
    async with garbage_seldom():
        assert not gc.isenabled()
    assert gc.isenabled()


async def test_what_was_loaded_is_not_looked_into_until_the_server_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rowlock.server.web.garbage.SECONDS_APART", 0.0)
    gc.unfreeze()
    may_end = Event()
    loading = Thread(target=may_end.wait)
    loading.start()
    async with garbage_seldom(loading), asyncio.timeout(PATIENCE):
        await asyncio.sleep(0)
        assert gc.get_freeze_count() == 0
        may_end.set()
        while gc.get_freeze_count() == 0:
            await asyncio.sleep(0)
    assert gc.get_freeze_count() == 0


async def test_a_socket_that_is_closed_leaves_no_garbage(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, warm_up=False)
    app = make_app(settings)
    async with app.lifespan(), serving(Front(app, settings)) as (address, state):
        code = await app.state.hub.create(new_table(), "ann")
        guest = Person(address, f"{COOKIE}={new_key()}")
        async with guest.at(code) as page:
            await page.until(lambda _: True)
            assert sockets_in_memory() == 1
        async with asyncio.timeout(PATIENCE):
            while state.connections or state.tasks:
                await asyncio.sleep(0.01)
        assert sockets_in_memory() == 0


def sockets_in_memory() -> int:
    return sum(isinstance(one, Hasty) for one in gc.get_objects())
