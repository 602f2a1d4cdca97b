"""Slow connections by the thousand, as a program: silent ones, halves, and one byte now and then.

They come back when they are cut. It tells on a line that all have come, and at its end how many
connections there were.
"""

import asyncio
import os
import signal
import sys

from rowlock.server.web.descriptors import raise_limit

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
BEGINNINGS = (b"", HEAD, HEAD + b"Content-Length: 9999\r\n\r\n{", HEAD + b"X: ")
"""Nothing, half a head, half a body, and a head that goes on a byte at a time."""

SECONDS_A_BYTE = 3.0
BACK_AFTER = 0.1


class Slow(asyncio.Protocol):
    """A connection that wants nothing."""

    def __init__(self, number: int) -> None:
        self._beginning = BEGINNINGS[number % len(BEGINNINGS)]
        self._drips = number % len(BEGINNINGS) == len(BEGINNINGS) - 1
        self._drip: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self.over = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._beginning)
        if self._drips:
            self._send_a_byte()

    def connection_lost(self, _exc: Exception | None) -> None:
        if self._drip is not None:
            self._drip.cancel()
        self.over.set()

    def _send_a_byte(self) -> None:
        assert self._transport is not None
        self._transport.write(b"x")
        self._drip = asyncio.get_running_loop().call_later(SECONDS_A_BYTE, self._send_a_byte)


class Crowd:
    """So many slow connections from one address."""

    def __init__(self, host: str, source: str) -> None:
        self._address, _, self._port = host.partition(":")
        self._source = source
        self.came = 0

    async def stay(self, number: int) -> None:
        """Be connected, again and again."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                _, slow = await loop.create_connection(
                    lambda: Slow(number),
                    self._address,
                    int(self._port),
                    local_addr=(self._source, 0),
                )
            except OSError:
                await asyncio.sleep(BACK_AFTER)
                continue
            self.came += 1
            await slow.over.wait()
            await asyncio.sleep(BACK_AFTER)


async def run(host: str, source: str, count: int) -> int:
    """Let them come and stay until a signal; how many connections there were."""
    crowd = Crowd(host, source)
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    staying = [asyncio.create_task(crowd.stay(number)) for number in range(count)]
    while crowd.came < count:
        await asyncio.sleep(BACK_AFTER)
    print("all have come", flush=True)
    await ended.wait()
    for task in staying:
        task.cancel()
    return crowd.came


if __name__ == "__main__":
    raise_limit()
    # It shares a core with the people who are measured, whose own computers it would not slow.
    os.nice(19)
    print(asyncio.run(run(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
