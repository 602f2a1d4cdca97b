"""Fuzzes servers of its own, one kind of trouble after the other, and says what came of it.

PYTHONPATH=.:tests:tools .venv/bin/python tools/fuzz.py [KIND ...] [--times N] [--seed N]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from browser.serving import Server
from server.bothering import faults, while_bothered
from server.clock_fuzz import play_by_wrong_clocks
from server.faults import is_expected
from server.full_disks import fuzz_full_disks
from server.fuzzing import fuzz, judged
from server.host_fuzz import fuzz_hosts

EACH = 800
TABLES = 4
STRANGERS = 20
PER_MESSAGE = 4
"""So many messages go to the tables for every connection of a stranger."""


Complaints = list[str]


class Run(NamedTuple):
    """What a kind gets: a folder of its own, how often, and the seed of its chance."""

    folder: Path
    times: int
    seed: int


class Kind(NamedTuple):
    """A kind of trouble: what there is of it, how much of that is usual, and how it is made."""

    what: str
    usual: int
    fuzz: Callable[[Run], Complaints]


@contextmanager
def serving(folder: Path, trusted_proxies: str = "") -> Iterator[Server]:
    """A server of its own."""
    server = Server(folder, trusted_proxies=trusted_proxies)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def messages(run: Run) -> Complaints:
    """Random and mutated messages to sockets, odd names among them; games go on to their end."""
    with serving(run.folder / "data") as server:
        answers = asyncio.run(fuzz(server.address, run.seed, run.times, EACH, TABLES))
    tell(answers)
    print(f"{judged(answers):8.1%} of them judged")
    print(f"{-(-answers.total() // EACH):8,} games played to their end")
    return server.complaints


def hosts(run: Run) -> Complaints:
    """Requests for random hosts, at a server by itself and at one behind a proxy."""
    complaints: Complaints = []
    for name, trusted in (("plain", ""), ("proxied", "127.0.0.1")):
        with serving(run.folder / name, trusted) as server:
            asked = fuzz_hosts(server, Random(run.seed), run.times // 2, bool(trusted))
            tell(asyncio.run(asked))
        complaints += server.complaints
    return complaints


def clocks(run: Run) -> Complaints:
    """Whole games by clocks that are set at random; whatever is wrong is raised."""
    for game in range(run.times):
        own = run.folder / str(game)
        own.mkdir()
        tell(asyncio.run(play_by_wrong_clocks(own, Random(f"{run.seed} {game}"))))
    return []


def disks(run: Run) -> Complaints:
    """The same messages while the disk is full now and then."""
    with serving(run.folder / "data") as server:
        tell(asyncio.run(fuzz_full_disks(server, Random(run.seed), run.times)))
    return [line for line in server.complaints if not tells_of_it(line)]


def slow(run: Run) -> Complaints:
    """Connections of strangers that are slow, broken or left, beside messages to tables."""
    with serving(run.folder / "data") as server:
        fired = fuzz(server.address, run.seed, run.times * PER_MESSAGE, EACH, TABLES)
        rng = Random(run.seed)
        work = while_bothered(fired, server.address, rng, STRANGERS, run.times)
        answers, ends = asyncio.run(work)
    tell(answers)
    tell(ends)
    return faults(server.complaints)


KINDS: dict[str, Kind] = {
    "messages": Kind("messages on sockets", 100_000, messages),
    "hosts": Kind("requests for odd hosts", 6_000, hosts),
    "clocks": Kind("games by wrong clocks", 10, clocks),
    "slow": Kind("slow and broken connections", 5_000, slow),
    "disks": Kind("messages while the disk is full", 10_000, disks),
}


def main() -> int:
    """Fuzz, and tell; a server that complained is a failure."""
    asked = parse()
    complaints: Complaints = []
    for name in asked.kinds or KINDS:
        kind = KINDS[name]
        times = asked.times or kind.usual
        print(f"== {times:,} {kind.what}", flush=True)
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            complaints += kind.fuzz(Run(Path(folder), times, asked.seed))
        print(f"{time.monotonic() - began:8.0f} seconds", flush=True)
    print("\n".join(complaints) or "the servers had nothing to complain about")
    return 1 if complaints else 0


def parse() -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser()
    kinds = ", ".join(KINDS)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{kinds}; all if none is given")
    parser.add_argument("--times", type=int, help="how many, instead of what is usual for a kind")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if unknown := [kind for kind in asked.kinds if kind not in KINDS]:
        parser.error(f"there is no kind {unknown[0]}; there are {kinds}")
    return asked


def tell(answers: Counter[str]) -> None:
    """What came back, by its code."""
    for code, count in answers.most_common():
        print(f"{count:8,} {code}")


def tells_of_it(line: str) -> bool:
    """Whether a line of the log says that a disk was full, or is no longer."""
    return is_expected(line) or "the games can be written again" in line


if __name__ == "__main__":
    sys.exit(main())
