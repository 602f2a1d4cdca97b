"""A table that somebody looks at: its pages, its clock, its bots.

All of it can be lost at any moment; the events are what counts.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from rowlock.rules import PASS
from rowlock.server.live.page import Page
from rowlock.server.live.thinkers import Thinkers
from rowlock.server.live.thoughts import Thoughts
from rowlock.server.messages.tells import Presence, View
from rowlock.server.storage import Append, Conflict, Store
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events, timeout_events
from rowlock.server.tables.fold import apply
from rowlock.server.tables.pace import Due, all_due, next_due
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, seconds_left, view_of
from rowlock.server.tables.votes import SECONDS_TO_BE_ABSENT, Attendance, attendance_of

Decision = Callable[[Table], list[ev.AnyEvent]]
Preparation = Callable[[Table], Awaitable[object]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Means:
    """What live tables work with: where events are kept, where bots think, how long pauses are."""

    store: Store
    thinkers: Thinkers
    pace: float = 1.0
    now: Callable[[], float] = time.time


class LiveTable:
    """A table with the pages that look at it. Changes are made one at a time."""

    def __init__(self, table: Table, means: Means) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self._means = means
        self._gone: dict[str, float] = {}
        self._absent: frozenset[int] = frozenset()
        self._changing = asyncio.Lock()
        self._stirred = asyncio.Event()
        self._thoughts = Thoughts(means.thinkers, self._stirred.set)
        self._keeper: asyncio.Task[None] | None = None
        self._miss_people()

    @property
    def busy(self) -> bool:
        """Whether anybody looks or anything is being changed."""
        return bool(self.pages) or self._changing.locked()

    @property
    def attendance(self) -> Attendance:
        """Who is there now."""
        here = frozenset(page.holder for page in self.pages)
        return attendance_of(self.table, here, self._gone, self._means.now())

    def view(self, viewer: Viewer) -> View:
        """What this person may see now."""
        return view_of(self.table, viewer, self.attendance, self._means.now())

    def presence(self) -> Presence:
        """Who is there, for everybody."""
        attendance, now = self.attendance, self._means.now()
        left = seconds_left(self.table, attendance, now)
        return Presence(sorted(attendance.here), sorted(attendance.absent), left)

    async def change(self, decide: Decision, prepare: Preparation | None = None) -> Table:
        """Decide by the table as it is, keep the events for good, and show everybody. What is
        shown may need something to be there: `prepare` sees to that, after the events are kept.

        Once begun it is carried through, even if whoever asked is gone by then.
        """
        return await _carried_through(self._change(decide, prepare))

    async def _change(self, decide: Decision, prepare: Preparation | None) -> Table:
        async with self._changing:
            while events := decide(self.table):
                at = self._means.now()
                first = self.table.version + 1
                kept = [ev.Kept(seq, at, event) for seq, event in enumerate(events, first)]
                after = self.table
                for one in kept:
                    after = apply(after, one)
                try:
                    await self._means.store.append(append_of(after, kept, self.table))
                except Conflict:
                    await self._catch_up()
                else:
                    if prepare is not None:
                        await prepare(after)
                    self._show(after)
                    break
        return self.table

    async def _catch_up(self) -> None:
        """Another process has written: its events come first."""
        table = self.table
        for kept in await self._means.store.read(table.code, table.version):
            table = apply(table, kept)
        self._show(table)

    def _show(self, table: Table) -> None:
        self.table = table
        self._miss_people()
        for page in self.pages:
            page.refresh()
        self._stirred.set()

    def _miss_people(self) -> None:
        """Whoever sits here and has no page open is gone from now on, if not for longer."""
        here = {page.holder for page in self.pages}
        for seat in self.table.people():
            if seat.holder and seat.holder not in here:
                self._gone.setdefault(seat.holder, self._means.now())

    async def enter(self, page: Page) -> None:
        """Another page looks at this table."""
        unattended = not self.attendance.here
        self.pages.add(page)
        self._gone.pop(page.holder, None)
        page.refresh()
        self._announce()
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep())
        if unattended and self.attendance.here and self.table.seconds and self.table.waiting:
            await self.change(lambda table: [ev.PeopleReturned()] if table.waiting else [])

    def leave(self, page: Page) -> None:
        """A page looks no more."""
        self.pages.discard(page)
        if all(other.holder != page.holder for other in self.pages):
            self._gone[page.holder] = self._means.now()
        self._announce()
        if not self.pages and self._keeper is not None:
            self._keeper.cancel()
            self._keeper = None
            self._thoughts.stop()

    def _announce(self) -> None:
        """People came or went. Who may vote, and how many votes are enough, is in the view."""
        absent = self.attendance.absent
        for page in self.pages:
            page.announce() if absent == self._absent else page.refresh()
        self._absent = absent
        self._stirred.set()

    async def _keep(self) -> None:
        """Lets happen what happens by itself, as long as somebody is there."""
        while True:
            self._stirred.clear()
            action, due = self.table.action, self._next_due()
            try:
                await asyncio.wait_for(self._stirred.wait(), self._pause(due))
            except TimeoutError:
                if due is not None and due.at <= self._means.now():
                    await self._try(due, action)
                else:
                    self._announce()

    def _next_due(self) -> Due | None:
        """What happens next. A bot that still thinks is not waited for: the clock goes on."""
        if not self.attendance.here:
            return None
        self._thoughts.follow(self.table)
        return next_due(self.table, self._means.pace, self._thoughts.pending)

    def _pause(self, due: Due | None) -> float | None:
        """How long nothing happens, unless somebody does something."""
        now = self._means.now()
        times = [left + SECONDS_TO_BE_ABSENT for left in self._gone.values()]
        waits = [when - now for when in times if when > now]
        if due is not None:
            waits.append(max(0.0, due.at - now))
        return min(waits, default=None)

    async def _try(self, due: Due, action: int) -> None:
        try:
            await self._happen(due, action)
        except Exception:
            # A table must go on: what failed is tried again a little later.
            _log.exception("table %s: %s failed", self.table.code, due.kind)
            await asyncio.sleep(1)

    async def _happen(self, due: Due, action: int) -> None:
        def decide(table: Table) -> list[ev.AnyEvent]:
            # Meanwhile somebody may have chosen, come back, or taken their seat from the bot.
            if table.action != action or due not in all_due(table, self._means.pace):
                return []
            if due.kind == "roll":
                return roll_events(table)
            if due.kind == "clock":
                return timeout_events(table)
            move = self._thoughts.choice(table, due.seat) if due.kind == "bot" else PASS
            return choice_events(table, due.seat, move, due.kind) if move is not None else []

        await self.change(decide)


def roll_events(table: Table) -> list[ev.AnyEvent]:
    """The dice of the turn, which the seed and the nonces determine."""
    assert table.game is not None
    return [ev.DiceRolled(str(table.dice(table.game)))]


def append_of(table: Table, kept: list[ev.Kept], before: Table | None) -> Append:
    """What the store needs to know, when these events have led to this table."""
    holders = frozenset(seat.holder for seat in table.seats if seat.holder)
    was = frozenset(seat.holder for seat in before.seats if seat.holder) if before else None
    return Append(
        code=table.code,
        events=kept,
        stage=table.stage,
        listed=table.setup.listed,
        holders=None if was == holders else holders,
    )


async def _carried_through(change: Coroutine[Any, Any, Table]) -> Table:
    return await asyncio.shield(asyncio.ensure_future(change))
