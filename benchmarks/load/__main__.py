"""Moves a second, how soon everybody sees them, and memory: Rowlock beside boardgame.io.

Prints Markdown, as it stands in BENCHMARKS.md. Run it as a module: `python -m benchmarks.load`.
"""

import argparse
import contextlib
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.load.database import Database, postgresql
from benchmarks.load.measure import Effort, Idle, MakePlayers, Played, measure
from benchmarks.load.rival import Match
from benchmarks.load.servers import CLIENT_CORE, SERVER_CORE, Server, boardgame_io, pin, rowlock
from benchmarks.load.tables import Pair

WHAT = ("sqlite", "postgresql", "two", "two-apart", "boardgame.io")
"""What is measured: `two` are two processes on PostgreSQL, `two-apart` the same with the people of
each table at different ones."""
PLAYED = (
    "| server | connections | rate | moves a second | p50 | p95 | p99 | server, a move "
    "| database, a move | server's core | client's core |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
)
PROCESSES = (
    "| servers | connections | rate | by that with a core of its own | by the other |\n"
    "|---|---:|---:|---:|---:|"
)
IDLE = "| server | idle connections | before | with them | each |\n|---|---:|---:|---:|---:|"


def main() -> None:
    """Measure and print all."""
    asked = parse()
    # Whoever ends it early ends the servers too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    effort = Effort(asked.seconds, asked.under_way, tuple(asked.rates))
    pin(CLIENT_CORE)
    memory: list[str] = []
    processes: list[str] = []
    print(PLAYED)
    for what in asked.what:
        for connections in asked.connections:
            with serving(what, asked.python, asked.pace) as (servers, database):
                make: MakePlayers = Match if what == "boardgame.io" else Pair
                apart = what == "two-apart"
                idle, played = measure(servers, database, make, connections, effort, apart)
            memory.append(idle_row(what, idle))
            for row in played_rows(what, played):
                print(row, flush=True)
            if len(servers) > 1:
                processes += process_rows(what, played)
    print("", IDLE, *memory, sep="\n")
    if processes:
        print("", PROCESSES, *processes, sep="\n")


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What is asked for, by the command line if by nothing else."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("what", nargs="*", type=server_named, default=WHAT, help=", ".join(WHAT))
    parser.add_argument("--connections", type=int, nargs="+", default=[100, 1000, 5000])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run")
    parser.add_argument("--under-way", type=int, default=64, help="moves at a server at most")
    parser.add_argument("--python", default=sys.executable, help="that Rowlock runs by")
    parser.add_argument("--pace", type=float, default=0.0, help="of Rowlock: 1 is what people have")
    parser.add_argument("--rates", type=int, nargs="*", default=[500, 1000], help="moves a second")
    return parser.parse_args(arguments)


def server_named(name: str) -> str:
    """One of the servers. (Python 3.11 takes `choices` to forbid the default.)"""
    if name not in WHAT:
        raise argparse.ArgumentTypeError(f"there is no {name}; there are {', '.join(WHAT)}")
    return name


@contextlib.contextmanager
def serving(what: str, python: str, pace: float) -> Iterator[tuple[list[Server], Database | None]]:
    """The servers to be measured, and their database where it is another process."""
    with contextlib.ExitStack() as stack:
        if what == "boardgame.io":
            yield [stack.enter_context(boardgame_io())], None
            return
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = None if what == "sqlite" else stack.enter_context(postgresql())
        address = database.address if database else f"sqlite:///{folder / 'rowlock.db'}"
        cores = (SERVER_CORE, CLIENT_CORE) if what.startswith("two") else (SERVER_CORE,)
        servers = [
            stack.enter_context(rowlock(folder, address, core, python, pace)) for core in cores
        ]
        yield servers, database


def played_rows(what: str, all_played: Sequence[Played]) -> Iterable[str]:
    """The rows of the table of moves."""
    for played in all_played:
        waits = " | ".join(f"{1000 * wait:.0f} ms" for wait in played.waits)
        yield (
            f"| {what} | {played.connections:,} | {played.rate or 'flat out'} "
            f"| {played.moves:,.0f} | {waits} | {1e6 * played.work:,.0f} µs "
            f"| {1e6 * played.database_work:,.0f} µs "
            f"| {played.server_share:.0%} | {played.client_share:.0%} |"
        )


def process_rows(what: str, all_played: Sequence[Played]) -> Iterable[str]:
    """The rows of the table of what each of two processes did."""
    for played in all_played:
        each = " | ".join(f"{moves:,.0f}" for moves in played.moves_of_each)
        yield f"| {what} | {played.connections:,} | {played.rate or 'flat out'} | {each} |"


def idle_row(what: str, idle: Idle) -> str:
    """A row of the table of memory."""
    each = (idle.after - idle.before) / idle.connections
    return (
        f"| {what} | {idle.connections:,} | {idle.before / 1e6:,.0f} MB "
        f"| {idle.after / 1e6:,.0f} MB | {each / 1e3:.0f} kB |"
    )


if __name__ == "__main__":
    main()
