"""Peers that say nothing, half of something, or take nothing: none of them keeps a connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from rowlock.server import meters
from rowlock.server.web.connections import Connections
from rowlock.server.web.requests import FULL, TOO_SLOW, Patience
from server.answering import answering
from server.people import PATIENCE
from server.strangers import Stranger, stranger

AT_ONCE, SOON = 0.05, 0.5
"""Seconds after which people are cut off who are all too slow, and who must be heard before, which
takes time on a busy machine."""

QUICK = Patience(SOON, SOON, SOON)
AT_LEAST = 600.0
"""A patience that no test waits for: what it is for must not be what ends a connection."""

WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
HALF_HEADS = {
    "nothing": b"",
    "a letter": b"G",
    "a line": b"GET / HTTP/1.1\r\n",
    "all but the last line": WHOLE[:-2],
    "a socket": UPGRADE,
    "a socket with a key": UPGRADE + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
}
HALF_BODIES = {
    "no body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
    "half a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf",
    "no last chunk": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n",
}


async def reads_all(_scope: Any, receive: Any, send: Any) -> None:
    """Answers when all of the body is there."""
    while (message := await receive())["type"] == "http.request":
        if not message["more_body"]:
            break
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


async def reads_nothing(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers at once, whatever is still to come."""
    await send(
        {"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]}
    )
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def dripping(one: Stranger, data: bytes) -> AsyncIterator[None]:
    """Again and again a little more is sent, so that it never ends."""

    async def drip() -> None:
        while not one.writer.is_closing():
            one.send(data)
            await asyncio.sleep(0.005)

    task = asyncio.create_task(drip())
    yield
    task.cancel()


def too_slow() -> float:
    return float(meters.LIMITS_HIT.labels(TOO_SLOW)._value.get())


@pytest.mark.parametrize("again", [False, True], ids=["first", "next"])
async def test_half_a_head_is_not_waited_for(again: bool) -> None:
    head = SOON if again else AT_ONCE
    patience, before = Patience(head, AT_LEAST, AT_LEAST), too_slow()

    async def heard_after(half: bytes, address: str) -> bytes:
        async with stranger(address) as one:
            if again:
                one.send(WHOLE)
                assert await one.answer() == 200
            one.send(half or b"G" if again else half)
            return await one.gone()

    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, patience, timeout_keep_alive=60) as (address, state),
    ):
        # Each waits for the same patience to end, so they do it together.
        heard = await asyncio.gather(*(heard_after(half, address) for half in HALF_HEADS.values()))
        assert dict(zip(HALF_HEADS, heard, strict=True)) == dict.fromkeys(HALF_HEADS, b"")
        assert (len(state.connections), too_slow() - before) == (0, len(HALF_HEADS))


@pytest.mark.parametrize("app", [reads_all, reads_nothing])
@pytest.mark.parametrize("half", HALF_BODIES)
async def test_half_a_body_is_not_waited_for(half: str, app: Any) -> None:
    patience, before = Patience(AT_LEAST, AT_ONCE, AT_LEAST), too_slow()
    async with (
        asyncio.timeout(PATIENCE),
        answering(app, patience, timeout_keep_alive=60) as (address, state),
        stranger(address) as one,
    ):
        one.send(HALF_BODIES[half])
        said = await one.gone()
        assert said == b"" if app is reads_all else said.startswith(b"HTTP/1.1 404")
        assert (len(state.connections), too_slow() - before) == (0, 1)
        while state.tasks:
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET / HTTP/1.1\r\n", b"X: y\r\n"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n", b"x"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    ],
    ids=["headers", "body", "chunks"],
)
async def test_a_little_now_and_then_gives_no_more_time(begin: bytes, more: bytes) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, QUICK) as (address, state),
        stranger(address) as one,
    ):
        one.send(begin)
        async with dripping(one, more):
            await one.gone()
        assert not state.connections


async def test_what_the_application_waits_for_is_waited_for() -> None:
    go_on = asyncio.Event()

    async def waits(_scope: Any, receive: Any, send: Any) -> None:
        await go_on.wait()
        await reads_all(_scope, receive, send)

    async with (
        asyncio.timeout(PATIENCE),
        answering(waits, QUICK) as (address, _),
        stranger(address) as one,
        stranger(address) as other,
    ):
        one.send(WHOLE)
        await other.gone()
        # Whoever came later and said nothing is gone, and who is waited with is not.
        go_on.set()
        assert await one.answer() == 200


