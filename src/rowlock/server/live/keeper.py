"""What happens at a table by itself: rolls, bots, clocks."""

import asyncio
import logging
from typing import TYPE_CHECKING

from rowlock.rules import PASS
from rowlock.server.live.means import Means
from rowlock.server.live.thoughts import Thoughts, thoughts_of
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events, timeout_events
from rowlock.server.tables.pace import Due, all_due, next_due, roll_events
from rowlock.server.tables.table import Table

if TYPE_CHECKING:
    from rowlock.server.live.table import LiveTable

TRY_AGAIN = 1.0
"""After so many seconds what failed is tried again."""

_log = logging.getLogger(__name__)


class Keeper:
    """Lets happen at a table what happens by itself, as long as somebody is there. Every process
    with pages at the table has one: who comes too late finds that it has happened. Only for bots
    one process thinks, the one that `leads`."""

    def __init__(self, live: "LiveTable", means: Means) -> None:
        self.leads = means.company.alone
        self._live = live
        self._means = means
        self._stirred = asyncio.Event()
        self._thoughts = Thoughts(means.thinkers, self.stir, live.homes)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Somebody is there, if nobody was."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep())
            self._means.keeping.add(self._task)
            self._task.add_done_callback(self._means.keeping.discard)

    def stop(self) -> None:
        """Nobody is there any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._thoughts.stop()

    def stir(self) -> None:
        """Something has changed."""
        self._stirred.set()

    def lead(self, leads: bool) -> None:
        """Whether the bots are this process's now."""
        if leads != self.leads:
            self.leads = leads
            if not leads:
                self._thoughts.stop()
            self.stir()

    async def _keep(self) -> None:
        """Lets happen what happens by itself, as long as somebody is there."""
        while True:
            self._stirred.clear()
            action, due = self._live.table.action, self._next_due()
            if due is not None and due.at <= self._live.time:
                await self._try(due, action)
                continue
            pause = self._pause(due)
            if pause is None:
                await self._stirred.wait()
                continue
            try:
                async with asyncio.timeout(pause):
                    await self._stirred.wait()
            except TimeoutError:
                if due is None or due.at > self._live.time:
                    self._live.announce()

    def _next_due(self) -> Due | None:
        """What happens next. A bot that still thinks is not waited for: the clock goes on."""
        if not self._live.attendance.here:
            return None
        return next_due(self._live.table, self._means.pace, self._thinking())

    def _thinking(self) -> frozenset[int]:
        """The seats whose bots have not come to a choice, here or in the process that leads."""
        if self.leads:
            self._thoughts.follow(self._live.table)
            return self._thoughts.pending
        bots = frozenset(thought.seat for thought in thoughts_of(self._live.table))
        if bots:
            self._means.company.stir(self._live.table.code)
        return bots

    def _pause(self, due: Due | None) -> float | None:
        """How long nothing happens, unless somebody does something."""
        waits = self._live.until_absent()
        if due is not None:
            waits.append(max(0.0, due.at - self._live.time))
        return min(waits, default=None)

    async def _try(self, due: Due, action: int) -> None:
        try:
            await self._happen(due, action)
        except Exception as error:
            # A table must go on: what failed is tried again a little later.
            if not isinstance(error, Refuse):
                _log.exception("table %s: %s failed", self._live.table.code, due.kind)
            await asyncio.sleep(TRY_AGAIN)

    async def _happen(self, due: Due, action: int) -> None:
        def decide(table: Table) -> list[ev.AnyEvent]:
            # Meanwhile somebody may have chosen, come back, or taken their seat from the bot.
            if table.action != action or due not in all_due(table, self._means.pace):
                return []
            if due.kind == "roll":
                return roll_events(table)
            if due.kind == "clock":
                return self._live.returning(table) or timeout_events(table)
            move = self._thoughts.choice(table, due.seat) if due.kind == "bot" else PASS
            return choice_events(table, due.seat, move, due.kind) if move is not None else []

        await self._live.change(decide, asked=False)
