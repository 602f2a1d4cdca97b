"""A server with strangers at the door who want nothing: people come in all the same, and play."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.serving import Server
from rowlock.server.messages import asks
from server import hasty
from server.people import PATIENCE, Person
from server.strangers import is_open, silent, stranger


@pytest.fixture(params=["uvloop", "asyncio"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server with few descriptors, on either event loop."""
    if sys.platform == "win32":
        pytest.skip("descriptors have no limit there")
    server = Server(tmp_path / "data", limits="on", log_level="info")
    plain = (hasty.PLAIN_LOOP,) if request.param == "asyncio" else ()
    server.program = (hasty.PROGRAM, hasty.DESCRIPTORS, *plain)
    server.start()
    yield server
    server.stop()
    assert server.complaints == [], server.output


async def test_one_address_cannot_keep_the_others_out(small: Server) -> None:
    ann = Person(small.address)
    assert ann.get("/api/here").status == 200
    code = ann.create()
    async with ann.at(code) as page:
        crowd = await asyncio.to_thread(silent, small.address, "127.0.0.2", 5 * hasty.FEW)
        view = await page.done(asks.Rename(seat=1, name="Ann again"))
        assert view.seats[0].name == "Ann again"
        for _ in range(3):
            assert (await asyncio.to_thread(ann.get, "/api/here")).status == 200
        async with asyncio.timeout(PATIENCE), stranger(small.address, "127.0.0.3") as other:
            other.send(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert await other.answer() == 200
        async with asyncio.timeout(PATIENCE):
            while sum(map(is_open, crowd)) > hasty.FEW // 4:
                await asyncio.sleep(0.01)
    for one in crowd:
        one.close()
    assert "limit=too-many-connections network=127.0.0.0/24" in small.output
    assert "out of system resource" not in small.output


@pytest.fixture
def short(tmp_path: Path) -> Server:
    """A server that waits for no peer for long."""
    server = Server(tmp_path / "data", limits="on", log_level="info")
    server.program = (hasty.PROGRAM, hasty.PEERS)
    server.start()
    return server


async def test_games_go_on_beside_connections_that_are_cut(short: Server) -> None:
    server = short
    ann = Person(server.address)
    assert ann.get("/api/here").status == 200
    code = ann.create()
    async with asyncio.timeout(PATIENCE), ann.at(code) as page:
        waiting = asyncio.create_task(
            asyncio.to_thread(ann.get, f"/api/tables/{code}/view?since={page.view.version}&wait=30")
        )
        crowd = await asyncio.to_thread(silent, server.address, "127.0.0.2", 20)
        for one in crowd[:10]:
            one.send(b"GET / HTT")
        while any(map(is_open, crowd)):
            await asyncio.sleep(0.01)
        for one in crowd:
            one.close()
        assert not waiting.done(), "it waits for news longer than slow peers are waited for"
        await page.done(asks.Rename(seat=1, name="Ann again"))
        assert (await waiting).status == 200
    assert server.stop() == 0
    assert server.complaints == [], server.output
    assert "limit=too-slow network=127.0.0.0/24" in server.output


async def test_who_does_not_end_a_request_cannot_make_the_end_a_failure(short: Server) -> None:
    place = f"Host: 127.0.0.1:{short.port}\r\nOrigin: {short.address}\r\n"
    async with asyncio.timeout(PATIENCE), stranger(short.address) as one:
        one.send(f"POST /api/tables HTTP/1.1\r\n{place}Content-Length: 9\r\n\r\n{{".encode())
        async with stranger(short.address) as other:
            other.send(f"GET /health HTTP/1.1\r\n{place}\r\n".encode())
            assert await other.answer() == 200
        assert await asyncio.to_thread(short.stop) == 0
    assert not any(said in short.output for said in ("Traceback", "ERROR")), short.output
