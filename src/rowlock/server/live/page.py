"""A page that looks at a table: what it has been told, and what it is to be told next."""

import asyncio
import time
from typing import TYPE_CHECKING

from rowlock.server import meters
from rowlock.server.messages.tells import AnyTold
from rowlock.server.tables.view import Viewer

if TYPE_CHECKING:
    from rowlock.server.live.table import LiveTable

MOST_ANSWERS = 64

PASSES_TO_ANSWER = 2
"""So many passes of the event loop lie between a change of a table and the answer to who asked."""


class Page:
    """One open connection of a person (or of a guest, whose holder is empty).

    Views are made when they can be sent, so a slow page gets fewer of them and never an old one.
    `home` is where it is connected from, as limits count it; `ended` is why it is to be closed,
    once it is.
    """

    def __init__(self, live: "LiveTable", holder: str, since: int, home: str = "") -> None:
        self.live = live
        self.holder = holder
        self.home = home
        self.ended: str | None = None
        self._since = since
        self._stale = False
        self._announced = False
        self._has_view = False
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
            # The answer to an ask comes a little after the view that shows it: both go together.
            for _ in range(PASSES_TO_ANSWER):
                await asyncio.sleep(0)
            if self.ended is None:
                self._stirred.clear()
            if (told := self._collect()) or self.ended is not None:
                return told

    def _collect(self) -> list[AnyTold]:
        told: list[AnyTold] = []
        if self._stale:
            view = self.live.view(Viewer(self.holder, self._since))
            self._shows = self.live.wanted if self._has_view and view.version > self._since else 0.0
            self._has_view = True
            self._since = view.version
            told.append(view)
        if self._announced and not self._stale:
            told.append(self.live.presence())
        self._stale = self._announced = False
        told += self._answers
        self._answers.clear()
        if self._room is not None:
            self._room.set_result(None)
            self._room = None
        return told
