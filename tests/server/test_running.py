"""How a server ends beside peers that would have it wait for ever."""

import asyncio
import logging
import socket
from functools import partial
from typing import Any

import pytest
import uvicorn

from rowlock.server.web import running
from rowlock.server.web.connections import Connections
from rowlock.server.web.frames import Frames
from rowlock.server.web.requests import Requests
from rowlock.server.web.running import Running
from server.people import PATIENCE
from server.strangers import stranger

MUCH = 50_000_000


class Front:
    """What stands before an application, and has nothing to finish."""

    def stop(self) -> None:
        """Take nothing more."""


async def tells_much(scope: Any, receive: Any, send: Any) -> None:
    """Answers with more than anybody takes at a time, in parts; or waits for all of the body."""
    if scope["type"] == "lifespan":
        await receive()
        return
    if scope["method"] == "POST":
        while (await receive())["type"] == "http.request":
            pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for more in (True, False):
        await send({"type": "http.response.body", "body": b"x" * MUCH, "more_body": more})


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    ],
    ids=["an answer that is not taken", "half a body"],
)
async def test_nobody_who_is_slow_makes_the_end_a_failure(
    sent: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(running, "LONGEST_DRAIN", 0.05)
    config = uvicorn.Config(
        tells_much,
        http=partial(Requests, connections=Connections(10, 10)),  # type: ignore[arg-type]
        ws=Frames,
        log_config=None,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    front: Any = Front()
    server = Running(config, front, lambda: None, lambda: None)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        ending = asyncio.create_task(server.serve([listener]))
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                await asyncio.sleep(0.01)
            async with stranger(address) as one:
                transport = one.writer.transport
                assert isinstance(transport, asyncio.ReadTransport)
                transport.pause_reading()
                one.send(sent)
                while not server.server_state.tasks:
                    await asyncio.sleep(0.01)
                server.should_exit = True
                await ending
    assert not server.server_state.connections
    levels = {record.levelno for record in caplog.records}
    assert max(levels) == logging.WARNING, "it tells of what was not finished, and of no failure"
