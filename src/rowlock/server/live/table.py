"""A table that somebody looks at: its pages, its clock, its bots.

All of it can be lost at any moment; the events are what counts.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from rowlock.server import meters
from rowlock.server.live.keeper import Keeper
from rowlock.server.live.means import Means
from rowlock.server.live.page import Page
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Presence, View
from rowlock.server.storage import GONE, Append, Conflict
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import apply
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, seconds_left, view_of
from rowlock.server.tables.votes import Attendance, attendance_of

Decision = Callable[[Table], list[ev.AnyEvent]]
Companion = Callable[[Table], Append]
_log = logging.getLogger(__name__)


class LiveTable:
    """A table with the pages that look at it. Changes are made one at a time. `gone` is since
    when people who sit here have no page open, `wanted` when the last change was asked for."""

    def __init__(self, table: Table, means: Means) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self.wanted = 0.0
        self._elsewhere: frozenset[str] = frozenset()
        self._means = means
        self.gone: dict[str, float] = {}
        self._absent: frozenset[int] = frozenset()
        self._changing = asyncio.Lock()
        self._keeper = Keeper(self, means)
        self._miss_people()

    @property
    def busy(self) -> bool:
        """Whether anybody looks or anything is being changed."""
        return bool(self.pages) or self._changing.locked()

    @property
    def attendance(self) -> Attendance:
        """Who is there now."""
        here = self.holders | self._elsewhere
        return attendance_of(self.table, here, self.gone, self._means.now())

    @property
    def holders(self) -> frozenset[str]:
        """Who has a page open in this process."""
        return frozenset(page.holder for page in self.pages)

    def homes(self) -> frozenset[str]:
        """Where those who play here have a page open, in this process."""
        playing = {seat.holder for seat in self.table.people()}
        return frozenset(page.home for page in self.pages if page.home and page.holder in playing)

    @property
    def has_bots(self) -> bool:
        """Whether bots play here, or will."""
        return any(seat.player for seat in self.table.seats)

    def view(self, viewer: Viewer) -> View:
        """What this person may see now."""
        return view_of(self.table, viewer, self.attendance, self._means.now())

    def presence(self) -> Presence:
        """Who is there, for everybody."""
        attendance, now = self.attendance, self._means.now()
        left = seconds_left(self.table, attendance, now)
        return Presence(sorted(attendance.here), sorted(attendance.absent), left)

    async def change(self, decide: Decision, beside: Companion | None = None) -> Table:
        """Decide by the table as it is, keep the events for good, and show everybody. Another table
        that they lead to comes from `beside`, and is kept with them.

        Once begun it is carried through, even if whoever asked is gone by then.
        """
        return await _carried_through(self._change(decide, beside))

    async def _change(self, decide: Decision, beside: Companion | None) -> Table:
        wanted = time.perf_counter()
        async with self._changing:
            while events := await self._decided(decide):
                at = self._means.now()
                first = self.table.version + 1
                kept = [ev.Kept(seq, at, event) for seq, event in enumerate(events, first)]
                after = self.table
                for one in kept:
                    after = apply(after, one)
                new = beside(after) if beside else None
                try:
                    await self._means.store.append(append_of(after, kept, self.table, new))
                except Conflict:
                    meters.CONFLICTS.inc()
                    await self._catch_up()
                else:
                    self.wanted = wanted
                    _note_stage(self.table, after)
                    self._show(after)
                    break
        return self.table

    async def _decided(self, decide: Decision) -> list[ev.AnyEvent]:
        """What the decision leads to. What is refused here may be right by what another process
        has just written."""
        try:
            return decide(self.table)
        except Refuse:
            known = self.table.version
            if not self._means.company.alone:
                await self._catch_up()
            if self.table.version == known:
                raise
            return decide(self.table)

    async def catch_up(self, seq: int) -> None:
        """The table is known to have so many events; if it has none, it is deleted."""
        if seq == GONE:
            self.end()
        elif self.table.version < seq:
            async with self._changing:
                # Meanwhile this process may have come to know of its own events.
                if self.table.version < seq:
                    await self._catch_up()

    async def _catch_up(self) -> None:
        """Another process has written: its events come first."""
        table = self.table
        news = await self._means.store.read(table.code, table.version)
        if not news and not await self._means.store.versions([table.code]):
            self.end()
            raise Refuse(Refusal.DELETED, f"the table {table.code} was deleted")
        for kept in news:
            table = apply(table, kept)
        self._show(table)

    def end(self) -> None:
        """The table is deleted: nobody looks at it any more."""
        for page in self.pages:
            page.end(Refusal.DELETED)

    def attend_elsewhere(self, holders: frozenset[str]) -> None:
        """These people have pages open in other processes."""
        if holders == self._elsewhere:
            return
        for holder in self._elsewhere - holders:
            self.gone[holder] = self._means.now()
        for holder in holders - self._elsewhere:
            self.gone.pop(holder, None)
        self._elsewhere = holders
        self._miss_people()
        self.announce()

    @property
    def leads(self) -> bool:
        """Whether this process thinks for the bots here."""
        return self._keeper.leads

    def lead(self, leads: bool) -> None:
        """Whether it does from now on."""
        self._keeper.lead(leads)

    def _show(self, table: Table) -> None:
        self.table = table
        self._miss_people()
        for page in self.pages:
            page.refresh()
        self._keeper.stir()

    def _miss_people(self) -> None:
        """Whoever sits here and has no page open is gone from now on, if not for longer."""
        here = self.holders | self._elsewhere
        for seat in self.table.people():
            if seat.holder and seat.holder not in here:
                self.gone.setdefault(seat.holder, self._means.now())

    async def enter(self, page: Page) -> None:
        """Another page looks at this table."""
        unattended = not self.attendance.here
        if not self.pages:
            meters.LIVE_TABLES.inc()
        self.pages.add(page)
        self.gone.pop(page.holder, None)
        page.refresh()
        self.announce()
        self._means.company.stir()
        self._keeper.start()
        if unattended and self.attendance.here and self.table.seconds and self.table.waiting:
            await self.change(lambda table: [ev.PeopleReturned()] if table.waiting else [])

    def leave(self, page: Page) -> None:
        """A page looks no more."""
        if self.pages == {page}:
            meters.LIVE_TABLES.dec()
        self.pages.discard(page)
        if page.holder not in self.holders | self._elsewhere:
            self.gone[page.holder] = self._means.now()
        self.announce()
        self._means.company.stir()
        if not self.pages:
            self._keeper.stop()

    def announce(self) -> None:
        """People came or went. Who may vote, and how many votes are enough, is in the view."""
        absent = self.attendance.absent
        for page in self.pages:
            page.announce() if absent == self._absent else page.refresh()
        self._absent = absent
        self._keeper.stir()


def _note_stage(before: Table, after: Table) -> None:
    if before.stage != after.stage:
        _log.info("the table is now %s", after.stage, extra={"table": after.code})


def append_of(
    table: Table, kept: list[ev.Kept], before: Table | None, beside: Append | None = None
) -> Append:
    """What the store needs to know, when these events have led to this table."""
    was, now = before and _listing(before), _listing(table)
    return Append(
        code=table.code,
        events=kept,
        stage=table.stage,
        listed=table.setup.listed,
        holders=None if was and was.holders == now.holders else now.holders,
        listing=was != now,
        beside=beside,
    )


class _Listing(NamedTuple):
    """What lists know of a table. They need not know of every move: that a table was changed is
    told them once a minute."""

    stage: str
    holders: frozenset[str]
    minute: int


def _listing(table: Table) -> _Listing:
    holders = frozenset(seat.holder for seat in table.seats if seat.holder)
    return _Listing(table.stage, holders, int(table.changed // 60))


async def _carried_through(change: Coroutine[Any, Any, Table]) -> Table:
    return await asyncio.shield(asyncio.ensure_future(change))
