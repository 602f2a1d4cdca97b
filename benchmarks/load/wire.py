"""A WebSocket client for thousands of connections: text frames, no extensions, nothing else."""

import asyncio
from collections.abc import Callable

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
NO_MASK = b"\0\0\0\0"
"""A client has to mask what it sends; with this mask it stays as it is."""


class Broken(Exception):
    """The server has refused a connection, or said what was not expected."""


class Socket(asyncio.Protocol):
    """One connection. `take` gets every text; `lost` is called if the server ends it."""

    def __init__(self, take: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._take = take
        self._lost = lost
        self._rest = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, _exc: Exception | None) -> None:
        self._transport = None
        self._lost()

    def greet(self, host: str, path: str, more: str) -> None:
        """Ask for a WebSocket."""
        assert self._transport is not None
        self._transport.write(HANDSHAKE.format(host=host, path=path, more=more).encode())

    def send(self, text: bytes) -> None:
        """Send a text; one to a connection that is gone is lost, as everywhere."""
        self._frame(TEXT, text)

    def close(self) -> None:
        """Leave."""
        self._lost = _nothing
        if self._transport is not None:
            self._frame(CLOSE, b"\x03\xe8")
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        if not self._open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise Broken(data[:200].decode(errors="replace"))
            self._open = True
        self._rest = data[self._frames(data, at) :]

    def _frames(self, data: bytes, at: int) -> int:
        """Take all whole frames; where the first that is not whole begins."""
        end = len(data)
        while end - at >= 2:
            kind, length, body = data[at], data[at + 1], at + 2
            if length >= 126:
                size = 2 if length == 126 else 8
                body += size
                if body > end:
                    break
                length = int.from_bytes(data[body - size : body])
            if body + length > end:
                break
            at = body + length
            self._got(kind, data[body:at])
        return at

    def _got(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self._take(body)
        elif kind == PING:
            self._frame(PONG, body)
        elif kind == CLOSE:
            raise Broken(f"the server closes: {body!r}")

    def _frame(self, kind: int, body: bytes) -> None:
        if self._transport is None:
            return
        size = len(body)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2)
        self._transport.write(head + NO_MASK + body)


def _nothing() -> None:
    """What follows when a connection that was left is gone."""
