"""A page that looks at a table: what it has been told, and what it is to be told next."""

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from rowlock.server import meters
from rowlock.server.messages.tells import AnyTold, Choices, Presence, View
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, differ_by_choices
from rowlock.server.tables.votes import Attendance

if TYPE_CHECKING:
    from rowlock.server.live.table import LiveTable

MOST_ANSWERS = 64


class Shown(NamedTuple):
    """What a page was shown."""

    table: Table
    attendance: Attendance

    def differs_by_choices(self, now: "Shown") -> bool:
        """Whether nothing else has changed since."""
        return self.attendance == now.attendance and differ_by_choices(self.table, now.table)


class Page:
    """One open connection of a person (or of a guest, whose holder is empty).

    Views are made when they can be sent, so a slow page gets fewer of them and never an old one.
    `home` is where it is connected from, as limits count it; `since` is the version it knows;
    `ended` is why it is to be closed, once it is.
    """

    def __init__(self, live: "LiveTable", holder: str, since: int, home: str = "") -> None:
        self.live = live
        self.holder = holder
        self.home = home
        self.ended: str | None = None
        self.since = since
        self._stale = False
        self._announced = False
        self._shown: Shown | None = None
        self._shows = 0.0
        self._answers: list[AnyTold] = []
        self._room: asyncio.Future[None] | None = None
        self._stirred = asyncio.Event()

    def refresh(self) -> None:
        """The table has changed."""
        self._stale = True
        self._stirred.set()

    def announce(self) -> None:
        """People came or went."""
        self._announced = True
        self._stirred.set()

    def end(self, why: str) -> None:
        """There is nothing more to look at."""
        self.ended = why
        self._stirred.set()

    async def answer(self, told: AnyTold) -> None:
        """Answer an ask; waits while too many answers have not been taken."""
        while len(self._answers) >= MOST_ANSWERS:
            self._room = self._room or asyncio.get_running_loop().create_future()
            await asyncio.shield(self._room)
        self._answers.append(told)
        self._stirred.set()

    async def next(self) -> list[AnyTold]:
        """All there is to tell now; waits until there is something. Nothing when it has ended."""
        if self._shows:
            meters.MOVE_TO_VIEW_SECONDS.observe(time.perf_counter() - self._shows)
            self._shows = 0.0
        while True:
            await self._stirred.wait()
            if self.ended is None:
                self._stirred.clear()
            if (told := self._collect()) or self.ended is not None:
                return told

    def _collect(self) -> list[AnyTold]:
        told: list[AnyTold] = []
        if self._stale:
            told.append(self._show())
        elif self._announced:
            told.append(self._announce())
        self._stale = self._announced = False
        told += self._answers
        self._answers.clear()
        if self._room is not None:
            self._room.set_result(None)
            self._room = None
        return told

    def _announce(self) -> Presence:
        """Who is there now."""
        if self._shown is not None:
            self._shown = self._shown._replace(attendance=self.live.attendance)
        return self.live.presence()

    def _show(self) -> View | Choices:
        """What is new at the table since it was shown before."""
        before, now = self._shown, Shown(self.live.table, self.live.attendance)
        viewer = Viewer(self.holder, self.since)
        new = before is not None and now.table.version > self.since
        self._shows = self.live.wanted if new else 0.0
        self._shown = now
        self.since = now.table.version
        if before is not None and before.differs_by_choices(now):
            return self.live.choices(viewer)
        return self.live.view(viewer)
