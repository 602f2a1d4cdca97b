"""Garbage that strangers send makes a line a minute in the log, not one each."""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from browser.serving import Server
from server.people import PATIENCE
from server.strangers import Stranger, stranger

Send = Callable[[Stranger], Awaitable[None]]

NETWORK = re.compile(r"network=(\S+)")
COUNT = re.compile(r"count=(\d+)")
HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SECRET = b"hush-7c1f"


async def nonsense(one: Stranger) -> None:
    one.send(SECRET + b"\x16\x03\r\n\r\n")
    await one.gone()


async def other_upgrade(one: Stranger) -> None:
    one.send(HEAD + b"Connection: Upgrade\r\nUpgrade: " + SECRET + b"\r\n\r\n")
    assert await one.answer() == 200


async def chunk_that_is_none(one: Stranger) -> None:
    one.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + SECRET + b"\r\n")
    await one.gone()


async def late_chunk_that_is_none(one: Stranger) -> None:
    one.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    assert await one.answer() == 200
    one.send(SECRET + b"\r\n")
    await one.gone()


INVALID, UPGRADE = "Invalid HTTP request received.", "Unsupported upgrade request."
GARBAGE: dict[Send, str] = {
    nonsense: INVALID,
    other_upgrade: UPGRADE,
    chunk_that_is_none: INVALID,
    late_chunk_that_is_none: INVALID,
}
SOURCES = {"127.0.0.9": "127.0.0.0/24", "127.0.7.9": "127.0.7.0/24"}


async def send_garbage(address: str, each: int) -> Counter[tuple[str, str]]:
    """So many of each kind; the lines that they would make, by kind and network."""
    sent: Counter[tuple[str, str]] = Counter()

    async def send(source: str, kind: Send) -> None:
        for _ in range(each):
            async with stranger(address, source) as one:
                await kind(one)
            sent[GARBAGE[kind], SOURCES[source]] += 1

    async with asyncio.TaskGroup() as group:
        for source in SOURCES:
            for kind in GARBAGE:
                group.create_task(send(source, kind))
    return sent


def told(text: str) -> list[tuple[str, str, int]]:
    """The lines of the log about such requests: kind, network, count."""
    found = []
    for line in text.splitlines():
        kind = next((one for one in (INVALID, UPGRADE) if one in line), "")
        if kind:
            network, count = NETWORK.search(line), COUNT.search(line)
            found.append((kind, network[1] if network else "", int(count[1]) if count else 1))
    return found


@pytest.mark.parametrize("each", [30, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.skipif(sys.platform == "darwin", reason="only 127.0.0.1 can be come from there")
async def test_garbage_from_two_networks_is_few_lines_whose_counts_add_up(
    each: int, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data")
    server.start()
    try:
        async with asyncio.timeout(10 * PATIENCE):
            sent = await send_garbage(server.address, each)
        assert sent.total() == 8 * each
        lines = told(server.output)
        assert len(lines) <= 2 * len(sent), "one of each, or two if a minute has ended meanwhile"
    finally:
        server.stop()
    counted: Counter[tuple[str, str]] = Counter()
    for kind, network, count in told(server.output):
        counted[kind, network] += count
    assert counted == sent
    text = server.output
    assert not any(said in text for said in ("Traceback", "ERROR", SECRET.decode(), *SOURCES))
