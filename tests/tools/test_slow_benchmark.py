"""The benchmark with slow connections: they come back, and people are measured beside them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.load.crowd import BEGINNINGS, Crowd
from benchmarks.load.measure import Played
from benchmarks.load.slow import HEAD, parse, row

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0


def test_nothing_need_be_given() -> None:
    asked = parse([])
    assert (asked.people, asked.slow, asked.rate) == (100, 1000, 100)


def test_a_row_has_what_the_head_says() -> None:
    played = Played(
        100, 500, 499.6, (499.6,), (0.004, 0.009, 0.0204), 0.0, 0.0, 0.451, 0.0, 0.07, 3
    )
    assert row("nobody", played, 0) == "| nobody | 500 | 4 ms | 9 ms | 20 ms | 45% | 7% |  |"
    assert row("a crowd", played, 1234).count("|") == HEAD.splitlines()[0].count("|")


def test_slow_connections_come_back() -> None:
    asyncio.run(cut_again_and_again())


async def cut_again_and_again() -> None:
    heard: list[bytes] = []

    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(1000) if heard else b"")
        writer.transport.abort()

    server = await asyncio.start_server(cut, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    crowd = Crowd(host, "127.0.0.1")
    async with server, asyncio.timeout(PATIENCE):
        staying = asyncio.create_task(crowd.stay(1))
        while crowd.came < 3:
            await asyncio.sleep(0.01)
        staying.cancel()
    assert heard[1] == BEGINNINGS[1]


@pytest.mark.soak
def test_a_short_run_plays_with_and_without_them() -> None:
    command = (
        *(sys.executable, "-m", "benchmarks.load.slow", "--people", "10", "--slow", "40"),
        *("--seconds", "1", "--turns", "1", "--rate", "40"),
    )
    settings = {**os.environ, "ROWLOCK_WARM_UP": "off"}
    ran = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    alone, beside = (line.strip("| ").split(" | ") for line in ran.stdout.splitlines()[2:])
    assert (alone[0], beside[0]) == ("nobody", "40 slow connections")
    assert all(int(one[1]) > 0 for one in (alone, beside))
    assert int(beside[-1]) >= 40
