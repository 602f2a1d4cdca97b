"""People who are at a table without a page: programs that ask over plain HTTP, again and again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.refusals import Refusal, Refuse

SECONDS_TO_LINGER = 15.0
"""Whoever sits at a table and asks again within this time was there all the while."""


class Visit(Page):
    """Somebody at a table, for as long as requests come from them."""

    def __init__(self, live: LiveTable, holder: str, home: str) -> None:
        super().__init__(live, holder, 0, home)
        self.requests = 0
        self.leaving: asyncio.TimerHandle | None = None
        self._changed = asyncio.Event()

    def refresh(self) -> None:
        """The table has changed: all requests that wait for it go on."""
        self._changed.set()
        self._changed = asyncio.Event()

    def announce(self) -> None:
        """Who comes and goes is in the next view."""

    def end(self, why: str) -> None:
        """There is nothing more to wait for."""
        super().end(why)
        self.refresh()

    async def newer_than(self, version: int, seconds: float) -> None:
        """Wait for something newer at the table, up to so many seconds. Refused if the table is
        gone by then."""
        try:
            async with asyncio.timeout(seconds):
                while self.live.table.version <= version and not self.ended:
                    await self._changed.wait()
        except TimeoutError:
            pass
        if self.ended == Refusal.DELETED:
            raise Refuse(Refusal.DELETED, f"the table {self.live.table.code} was deleted")


class Visits:
    """All visits to the tables of this process: one for each person at each table.

    A person's requests share it, and it outlasts them a little: between two requests nobody is
    told that somebody came or went, bots go on, and no clock stops or starts again.
    """

    def __init__(self) -> None:
        self._visits: dict[tuple[LiveTable, str], Visit] = {}
        self._stopped = False

    def stop(self) -> None:
        """The server stops: requests that wait are answered with what there is."""
        self._stopped = True
        for visit in self._visits.values():
            visit.end(Refusal.UNAVAILABLE)

    @asynccontextmanager
    async def at(self, live: LiveTable, holder: str, home: str = "") -> AsyncIterator[Visit]:
        """Be at a table, for a request from there."""
        visit = self._visits.get((live, holder))
        if visit is None:
            visit = self._visits[live, holder] = Visit(live, holder, home)
            if self._stopped:
                visit.end(Refusal.UNAVAILABLE)
        if visit.leaving is not None:
            visit.leaving.cancel()
            visit.leaving = None
        visit.requests += 1
        try:
            if visit not in live.pages:
                await live.enter(visit)
            yield visit
        finally:
            visit.requests -= 1
            if not visit.requests:
                self._leave_later(visit)

    def _leave_later(self, visit: Visit) -> None:
        """Only who sits at the table is missed, so only they stay a little longer."""
        sits = visit.live.table.held_by(visit.holder)
        loop = asyncio.get_running_loop()
        visit.leaving = loop.call_later(SECONDS_TO_LINGER if sits else 0.0, self._leave, visit)

    def _leave(self, visit: Visit) -> None:
        del self._visits[visit.live, visit.holder]
        visit.live.leave(visit)
