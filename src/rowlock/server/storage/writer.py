"""One writer that commits the events of many tables together.

A commit waits for the disk; sharing it is what makes many moves a second possible. Whoever
appends is told only after the commit.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import cached_property, partial

import msgspec

from rowlock.server import meters
from rowlock.server.messages.values import Value
from rowlock.server.storage.condition import Condition
from rowlock.server.storage.group import write
from rowlock.server.storage.losses import Unavailable, is_damaged, is_passing
from rowlock.server.storage.origins import UNKNOWN
from rowlock.server.storage.pens import Place, Row
from rowlock.server.storage.scribes import AnyScribe
from rowlock.server.tables.events import Kept

MOST_TOGETHER = 200

SECONDS_APART = 0.004
"""While many write, commits begin so far from each other at least: what comes meanwhile shares the
next one, which costs less, and nobody notices. Who writes alone is not kept waiting."""

PAUSES: tuple[float, ...] = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0, 2.0)
"""When the database is lost in a way that may pass, writing is tried again after each of these
pauses, in seconds."""

LONGEST = 6.0
"""After so many seconds it is not tried again, however long each try took."""

_encode = msgspec.json.encode


class Conflict(Exception):
    """Somebody else has written an event with this number, or the table is gone."""


class Append(Value, dict=True, gc=True):
    """Events of one table that follow each other, kept together or not at all, and what lists
    need to know about the table after them, if `listing` says that they need to; `holders` is None
    if they are the same as before. `origin` is where a new table was made, if it is to be listed.
    `beside` are the first events of a new table, which these lead to: they are kept with them."""

    code: str
    events: list[Kept]
    stage: str
    listed: bool
    holders: frozenset[str] | None
    listing: bool = True
    beside: "Append | None" = None
    origin: str = UNKNOWN

    @property
    def first(self) -> Place:
        """The place of the first event, which two writers may fight for."""
        return self.code, self.events[0].seq

    @cached_property
    def rows(self) -> list[Row]:
        """The events as rows of the database."""
        return [(self.code, kept.seq, kept.at, _encode(kept.event)) for kept in self.events]

    @property
    def card(self) -> dict[str, object]:
        """The table as a row of the database."""
        return {
            "code": self.code,
            "stage": self.stage,
            "listed": self.listed,
            "changed": self.events[-1].at,
            "origin": self.origin,
        }


class _Waiting:
    """An append whose writer has not said yet what became of it."""

    def __init__(self, append: Append) -> None:
        self.append = append
        self._error: Exception | None = None
        self._settled = asyncio.Event()

    def settle(self, error: Exception | None = None) -> None:
        """It is committed, or it has failed."""
        self._error = error
        self._settled.set()

    async def outcome(self) -> None:
        """Returns when it is committed; raises what it failed by. It cannot be called back, so who
        is cancelled meanwhile comes to know of it first and is cancelled at their next pause."""
        cancelled = None
        while not self._settled.is_set():
            try:
                await self._settled.wait()
            except asyncio.CancelledError:
                cancelled = asyncio.current_task()
        if cancelled is not None:
            cancelled.uncancel()
            cancelled.cancel()
        if self._error is not None:
            raise self._error


class Writer:
    """Takes appends and commits them in groups, in the order they came."""

    def __init__(self, scribe: AnyScribe) -> None:
        self.condition = Condition()
        self._scribe = scribe
        self._waiting: list[_Waiting] = []
        self._stirred = asyncio.Event()
        self._closing = False
        self._ended = False

    async def append(self, append: Append) -> None:
        """Returns when the events are committed; raises Conflict if they are not. Once begun it
        is carried through."""
        if self._ended:
            raise Unavailable
        waiting = _Waiting(append)
        self._waiting.append(waiting)
        self._stirred.set()
        await waiting.outcome()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is open appends are written; what was taken is written before it closes."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._closing = True
            self._stirred.set()
            await task

    async def _run(self) -> None:
        try:
            while self._waiting or not self._closing:
                await self._stirred.wait()
                group = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                if not self._waiting and not self._closing:
                    self._stirred.clear()
                if group:
                    began = time.monotonic()
                    await self._write(group)
                    if len(group) > 1:
                        await asyncio.sleep(max(0.0, began + SECONDS_APART - time.monotonic()))
        finally:
            self._ended = True
            _settle_all(self._waiting, Unavailable())

    async def _write(self, group: list[_Waiting], again: bool = False) -> None:
        try:
            won = await self._commit_at_last([waiting.append for waiting in group], again)
        except Exception as error:
            await self._fail(group, error)
            return
        except BaseException:
            _settle_all(group, Unavailable())
            raise
        for waiting in group:
            append = waiting.append
            is_kept = won.get(append.first) is append
            waiting.settle(None if is_kept else Conflict(f"table {append.code} has moved on"))

    async def _fail(self, group: list[_Waiting], error: Exception) -> None:
        """A group cannot be written."""
        if isinstance(error, Unavailable) and not is_damaged(error):
            # What has come meanwhile would meet the same, after waiting for as long.
            _settle_all([*group, *self._waiting], error)
            self._waiting.clear()
        elif len(group) == 1:
            _settle_all(group, error)
        else:
            # It may be due to one of them only: the others are written all the same.
            half = len(group) // 2
            await self._write(group[:half], again=True)
            await self._write(group[half:], again=True)

    async def _commit_at_last(self, appends: list[Append], again: bool) -> dict[Place, Append]:
        """Who won which place. A loss that may pass is waited for a while; what the database had
        committed before it could say so is found again."""
        given_up = time.monotonic() + LONGEST
        with self.condition.writing():
            for tried, pause in enumerate(PAUSES, start=1):
                await asyncio.sleep(pause)
                try:
                    return await self._commit(appends, again or tried > 1)
                except Exception as error:
                    late = tried == len(PAUSES) or time.monotonic() + PAUSES[tried] > given_up
                    if late or not is_passing(error):
                        raise
        raise Unavailable

    async def _commit(self, appends: list[Append], again: bool) -> dict[Place, Append]:
        with meters.COMMIT_SECONDS.time():
            won = await self._scribe.commit(partial(write, appends, again))
        meters.COMMIT_TABLES.observe(len(appends))
        meters.EVENTS.inc(sum(len(append.events) for append in won.values()))
        return won


def _settle_all(group: list[_Waiting], error: Exception) -> None:
    for waiting in group:
        waiting.settle(error)