async def test_between_requests_a_connection_may_be_silent() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, QUICK, timeout_keep_alive=60) as (address, _),
        stranger(address) as one,
    ):
        for _ in range(3):
            one.send(WHOLE)
            assert await one.answer() == 200
            async with stranger(address) as other:
                await other.gone()


async def test_the_rest_of_what_was_answered_early_begins_nothing() -> None:
    before = too_slow()
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_nothing, Patience(SOON, AT_LEAST, AT_LEAST), timeout_keep_alive=3) as (
            address,
            state,
        ),
        stranger(address) as one,
    ):
        one.send(HALF_BODIES["half a body"])
        assert await one.answer() == 404
        one.send(b"-body")
        async with stranger(address) as other:
            await other.gone()
        one.send(WHOLE)
        assert await one.answer() == 404
        # The second ends by keep-alive, and so does one whose last was the rest of a body.
        one.send(HALF_BODIES["half a body"] + b"other")
        assert await one.gone() == b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
        assert (len(state.connections), too_slow() - before) == (0, 1)


async def test_requests_that_come_together_are_all_answered() -> None:
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, QUICK, timeout_keep_alive=60) as (address, _),
        stranger(address) as one,
    ):
        one.send(WHOLE * 3 + WHOLE[:5])
        assert [await one.answer() for _ in range(3)] == [200] * 3
        assert await one.gone() == b"", "half a head is there"


@pytest.mark.parametrize("close", [b"", b"Connection: close\r\n"], ids=["stays", "closes"])
@pytest.mark.parametrize("size", [40_000, 50_000_000])
async def test_who_takes_no_answer_is_cut(close: bytes, size: int) -> None:
    async def tells_much(_scope: Any, _receive: Any, send: Any) -> None:
        length = [(b"content-length", str(size).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": b"x" * size})

    async with (
        asyncio.timeout(PATIENCE),
        answering(tells_much, QUICK, timeout_keep_alive=0.1) as (address, state),
        stranger(address) as one,
    ):
        transport = one.writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        transport.pause_reading()
        one.send(b"GET / HTTP/1.1\r\nHost: x\r\n" + close + b"\r\n")
        while not state.total_requests:
            await asyncio.sleep(0.001)
        while state.connections or state.tasks:
            await asyncio.sleep(0.001)


async def test_who_gets_no_place_is_told_so_at_once() -> None:
    places = Connections(10, 1)
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, Patience(), places) as (address, state),
        stranger(address) as one,
    ):
        one.send(WHOLE)
        assert await one.answer() == 200
        async with stranger(address) as other:
            assert await other.gone() == FULL
        async with stranger(address, "127.0.0.2") as other:
            other.send(WHOLE)
            assert await other.answer() == 200
        one.send(WHOLE)
        assert await one.answer() == 200
        one.writer.transport.abort()
        while state.connections:
            await asyncio.sleep(0)
        assert len(places) == 0


@pytest.mark.parametrize(
    "more", [b"X: y\r\n" * 300, b"X: " + b"y" * 20_000 + b"\r\n", b"Content-Length: 5\r\n"]
)
async def test_a_socket_that_cannot_be_opened_is_closed_and_leaves_its_place(more: bytes) -> None:
    places = Connections(10, 10)
    async with (
        asyncio.timeout(PATIENCE),
        answering(reads_all, Patience(), places) as (address, state),
        stranger(address) as one,
    ):
        key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        one.send(UPGRADE + key + more + b"\r\n")
        assert (await one.gone()).startswith(b"HTTP/1.1 4")
        assert (len(state.connections), len(places)) == (0, 0)


@pytest.mark.parametrize("app", [reads_all, reads_nothing])
@pytest.mark.parametrize("together", [False, True])
async def test_a_chunk_that_is_none_is_no_fault_of_ours(
    app: Any, together: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        answering(app, Patience()) as (address, state),
        stranger(address) as one,
    ):
        head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        one.send(head + b"no chunk\r\n" if together else head)
        if not together:
            if app is reads_nothing:
                assert await one.answer() == 404
            one.send(b"no chunk\r\n")
        await one.gone()
        while state.connections or state.tasks:
            await asyncio.sleep(0)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
