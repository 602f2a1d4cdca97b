"""Two versions of Rowlock under the same load, taking turns in the same minutes: how many moves a
second the new one makes for each of the old one's.

Prints Markdown. Run it as a module: `python -m benchmarks.load.turns REVISION`, where the old
version is a revision that git knows.
"""

import argparse
import asyncio
import contextlib
import io
import math
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.load.database import Database, postgresql
from benchmarks.load.measure import Effort, Measurement, Played, watched
from benchmarks.load.servers import CLIENT_CORE, SERVER_CORE, SOURCE, Server, pin, rowlock
from benchmarks.load.tables import Pair

from rowlock.arena.intervals import Estimate, critical_value

HEADER = (
    "| storage | connections | rounds | old, moves a second | new | new : old | 95 % interval "
    "| core a move, new : old | 95 % interval |\n|---|---:|---:|---:|---:|---:|---|---:|---|"
)
UNDER_WAY = 64


class Round(NamedTuple):
    """What both versions did, one right after the other."""

    old: Played
    new: Played


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load.turns")
    parser.add_argument("revision", help="of the old version, as git knows it")
    parser.add_argument("--storage", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=20, help="in each, both have a turn")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each turn")
    asked = parser.parse_args()
    effort = Effort(asked.seconds, UNDER_WAY, ())
    pin(CLIENT_CORE)
    print(HEADER)
    with tempfile.TemporaryDirectory() as folder:
        old = source_of(asked.revision, Path(folder))
        for storage in asked.storage:
            with both(storage, (old, SOURCE)) as places:
                measured = asyncio.run(
                    watched(take_turns(places, asked.connections, asked.rounds, effort))
                )
            print(row(storage, asked.connections, measured), flush=True)


def source_of(revision: str, folder: Path) -> Path:
    """The sources of a version, unpacked here."""
    found = subprocess.run(["git", "archive", revision, "src"], capture_output=True, check=False)
    if found.returncode:
        raise SystemExit(f"git has no sources of {revision}: {found.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


class Place(NamedTuple):
    """A server to be measured, and its database where it is another process."""

    server: Server
    database: Database | None


@contextlib.contextmanager
def both(storage: str, sources: Sequence[Path]) -> Iterator[list[Place]]:
    """A server for each version, all on the same core, each with a database of its own."""
    with contextlib.ExitStack() as stack:
        places: list[Place] = []
        for source in sources:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            database = None if storage == "sqlite" else stack.enter_context(postgresql())
            address = database.address if database else f"sqlite:///{folder / 'rowlock.db'}"
            started = rowlock(folder, address, SERVER_CORE, source=source)
            places.append(Place(stack.enter_context(started), database))
        yield places


async def take_turns(
    places: Sequence[Place], connections: int, rounds: int, effort: Effort
) -> list[Round]:
    """Let people come to both servers, then play at one while the other rests. Who begins a round
    changes from one to the next, so that neither has the better moment."""
    crowds = [Measurement([place.server], place.database, Pair, connections) for place in places]
    for crowd in crowds:
        await crowd.come()
        await crowd.play(None, effort)
        await crowd.rest()
    measured: list[Round] = []
    for number in range(rounds):
        turns: dict[int, Played] = {}
        for which in (0, 1) if number % 2 else (1, 0):
            turns[which] = await crowds[which].play(None, effort)
            await crowds[which].rest()
        measured.append(Round(turns[0], turns[1]))
        print(f"round {number + 1} of {rounds}", end="\r", file=sys.stderr, flush=True)
    for crowd in crowds:
        crowd.leave()
    return measured


def ratio(rounds: Sequence[Round], of: Callable[[Played], float]) -> Estimate:
    """New by old: the geometric mean over the rounds, with the interval of its logarithm."""
    logs = [math.log(of(one.new) / of(one.old)) for one in rounds]
    middle = fmean(logs)
    if len(logs) < 2:
        return Estimate(math.exp(middle))
    reach = critical_value(len(logs)) * stdev(logs) / math.sqrt(len(logs))
    return Estimate(math.exp(middle), math.exp(middle - reach), math.exp(middle + reach))


def row(storage: str, connections: int, rounds: Sequence[Round]) -> str:
    """A row of the table."""
    moves, work = ratio(rounds, lambda played: played.moves), ratio(rounds, lambda p: p.work)
    old, new = (fmean(side.moves for side in sides) for sides in zip(*rounds, strict=True))
    return (
        f"| {storage} | {connections:,} | {len(rounds)} | {old:,.0f} | {new:,.0f} "
        f"| {_shown(moves)} | {_shown(work)} |"
    )


def _shown(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.3f} | -"
    return f"{estimate.value:.3f} | {estimate.low:.3f} to {estimate.high:.3f}"


if __name__ == "__main__":
    main()
