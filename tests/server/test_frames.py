"""Sockets below their messages: whatever frames come, only the socket they came on ends."""

import asyncio
import base64
import json
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode

from browser.serving import Server
from rowlock.server.messages import asks
from rowlock.server.web.frames import MOST_FRAMES
from rowlock.server.web.limits import MOST_MESSAGE
from server.people import PATIENCE, Arrive, Person
from server.sockets import serving

NO_FRAMES = {
    "too large": (b"\x81\xff" + struct.pack("!Q", MOST_MESSAGE + 1) + bytes(4), 1009),
    "unmasked": (b"\x81\x02hi", 1002),
    "a reserved bit": (b"\xf1\x82" + bytes(4) + b"hi", 1002),
    "an unknown kind": (b"\x83\x82" + bytes(4) + b"hi", 1002),
    "a long ping": (b"\x89\xfe" + struct.pack("!H", 200) + bytes(204), 1002),
    "the end of nothing": (b"\x80\x80" + bytes(4), 1002),
    "no letters": (Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), 1007),
    "half a letter": (Frame(Opcode.TEXT, b'"\xc5').serialize(mask=True), 1007),
}
IDLE = {
    "pings": Frame(Opcode.PING, b"x" * 125),
    "pongs": Frame(Opcode.PONG, b""),
    "parts": Frame(Opcode.CONT, b"", fin=False),
}
"""Frames that are right and bring no message."""


class Peer:
    """Somebody at the other end of a socket who sends bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def receive(self) -> tuple[int, bytes]:
        """The kind and the content of the next frame."""
        kind, length = await self._read(2)
        if length >= 126:
            length = int.from_bytes(await self._read(2 if length == 126 else 8))
        return kind & 15, await self._read(length)

    async def closed(self) -> tuple[int, str]:
        """The code and the reason that the socket is closed with."""
        while True:
            kind, content = await self.receive()
            if kind == Opcode.CLOSE:
                return int.from_bytes(content[:2]), content[2:].decode()

    async def _read(self, count: int) -> bytes:
        return await asyncio.wait_for(self._reader.readexactly(count), PATIENCE)


@asynccontextmanager
async def peer(address: str, path: str = "/", cookie: str = "") -> AsyncIterator[Peer]:
    """A socket that was opened as it should be."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    key = base64.b64encode(bytes(16)).decode()
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {address}\r\nCookie: {cookie}\r\n"
    )
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    writer.write(f"{head}{upgrade}Sec-WebSocket-Key: {key}\r\n\r\n".encode())
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    try:
        yield Peer(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def seated(person: Person, code: str) -> AsyncIterator[Peer]:
    path = f"/api/tables/{code}/socket"
    async with peer(person.address, path, person.cookie or "") as one:
        yield one


def rename(name: str) -> bytes:
    ask = json.dumps({"type": "rename", "seat": 1, "name": name})
    return Frame(Opcode.TEXT, ask.encode()).serialize(mask=True)


async def is_content(server: Server, person: Person, code: str) -> None:
    """The table goes on, and the server has nothing to complain about."""
    async with person.at(code) as page:
        view = await page.done(asks.Rename(seat=1, name="Ann again"))
        assert view.seats[0].name == "Ann again"
    assert server.complaints == [], server.output


@pytest.mark.parametrize("wrong", NO_FRAMES)
async def test_what_is_no_frame_ends_its_socket_and_is_no_fault_of_ours(
    wrong: str, arrive: Arrive, server: Server
) -> None:
    data, code = NO_FRAMES[wrong]
    ann = arrive()
    table = ann.create()
    # At once a view is on its way, and after a name was changed another.
    async with seated(ann, table) as early, seated(ann, table) as late:
        early.send(data)
        assert (await early.closed())[0] == code
        await late.receive()
        for attempt in range(5):
            late.send(rename(f"Ann {attempt}"))
            await asyncio.sleep(0)
        late.send(data)
        assert (await late.closed())[0] == code
    await is_content(server, ann, table)


async def test_random_bytes_are_no_fault_of_ours(arrive: Arrive, server: Server) -> None:
    rng = Random(1)
    ann = arrive()
    for _ in range(3):
        # A seat can be renamed only so often.
        table = ann.create()
        async with ann.at(table) as page:
            for attempt in range(20):
                async with seated(ann, table) as one:
                    one.send(rename(f"Eve {attempt}"))
                    begun = rng.choice((b"", b"\x81\x80", b"\x89\x85", b"\x80\xfe"))
                    one.send(begun + rng.randbytes(40))
                    if attempt % 2:
                        await one.receive()
                    await page.done(asks.Rename(seat=1, name=f"Ann {attempt}"))
        await is_content(server, ann, table)


@pytest.mark.parametrize("kind", IDLE)
async def test_frames_without_messages_are_taken_to_a_limit(
    kind: str, arrive: Arrive, server: Server
) -> None:
    ann = arrive()
    table = ann.create()
    # A part is one only after a beginning.
    begin = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) if kind == "parts" else b""
    async with seated(ann, table) as one, seated(ann, table) as other:
        one.send(begin + IDLE[kind].serialize(mask=True) * (MOST_FRAMES + 1))
        assert await one.closed() == (4400, "too-many-messages")
        other.send(begin + IDLE[kind].serialize(mask=True) * (MOST_FRAMES - 1))
        if kind == "parts":
            other.send(Frame(Opcode.CONT, b"{}").serialize(mask=True))
        else:
            other.send(rename("Bea"))
        while True:
            opcode, content = await other.receive()
            if opcode == Opcode.TEXT and (b'"refused"' in content or b'"done"' in content):
                break
    await is_content(server, ann, table)


async def test_who_takes_nothing_is_cut_off_when_pings_stay_unanswered() -> None:
    ended = asyncio.Event()

    async def tells_on(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "x" * 1_000_000})
        except ClientDisconnected:
            ended.set()

    quick = {"ws_ping_interval": 0.1, "ws_ping_timeout": 0.1}
    async with serving(tells_on, **quick) as (address, state), peer(address):
        await asyncio.wait_for(ended.wait(), PATIENCE)
        assert not state.connections


async def test_who_takes_nothing_cannot_keep_what_was_the_last_word() -> None:
    async def tells_much(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "x" * 50_000_000})

    async with serving(tells_much) as (address, state), peer(address) as one:
        assert len(state.connections) == 1
        async with asyncio.timeout(PATIENCE):
            while state.connections:
                await asyncio.sleep(0.01)
        one.writer.transport.abort()


async def test_who_leaves_before_they_are_refused_is_no_fault_of_ours(
    arrive: Arrive, server: Server
) -> None:
    ann = arrive()
    table = ann.create()
    for _ in range(20):
        async with seated(ann, "BBBBBB"):
            pass
    await is_content(server, ann, table)
