"""Traces a server while a game is played, and shows that what is acknowledged is on the disk first.

PYTHONPATH=.:tests:tools .venv/bin/python tools/traced.py sqlite|postgresql [MOVES]

Needs `strace`, and the right to trace processes.
"""

import asyncio
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg  # type: ignore[import-untyped]  # it comes without types
import psutil  # type: ignore[import-untyped]  # it comes without types
import traces
from traces import Call
from waldump import commits, holds

from browser.serving import Server
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.tells import Done
from server import databases
from server.people import Page, Person
from server.playing import any_move, to_choose

SHOWN, SETTLED = 3, 2.0
Find = Callable[[list[Call], int], Call]
"""The call that has written an event, by its number, and the commit it belongs to."""


class Order(NamedTuple):
    """How one choice was kept and acknowledged."""

    version: int
    wrote: Call
    synced: Call
    sent: Call

    @property
    def after(self) -> float:
        """How long after its sync began it was acknowledged, in milliseconds."""
        return 1000 * (self.sent.at - self.synced.at)

    def lines(self) -> Iterator[str]:
        """The calls as people read them, in milliseconds since the first."""
        yield f"version {self.version}"
        told = self.sent.data[self.sent.data.rindex(b'{"type":"done"') :].decode()
        for call, what in (
            (self.wrote, f"{len(self.wrote.data)} bytes"),
            (self.synced, "returns 0"),
            (self.sent, told),
        ):
            since = 1000 * (call.at - self.wrote.at)
            yield f"  {since:8.3f} ms  {call.name:9}  {Path(call.file).name}  {what}"


def order_of(calls: list[Call], answer: Done, find: Find) -> Order:
    """The write, its sync and the answer of one choice; in this order, or it is a fault."""
    said = f'{{"type":"done","n":{answer.n},"version":{answer.version}}}'.encode()
    sent = next(call for call in calls if said in call.data)
    wrote = find(calls, answer.version)
    synced = next((call for call in calls if is_sync(call, wrote)), None)
    assert synced is not None, f"version {answer.version} was never synced"
    assert synced.ended < sent.began, f"version {answer.version} was told before it was synced"
    return Order(answer.version, wrote, synced, sent)


def is_sync(call: Call, wrote: Call) -> bool:
    """Whether this call has brought to the disk what was written."""
    is_one = call.name in ("fdatasync", "fsync") and call.worked
    return is_one and call.file == wrote.file and wrote.ended < call.began


def finder_in_sqlite(code: str) -> Find:
    """Finds commits in the write-ahead log of SQLite. A frame is a header of 24 bytes and a page;
    a header says whether a commit ends with it. A row holds code, number, time and body."""

    def find(calls: list[Call], version: int) -> Call:
        number = version.to_bytes(1 if version < 128 else 2, "big")
        row = re.compile(re.escape(code.encode() + number) + rb".{8}\{\"type\":", re.DOTALL)
        written = [call for call in calls if call.name == "pwrite64" and "-wal" in call.file]
        first = next(place for place, call in enumerate(written) if row.search(call.data))
        frames = zip(written[first - 1 :: 2], written[first::2], strict=False)
        return next(page for header, page in frames if any(header.data[4:8]))

    return find


async def trace_sqlite(folder: Path, moves: int) -> list[Order]:
    server = Server(folder / "data")
    server.start()
    try:
        code, answers, calls = await play_traced(server, folder, moves, lambda: [server.pid])
    finally:
        server.stop()
    find = finder_in_sqlite(code)
    return [order_of(calls, answer, find) for answer in answers]


async def trace_postgres(folder: Path, moves: int) -> list[Order]:
    databases.use("postgresql")
    server = Server(folder / "data", databases.database_of(folder / "data"))
    server.start()
    database = await asyncpg.connect(server.database)
    try:
        postmaster = psutil.Process(databases.cluster().get_pid())

        def pids() -> list[int]:
            backends = [one.pid for one in postmaster.children(recursive=True)]
            return [server.pid, postmaster.pid, *backends]

        since = await database.fetchval("SELECT pg_current_wal_lsn()::text")
        code, answers, calls = await play_traced(server, folder, moves, pids)
        rows = await database.fetch("SELECT seq, xmin::text FROM events WHERE code = $1", code)
        until = await database.fetchval("SELECT pg_current_wal_flush_lsn()::text")
    finally:
        await database.close()
        server.stop()
    known = commits(databases.cluster(), since, until)
    writers = {seq: known[int(xmin)] for seq, xmin in rows if int(xmin) in known}

    def find(calls: list[Call], version: int) -> Call:
        commit = writers[version]
        written = (one for one in calls if one.name == "pwrite64" and commit.file in one.file)
        return next(one for one in written if holds(commit, one.offset, one.data))

    return [order_of(calls, answer, find) for answer in answers]


async def play_traced(
    server: Server, folder: Path, moves: int, pids: Callable[[], list[int]]
) -> tuple[str, list[Done], list[Call]]:
    """Choose so often at a table for two; its code, what was answered, and what was seen."""
    ann = Person(server.address)
    ann.get("/api/here")
    code = ann.create("original", "me me", start=True)
    output = folder / "trace"
    async with ann.at(code) as page:
        await page.until(lambda view: bool(to_choose(view)))
        with traced(pids(), output):
            answers = await play(page, moves, Random(1))
    return code, answers, traces.read_trace(output.read_text())


async def play(page: Page, moves: int, rng: Random) -> list[Done]:
    """Choose so often, or to the end of the game; what was answered when something was written."""
    answers: list[Done] = []
    while len(answers) < moves:
        view = await page.until(lambda view: bool(to_choose(view)) or view.stage == "over")
        if view.game is None or view.stage == "over":
            break
        own = to_choose(view)[0]
        move = any_move(own.moves, rng)
        answer = await page.ask(Choose(seat=own.seat, action=view.game.action, move=move))
        if isinstance(answer, Done) and answer.version > view.version:
            answers.append(answer)
    return answers


@contextmanager
def traced(pids: list[int], output: Path) -> Iterator[None]:
    """While this is open, these processes are traced with all their threads."""
    chosen = [f"--trace={','.join(traces.CALLS)}", f"--output={output}"]
    process = subprocess.Popen(
        ["strace", *traces.OPTIONS, *chosen, *(f"--attach={pid}" for pid in pids)],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = ""
    for _ in pids:
        said += process.stderr.readline()
    if said.count("attached") < len(pids):
        raise SystemExit(f"strace cannot trace processes here: {said}")
    # A process is traced from its next stop on, which strace does not tell of.
    time.sleep(SETTLED)
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


TRACERS = {"sqlite": trace_sqlite, "postgresql": trace_postgres}


def main(storage: str = "sqlite", moves: str = "40") -> None:
    """Trace, and tell."""
    with tempfile.TemporaryDirectory(prefix="rowlock-traced-") as folder:
        orders = asyncio.run(TRACERS[storage](Path(folder), int(moves)))
    for order in orders[:SHOWN]:
        print("\n".join(order.lines()))
    gap = statistics.median(order.after for order in orders)
    print(f"{storage}: {len(orders)} acknowledgements, each sent after the sync of its commit had")
    print(f"returned; the sync began {gap:.1f} ms before (median)")


if __name__ == "__main__":
    main(*sys.argv[1:])
