"""People who play, with and without a crowd of slow connections from another address.

The two take turns on one server with its usual limits. Prints Markdown, as it stands in
BENCHMARKS.md. Run it as a module: `python -m benchmarks.load.slow`.
"""

import argparse
import asyncio
import itertools
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.load.driver import Driver
from benchmarks.load.measure import Effort, Measurement, Played, watched
from benchmarks.load.servers import CLIENT_CORE, SERVER_CORE, pin, rowlock
from benchmarks.load.tables import Pair

SLOW_SOURCE = "127.0.0.1"
HEAD = (
    "| beside | moves a second | p50 | p95 | p99 | server's core | stolen by the host "
    "| connections that came |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)


def main() -> None:
    """Measure and print all."""
    asked = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    pin(CLIENT_CORE)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'rowlock.db'}"
        with rowlock(Path(folder), database, SERVER_CORE, limits="on") as server:
            sources = (f"127.0.1.{number}" for number in itertools.count(1))

            def pair(hosts: tuple[str, str], driver: Driver) -> Pair:
                # Limits are per address, and these people are not one home.
                return Pair(hosts, driver, next(sources))

            measurement = Measurement([server], None, pair, asked.people)
            effort = Effort(asked.seconds, asked.people, (asked.rate,))
            turns = take_turns(measurement, effort, server.host, asked.slow, asked.turns)
            print(HEAD)
            asyncio.run(watched(turns))


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What is asked for, by the command line if by nothing else."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.slow")
    parser.add_argument("--people", type=int, default=100, help="who play, up to 500")
    parser.add_argument("--slow", type=int, default=1000, help="slow connections")
    parser.add_argument("--rate", type=int, default=100, help="moves a second of all people")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each turn")
    parser.add_argument("--turns", type=int, default=3, help="with and without the slow ones")
    return parser.parse_args(arguments)


async def take_turns(
    measurement: Measurement, effort: Effort, host: str, slow: int, turns: int
) -> None:
    """Let people play without the crowd and with it, again and again."""
    (rate,) = effort.rates
    await measurement.come()
    await measurement.play(rate, effort._replace(seconds=effort.seconds / 3))
    for _ in range(turns):
        await measurement.rest()
        print(row("nobody", await measurement.play(rate, effort), 0), flush=True)
        await measurement.rest()
        async with crowd(host, slow) as came:
            played = await measurement.play(rate, effort)
        print(row(f"{slow:,} slow connections", played, came[0]), flush=True)
    await measurement.rest()
    measurement.leave()


@asynccontextmanager
async def crowd(host: str, slow: int) -> AsyncIterator[list[int]]:
    """So many slow connections. Afterwards the list has the number of all that there were."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.load.crowd", host, SLOW_SOURCE, str(slow)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    came: list[int] = []
    if not await process.stdout.readline():
        raise SystemExit(f"the slow connections ended with {await process.wait()}")
    try:
        yield came
    finally:
        if process.returncode is None:
            process.terminate()
        came.append(int(await process.stdout.read() or b"0"))
        await process.wait()


def row(beside: str, played: Played, came: int) -> str:
    """A row of the table."""
    waits = " | ".join(f"{1000 * wait:.0f} ms" for wait in played.waits)
    shown = f"{came:,}" if came else ""
    shares = f"{played.server_share:.0%} | {played.host_share:.0%}"
    return f"| {beside} | {played.moves:,.0f} | {waits} | {shares} | {shown} |"


if __name__ == "__main__":
    main()
