"""A table that somebody looks at: its pages, its clock, its bots.

All of it can be lost at any moment; the events are what counts.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import NamedTuple

from rowlock.server import meters
from rowlock.server.live.keeper import Keeper
from rowlock.server.live.means import Means
from rowlock.server.live.page import Page
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Choices, Presence, View
from rowlock.server.storage import GONE, Append, Conflict
from rowlock.server.storage.losses import Unavailable
from rowlock.server.tables import events as ev
from rowlock.server.tables.bounds import may_happen
from rowlock.server.tables.fold import apply
from rowlock.server.tables.pace import age_of, at_once
from rowlock.server.tables.reading import follow, read_table
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, choices_of, seconds_left, view_of
from rowlock.server.tables.votes import SECONDS_TO_BE_ABSENT, Attendance, attendance_of

Decision = Callable[[Table], list[ev.AnyEvent]]
Companion = Callable[[Table], Append]
NEVER = -inf
_log = logging.getLogger(__name__)


class LiveTable:
    """A table with the pages that look at it. Changes are made one at a time. `holders` are those
    who have a page open in this process, `gone` is since when people who sit here have none open
    anywhere, `wanted` when the last change was asked for.

    People are waited for by a steady clock. Dates are looked at only once, when the table is read,
    so it does not matter how clocks are set meanwhile, nor whether all processes agree."""

    def __init__(self, table: Table, means: Means) -> None:
        self.table = table
        self.pages: set[Page] = set()
        self.holders: frozenset[str] = frozenset()
        self.wanted = 0.0
        self._elsewhere: frozenset[str] = frozenset()
        self._means = means
        self.gone: dict[str, float] = {}
        self._attendance = Attendance()
        self._attended_until = NEVER
        self._announced = Attendance()
        self._returned: str | None = None
        self._changing = asyncio.Lock()
        self._arriving = 0
        self._deleted = False
        self._keeper = Keeper(self, means)
        self._began = means.steady() - age_of(table, means.now())
        self._miss_people()

    @property
    def busy(self) -> bool:
        """Whether anybody looks or comes to look, or anything is being changed."""
        return bool(self.pages) or self._arriving > 0 or self._changing.locked()

    @property
    def attendance(self) -> Attendance:
        """Who is there now. It stays so until somebody comes or goes, or is gone for too long."""
        now = self._means.steady()
        if now >= self._attended_until:
            here = self.holders | self._elsewhere
            self._attendance = attendance_of(self.table, here, self.gone, now)
            self._attended_until = now + min(self.until_absent(), default=inf)
        return self._attendance

    def until_absent(self) -> list[float]:
        """In how many seconds people who are gone will be absent, as far as they are not yet."""
        now = self._means.steady()
        waits = [left + SECONDS_TO_BE_ABSENT - now for left in self.gone.values()]
        return [wait for wait in waits if wait > 0]

    @property
    def time(self) -> float:
        """What time it is by the date of the action due, and the seconds it has gone on for."""
        return self.table.action_at + self._means.steady() - self._began

    def homes(self) -> frozenset[str]:
        """Where those who play here have a page open, in this process; if none of them has, where
        all others have."""
        playing = {seat.holder for seat in self.table.people()}
        players = frozenset([page.home for page in self.pages if page.holder in playing])
        return (players or frozenset([page.home for page in self.pages])) - {""}

    @property
    def has_bots(self) -> bool:
        """Whether bots play here, or will."""
        return any(seat.player for seat in self.table.seats)

    def view(self, viewer: Viewer) -> View:
        """What this person may see now."""
        return view_of(self.table, viewer, self.attendance, self.time)

    def choices(self, viewer: Viewer) -> Choices:
        """Who has chosen by now, as this person may know it."""
        return choices_of(self.table, viewer, self.attendance, self.time)

    def presence(self) -> Presence:
        """Who is there, for everybody."""
        attendance = self.attendance
        left = seconds_left(self.table, attendance, self.time)
        return Presence(sorted(attendance.here), sorted(attendance.absent), left)

    async def change(
        self, decide: Decision, beside: Companion | None = None, asked: bool = True
    ) -> Table:
        """Decide by the table as it is, keep the events for good, and show everybody. Another table
        that they lead to comes from `beside`, and is kept with them. What is `asked` for is
        answered, so it must not be decided by an old table.

        What the store has taken is carried through, even if whoever asked is gone by then.
        """
        wanted = time.perf_counter()
        async with self._changing:
            while events := await self._decided(decide, asked):
                kept, after = self._following(events)
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

    def _following(self, events: list[ev.AnyEvent]) -> tuple[list[ev.Kept], Table]:
        """These events, and what follows them at once if somebody is there to see it, as they are
        to be kept; the table after them."""
        at, after, kept = self.table.next_date(self._means.now()), self.table, list[ev.Kept]()
        while events:
            for event in events:
                kept.append(ev.Kept(after.version + 1, at, event))
                after = apply(after, kept[-1])
            events = at_once(after, self._means.pace) if self.attendance.here else []
        return kept, after

    async def _decided(self, decide: Decision, asked: bool) -> list[ev.AnyEvent]:
        """What the decision leads to. What is refused here, or leads to nothing, may be right by
        what another process has just written, or lead to something."""
        known, events, refused = self.table.version, list[ev.AnyEvent](), None
        try:
            events = decide(self.table)
        except Refuse as refusal:
            refused = refusal
        if not events and (asked or refused) and not self._means.company.alone:
            await self._catch_up()
            if self.table.version != known:
                return decide(self.table)
        if refused is not None:
            raise refused
        return events

    async def catch_up(self, seq: int) -> None:
        """The table is known to have so many events; if it has none, it is deleted."""
        if seq == GONE:
            self.end()
        elif self.table.version < seq:
            async with self._changing:
                # Meanwhile this process may have come to know of its own events.
                if self.table.version < seq:
                    await self._catch_up()

    async def compare(self) -> None:
        """What is known here may not be what is kept."""
        async with self._changing:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Another process has written: its events come first."""
        table = self.table
        found = await self._means.store.read(table.code, table.version - 1)
        if found and (found[0].at, found[0].event) == (table.changed, table.last):
            table = follow(table, found[1:])
        else:
            table = await self._read_again()
        self._show(table)

    async def _read_again(self) -> Table:
        """What was known here is not what is kept: the table was deleted, or the database has gone
        back in time, as after a restore, and what is there counts."""
        table = read_table(self.table.code, await self._means.store.read(self.table.code))
        if table is None:
            self.end()
            raise self._refusal()
        _log.error(
            "the database has other events than it had: the table goes on from %d, not from %d",
            table.version,
            self.table.version,
            extra={"table": table.code},
        )
        return table

    def end(self) -> None:
        """The table is deleted: nobody looks at it any more."""
        self._deleted = True
        for page in self.pages:
            page.end(Refusal.DELETED)

    def _refusal(self) -> Refuse:
        return Refuse(Refusal.DELETED, f"the table {self.table.code} was deleted")

    def attend_elsewhere(self, holders: frozenset[str]) -> None:
        """These people have pages open in other processes."""
        if holders == self._elsewhere:
            return
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
        before, self.table = self.table, table
        if (table.action, table.action_at) != (before.action, before.action_at):
            self._began = self._means.steady()
            self._returned = None
        if table.seats is not before.seats or table.stage != before.stage:
            self._miss_people()
            self._announced = self.attendance
        for page in self.pages:
            page.refresh()
        self._keeper.stir()

    def _miss_people(self) -> None:
        """Whoever sits here and has no page open is gone from now on, if not for longer."""
        here, now = self.holders | self._elsewhere, self._means.steady()
        sitting = {seat.holder for seat in self.table.people() if seat.holder}
        self.gone = {holder: self.gone.get(holder, now) for holder in sitting - here}
        self._attended_until = NEVER

    async def enter(self, page: Page) -> None:
        """Another page looks at this table; refused if it was deleted meanwhile."""
        # Until the page is counted, nothing else says that somebody needs the table: its process
        # must not forget it, or the page would look at a table that nobody keeps up.
        self._arriving += 1
        try:
            if page.since > self.table.version:
                await self.compare()
            waited = await self._waits_for(page.holder)
        finally:
            self._arriving -= 1
        if self._deleted:
            raise self._refusal()
        if not self.pages:
            meters.LIVE_TABLES.inc()
        self.pages.add(page)
        self._count_holders()
        page.refresh()
        self.announce()
        self._means.company.stir(self.table.code)
        self._keeper.start()
        if waited:
            self._returned = page.holder
            # Whoever comes sees the table, even if nothing can be written: the keeper tries again.
            with suppress(Unavailable):
                await self.change(self.returning, asked=False)

    def returning(self, table: Table) -> list[ev.AnyEvent]:
        """That somebody has come to a clock that had stopped, until it goes anew."""
        if self._returned is None or not table.waiting:
            return []
        returned = ev.PeopleReturned(self._returned)
        return [returned] if may_happen(table, returned) else []

    async def _waits_for(self, holder: str) -> bool:
        """Whether the clock has stopped until somebody such as this person comes, because nobody
        who sits here has a page open, in any process."""
        clock = self.table.seconds and self.table.waiting
        if not clock or self.attendance.here or not self.table.held_by(holder):
            return False
        # What this process knows of others may be of a while ago, or nothing yet. Whoever is about
        # to change something waits, and the table is not forgotten meanwhile.
        async with self._changing:
            elsewhere = await self._means.company.others_at(self.table.code)
        here = elsewhere | self.holders
        return not any(seat.holder in here for seat in self.table.people())

    def leave(self, page: Page) -> None:
        """A page looks no more."""
        if self.pages == {page}:
            meters.LIVE_TABLES.dec()
        self.pages.discard(page)
        self._count_holders()
        self.announce()
        self._means.company.stir(self.table.code)
        if not self.pages:
            self._keeper.stop()

    def _count_holders(self) -> None:
        self.holders = frozenset(page.holder for page in self.pages)
        self._miss_people()

    def announce(self) -> None:
        """People came or went. Who may vote, and how many votes are enough, is in the view."""
        before, self._announced = self._announced, self.attendance
        if before != self._announced:
            for page in self.pages:
                page.announce() if before.absent == self._announced.absent else page.refresh()
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
        listed=now.listed,
        holders=None if was and was.holders == now.holders else now.holders,
        listing=was != now,
        beside=beside,
    )


class _Listing(NamedTuple):
    """What lists know of a table. They need not know of every move: that a table was changed is
    told them once a minute."""

    stage: str
    listed: bool
    holders: frozenset[str]
    minute: int


def _listing(table: Table) -> _Listing:
    holders = frozenset(seat.holder for seat in table.seats if seat.holder)
    listed = table.setup.listed and any(seat.kind == "open" for seat in table.seats)
    return _Listing(table.stage, listed, holders, int(table.changed // 60))
