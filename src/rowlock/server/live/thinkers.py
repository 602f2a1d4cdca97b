"""Where bots think: a few threads that all tables share."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Self

from rowlock.bots import warm_up
from rowlock.kernels.cores import all_cores
from rowlock.rules import Move
from rowlock.server import meters
from rowlock.server.live.buckets import Buckets

Work = Callable[[], Move]
USUAL_THREADS = max(2, min(4, all_cores()))
"""As many as there are cores, up to four; at least two, so that no bot has all of them."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class _Job:
    table: str
    payer: str
    work: Work
    answer: asyncio.Future[Move]


class Thinkers:
    """Threads in which bots think, handed out fairly: the table that has fewest of them is next,
    and none takes the last free one if it has another already. Those go first whose `budget` of
    seconds is not spent; the others still think, as well as ever, when nobody else wants to.

    Only one event loop may use it. Its threads are daemons, because a process that ends waits for
    those of an executor, and so for every bot.
    """

    def __init__(self, threads: int = USUAL_THREADS, budget: Buckets | None = None) -> None:
        self._threads = threads
        self._budget = Buckets(0, 1.0) if budget is None else budget
        self._waiting: list[_Job] = []
        self._busy: Counter[str] = Counter()
        self._begun: SimpleQueue[_Job | None] = SimpleQueue()

    def __enter__(self) -> Self:
        for number in range(self._threads):
            Thread(target=self._work, name=f"thinker_{number}", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Thinking is cut off: nothing more is begun, and nobody waits for what was."""
        for job in self._waiting:
            job.answer.cancel()
        for _thread in range(self._threads):
            self._begun.put(None)

    def think(self, table: str, work: Work, payers: Iterable[str] = ()) -> asyncio.Future[Move]:
        """The answer to come from work that a thread does for a table. If it is cancelled, work
        that has not begun never does, and what comes of the rest is dropped. Whichever payer has
        most left pays for it, or the table itself, if nobody is known to."""
        payer = max(payers, key=self._budget.share_left, default=table)
        job = _Job(table, payer, work, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._begin()
        return job.answer

    def _begin(self) -> None:
        self._waiting = [job for job in self._waiting if not job.answer.done()]
        while (job := self._next()) is not None:
            self._waiting.remove(job)
            self._busy[job.table] += 1
            self._begun.put(job)
        meters.THOUGHTS_WAITING.set(len(self._waiting))

    def _next(self) -> _Job | None:
        free = self._threads - self._busy.total()
        spare = free - 1 if self._threads > 1 else free
        ready = [job for job in self._waiting if (spare if self._busy[job.table] else free) > 0]
        return min(ready, key=self._rank, default=None)

    def _rank(self, job: _Job) -> tuple[bool, int]:
        return self._budget.share_left(job.payer) < 0, self._busy[job.table]

    def _work(self) -> None:
        while (job := self._begun.get()) is not None:
            began = time.thread_time()
            try:
                tell = partial(job.answer.set_result, job.work())
            except Exception as error:
                tell = partial(job.answer.set_exception, error)
            seconds = time.thread_time() - began
            # The loop is closed when a bot thinks longer than the server runs.
            with contextlib.suppress(RuntimeError):
                job.answer.get_loop().call_soon_threadsafe(self._end, job, tell, seconds)

    def _end(self, job: _Job, tell: Callable[[], None], seconds: float) -> None:
        self._busy -= Counter([job.table])
        self._budget.spend(job.payer, seconds)
        meters.THINKING_SECONDS.observe(seconds)
        if not job.answer.done():
            tell()
        self._begin()


def start_warm_up() -> Thread:
    """Has the bots loaded in the background, so that nobody waits for it at the first move."""
    thread = Thread(target=_warm_up, name="warm-up", daemon=True)
    thread.start()
    return thread


def _warm_up() -> None:
    try:
        warm_up()
    except Exception:
        _log.exception("the bots could not be loaded ahead: the first moves may take longer")
