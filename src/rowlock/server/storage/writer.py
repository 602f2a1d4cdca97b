"""One writer that commits the events of many tables together.

A commit waits for the disk; sharing it is what makes many moves a second possible. Whoever
appends is told only after the commit.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cached_property, partial

import msgspec

from rowlock.server import meters
from rowlock.server.storage.group import Place, Row, write
from rowlock.server.storage.losses import is_away, unavailable
from rowlock.server.storage.scribes import AnyScribe
from rowlock.server.tables.events import Kept

MOST_TOGETHER = 200

PAUSES: tuple[float, ...] = (0.0, 0.05, 0.2, 0.5, 1.0, 2.0, 2.0)
"""When the database is away, writing is tried again after each of these pauses, in seconds."""

_encode = msgspec.json.encode


class Conflict(Exception):
    """Somebody else has written an event with this number, or the table is gone."""


@dataclass(frozen=True)
class Append:
    """Events of one table that follow each other, kept together or not at all, and what lists
    need to know about the table after them, if `listing` says that they need to; `holders` is None
    if they are the same as before. `beside` are the first events of a new table, which these lead
    to: they are kept with them."""

    code: str
    events: list[Kept]
    stage: str
    listed: bool
    holders: frozenset[str] | None
    listing: bool = True
    beside: "Append | None" = None
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future(), compare=False
    )

    @property
    def first(self) -> Place:
        """The place of the first event, which two writers may fight for."""
        return self.code, self.events[0].seq

    @cached_property
    def rows(self) -> list[Row]:
        """The events as rows of the database."""
        return [
            {"code": self.code, "seq": kept.seq, "at": kept.at, "body": _encode(kept.event)}
            for kept in self.events
        ]

    @property
    def card(self) -> Row:
        """The table as a row of the database."""
        return {
            "code": self.code,
            "stage": self.stage,
            "listed": self.listed,
            "changed": self.events[-1].at,
        }


class Writer:
    """Takes appends and commits them in groups, in the order they came."""

    def __init__(self, scribe: AnyScribe) -> None:
        self._scribe = scribe
        self._queue: asyncio.Queue[Append | None] = asyncio.Queue()

    async def append(self, append: Append) -> None:
        """Returns when the events are committed; raises Conflict if they are not."""
        self._queue.put_nowait(append)
        await append.done

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is open appends are written; what was taken is written before it closes."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._queue.put_nowait(None)
            await task

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            group, last = [first], False
            while not self._queue.empty() and len(group) < MOST_TOGETHER:
                more = self._queue.get_nowait()
                if more is None:
                    last = True
                    break
                group.append(more)
            await self._write(group)
            if last:
                return

    async def _write(self, group: list[Append]) -> None:
        try:
            won = await self._commit_at_last(group)
        except Exception as error:
            for append in group:
                _fail(append, error)
            return
        for append in group:
            if won.get(append.first) is not append:
                _fail(append, Conflict(f"table {append.code} has moved on"))
            elif not append.done.done():
                append.done.set_result(None)

    async def _commit_at_last(self, appends: list[Append]) -> dict[Place, Append]:
        """Who won which place. A database that is away is waited for a while; what it had
        committed before it could say so is found again."""
        for tried, pause in enumerate(PAUSES):
            await asyncio.sleep(pause)
            try:
                with meters.COMMIT_SECONDS.time():
                    won = await self._scribe.commit(partial(write, appends, tried > 0))
                meters.COMMIT_TABLES.observe(len(appends))
                meters.EVENTS.inc(sum(len(append.events) for append in won.values()))
                return won
            except Exception as error:
                if not is_away(error):
                    raise
        raise unavailable()


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)
