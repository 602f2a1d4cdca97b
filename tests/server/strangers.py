"""Strangers with connections of their own: slow, silent or broken ones, from wherever they say."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit


class Stranger:
    """Somebody who sends bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def answer(self) -> int:
        """The status of the next answer, after its whole head and body."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = [line for line in head.lower().splitlines() if line.startswith(b"content-length")]
        await self.reader.readexactly(int(length[0].split()[1]) if length else 0)
        return int(head.split()[1])

    async def gone(self) -> bytes:
        """Wait until the server has ended it; what it said before that."""
        try:
            return await self.reader.read()
        except ConnectionError:
            return b""


@asynccontextmanager
async def stranger(address: str, source: str = "127.0.0.1") -> AsyncIterator[Stranger]:
    """A connection from there."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(
        place.hostname, place.port, local_addr=(source, 0)
    )
    try:
        yield Stranger(reader, writer)
    finally:
        writer.transport.abort()


def silent(address: str, source: str, count: int) -> list[socket.socket]:
    """So many connections from there that say nothing."""
    place = urlsplit(address)
    return [
        socket.create_connection((place.hostname, place.port), source_address=(source, 0))
        for _ in range(count)
    ]


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not ended it."""
    connection.setblocking(False)
    try:
        while connection.recv(4096):
            pass
    except BlockingIOError:
        return True
    except ConnectionError:
        pass
    return False
