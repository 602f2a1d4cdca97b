"""A server that is told to stop loses nothing, and its pages come back to the next one."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from socket import create_connection

import pytest
from websockets.exceptions import ConnectionClosed

from browser.serving import Server
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.tells import Done
from rowlock.server.storage import open_store
from rowlock.server.tables import events as ev
from server.people import PATIENCE, Ended, Page, Person
from server.playing import any_move, to_choose

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="signals are sent in another way there"
)

TABLES = 5
Acknowledged = list[tuple[int, str]]


async def play_some(page: Page, rng: Random, done: Acknowledged) -> None:
    """Play until the socket is closed, and keep what was acknowledged: version and move."""
    try:
        while True:
            view = await page.until(lambda view: bool(to_choose(view)))
            own, game = to_choose(view)[0], view.game
            assert game is not None
            move = any_move(own.moves, rng)
            answer = await page.ask(Choose(seat=own.seat, action=game.action, move=move))
            assert isinstance(answer, Done), answer
            done.append((answer.version, move))
    except (Ended, ConnectionClosed):
        await page.closed()


async def kept_moves(server: Server, code: str) -> list[str]:
    async with open_store(server.database) as store:
        events = await store.read(code)
    return [one.event.move for one in events if isinstance(one.event, ev.MoveChosen)]


async def test_under_traffic_all_that_was_taken_is_kept_and_answered(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.start()
    ann = Person(server.address)
    ann.get("/api/here")
    # No seat passes by itself: all moves are asked for, and answered.
    codes = [ann.create(seats="me me", start=True, autopass=False) for _ in range(TABLES)]
    done: dict[str, Acknowledged] = {code: [] for code in codes}
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(ann.at(code)) for code in codes]
        playing = [
            asyncio.create_task(play_some(page, Random(7), done[code]))
            for page, code in zip(pages, codes, strict=True)
        ]
        while min(map(len, done.values())) < 4:
            await asyncio.sleep(0.01)
        server.signal(signal.SIGTERM)
        await asyncio.gather(*playing)
        assert {page.close_code for page in pages} == {1012}
    assert await asyncio.to_thread(server.wait) == 0
    assert "Traceback" not in server.output
    for code in codes:
        # No more than was answered either: what was taken was also acknowledged.
        assert await kept_moves(server, code) == [move for _, move in done[code]]

    server.start()
    async with ann.at(codes[0]) as page:
        view = await page.until(lambda _: True)
        assert view.version >= done[codes[0]][-1][0]
        await page.until(lambda view: bool(to_choose(view)))
    server.stop()


async def test_it_is_not_ready_any_more_and_a_second_signal_ends_it(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.start()
    watching = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def ready() -> int:
        watching.request("GET", "/ready")
        answer = watching.getresponse()
        answer.read()
        return answer.status

    assert ready() == 200
    with create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as slow:
        # Somebody who takes their time with a request keeps the server waiting.
        head = "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        slow.sendall(f"{head}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n".encode())
        assert await asyncio.to_thread(slow.recv, 25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        server.signal(signal.SIGTERM)
        while ready() == 200:
            await asyncio.sleep(0.01)
        assert ready() == 503
        watching.close()
        assert await asyncio.to_thread(server.stop) == 128 + signal.SIGTERM
