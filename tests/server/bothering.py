"""Strangers who bother a server while people play: connections that are slow, broken, or left."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable
from itertools import pairwise
from random import Random
from typing import TypeVar

from server.strangers import stranger

T = TypeVar("T")

SOURCE = "127.0.0.2"
TO_BE_EXPECTED = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""What a server may say of strangers; all else it says is a fault of its own."""

LONGEST = 2.5
"""How many seconds a stranger waits for the end at most."""

HOST = b" HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SENT = (
    b"GET /" + HOST + b"\r\n",
    b"GET /api/here" + HOST + b"Connection: close\r\n\r\n",
    b"GET /health" + HOST + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"POST /api/tables" + HOST + b"Content-Length: 20\r\n\r\n{'variant': 'longo'}",
    b"POST /api/tokens" + HOST + b"Transfer-Encoding: chunked\r\n\r\n4\r\nnull\r\n0\r\n\r\n",
    b"POST /api/tables" + HOST + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    b"GET /api/tables/BBBBBB/socket" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    b"\x81\x82\0\0\0\0{}",
)


def something(rng: Random) -> bytes:
    """What a stranger sends: all or some of a request, damaged, several times, or nothing of it."""
    data = bytearray(rng.choice(SENT))
    how = rng.randrange(6)
    if how == 0:
        return bytes(data)
    if how == 1:
        return bytes(data * rng.randrange(2, 5))
    if how == 2:
        return rng.randbytes(rng.randrange(200))
    if how == 3:
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.randrange(len(data) + 1)])


def in_pieces(data: bytes, rng: Random) -> list[bytes]:
    """The same, as it may arrive."""
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(4)))
    return [data[begin:end] for begin, end in pairwise((0, *cuts, len(data)))]


async def bother(address: str, rng: Random) -> str:
    """One connection, and how it ended."""
    async with stranger(address, SOURCE) as one:
        for piece in in_pieces(something(rng), rng):
            one.send(piece)
            await asyncio.sleep(rng.random() / 100)
        if rng.random() < 0.3:
            return "left"
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(one.gone(), LONGEST * rng.random())
            return "closed by the server"
        return "left after a while"


async def while_bothered(
    work: Awaitable[T], address: str, rng: Random, together: int, least: int
) -> tuple[T, Counter[str]]:
    """Do this while so many strangers at a time bother the server, at least so often; and how
    their connections ended."""
    ends: Counter[str] = Counter()
    working = asyncio.ensure_future(work)

    async def bother_on(own: Random) -> None:
        while not working.done() or ends.total() < least:
            try:
                ends[await bother(address, own)] += 1
            except OSError:
                ends["not let in"] += 1

    async with asyncio.TaskGroup() as group:
        for _ in range(together):
            group.create_task(bother_on(Random(rng.random())))
    return await working, ends


def faults(complaints: list[str]) -> list[str]:
    """What a server had to complain about, other than strangers."""
    return [line for line in complaints if not any(said in line for said in TO_BE_EXPECTED)]
