"""A reverse proxy as a site has one: it hands everything below a path on to a server."""

import asyncio
from contextlib import suppress
from threading import Thread
from typing import Self

END_OF_HEAD = b"\r\n\r\n"


class Proxy:
    """Listens on a port of its own, in a thread of its own. With `strip` the server is asked
    without the path; what is not below it is answered by the proxy, as by the rest of a site."""

    def __init__(self, server_port: int, path: str, *, strip: bool) -> None:
        self.port = 0
        self._server_port = server_port
        self._path = path.encode()
        self._strip = strip
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)

    @property
    def origin(self) -> str:
        """What a browser opens, before the path."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._listener = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        ).result()
        self.port = int(self._listener.sockets[0].getsockname()[1])
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        self._listener.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, or one socket, a connection: enough for a test."""
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(END_OF_HEAD)
            asked = self._handed_on(head)
            if asked is None:
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nelsewhere")
            else:
                await self._hand_on(asked, reader, writer)
        writer.close()

    async def _hand_on(
        self, asked: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
        to_server.write(asked)
        ways = [
            asyncio.create_task(_pump(reader, to_server)),
            asyncio.create_task(_pump(from_server, writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            to_server.close()

    def _handed_on(self, head: bytes) -> bytes | None:
        """The request as the server gets it; None if it is not for the server."""
        first, *lines = head.removesuffix(END_OF_HEAD).split(b"\r\n")
        method, target, version = first.split(b" ")
        if not (target + b"/").startswith(self._path + b"/"):
            return None
        if self._strip:
            target = target.removeprefix(self._path) or b"/"
        is_socket = any(line.lower().startswith(b"upgrade:") for line in lines)
        if not is_socket:
            lines = [line for line in lines if not line.lower().startswith(b"connection:")]
            lines.append(b"Connection: close")
        forwarded = [
            b"X-Forwarded-For: 198.51.100.7",
            b"X-Forwarded-Proto: http",
            b"X-Forwarded-Host: " + self.origin.removeprefix("http://").encode(),
        ]
        lines = [line for line in lines if not line.lower().startswith(b"host:")]
        host = b"Host: 127.0.0.1:%d" % self._server_port
        whole = [b" ".join([method, target, version]), host, *lines, *forwarded]
        return b"\r\n".join(whole) + END_OF_HEAD


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
