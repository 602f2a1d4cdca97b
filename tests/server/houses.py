"""Tables in this process, with a clock that goes when it is told to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from rowlock.server.live.buckets import Buckets
from rowlock.server.live.hub import Hub
from rowlock.server.live.means import Means
from rowlock.server.live.oracle import Oracle, solved_games
from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.live.thinkers import Thinkers
from rowlock.server.messages.asks import Ask, Ready, Sit, Start
from rowlock.server.messages.tells import AnyTold, View
from rowlock.server.storage import Store, company_of
from rowlock.server.tables.pace import next_due
from rowlock.server.tables.table import Table
from server.people import PATIENCE, new_table
from server.stores import store_in

QUICK = 20.0
NONCE = "0" * 32


class Clock:
    """The time of a house. It goes on in `now`, and the date differs from it by `wrong`, which is
    set as people set clocks."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.wrong = 0.0

    def __call__(self) -> float:
        return self.now + self.wrong

    def steady(self) -> float:
        """Seconds that only ever go on; what they are counted from means nothing."""
        return self.now - 999_000.0


class House:
    """A hub of tables. Its people are known by their names; the creator is ann."""

    def __init__(self, hub: Hub, means: Means, clock: Clock) -> None:
        self.hub = hub
        self.means = means
        self.clock = clock

    @property
    def store(self) -> Store:
        return self.means.store

    async def table(self, seats: str = "me open", *others: str, **more: Any) -> LiveTable:
        """A game in progress: open seats are taken by the others."""
        code = await self.hub.create(new_table(seats=seats, **more), "ann")
        live = await self.hub.table(code)
        for name in others:
            await self.ask(live, name, Sit(name=name, nonce=NONCE))
        for seat in live.table.held_by("ann"):
            await self.ask(live, "ann", Ready(seat=seat.id, nonce=NONCE))
        await self.ask(live, "ann", Start())
        return live

    async def ask(self, live: LiveTable, holder: str, ask: Ask) -> Table:
        return await self.hub.ask(live, holder, ask)

    async def come(self, live: LiveTable, *holders: str) -> list[Page]:
        """These people open pages."""
        pages = [Page(live, holder, 0) for holder in holders]
        for page in pages:
            await live.enter(page)
        return pages

    async def wait(self, live: LiveTable, seconds: float) -> None:
        """Time passes. A guest comes and goes, so that the table looks at the clock."""
        self.clock.now += seconds
        (guest,) = await self.come(live, "")
        live.leave(guest)
        await self.at_rest(live)

    async def at_rest(self, live: LiveTable) -> None:
        """Wait until all has happened at a table that happens by itself now. Bots that still think
        are not waited for."""
        async with asyncio.timeout(PATIENCE):
            await _all_called()
            while not self._rests(live):
                await asyncio.sleep(0.002)
                await _all_called()

    async def all_thought(self, live: LiveTable) -> None:
        """Wait until no bot thinks any more, and all has happened that comes of it."""
        await until(lambda: not self.means.thinkers._busy.total())
        await _all_called()
        await self.at_rest(live)

    def _rests(self, live: LiveTable) -> bool:
        keeper = live._keeper
        if live._changing.locked() or (keeper._task is not None and keeper._stirred.is_set()):
            return False
        if keeper._task is None or not live.attendance.here:
            return True
        due = next_due(live.table, self.means.pace, keeper._thoughts.pending)
        return due is None or due.at > live.time


@asynccontextmanager
async def open_house(
    folder: Path,
    clock: Clock | None = None,
    pace: float = 0.0,
    threads: int = 2,
    budget: Buckets | None = None,
) -> AsyncIterator[House]:
    """A house that keeps its tables in this folder, and has so many threads for its bots."""
    clock = clock or Clock()
    with (
        Thinkers(threads, budget) as thinkers,
        Oracle(partial(solved_games, folder / "solved")) as oracle,
    ):
        async with store_in(folder) as store:
            means = Means(store, thinkers, pace, clock, company_of(store), clock.steady)
            hub = Hub(means, oracle)
            async with hub.open():
                yield House(hub, means, clock)


async def until(holds: Callable[[], object]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)


async def _all_called() -> None:
    """What is called soon, and what that calls soon, is called before this ends."""
    for _ in range(3):
        await asyncio.sleep(0)


async def told(page: Page) -> list[AnyTold]:
    """What a page is told next."""
    return await asyncio.wait_for(page.next(), PATIENCE)


async def view_of(page: Page) -> View:
    """The next view of a page."""
    while True:
        for one in await told(page):
            if isinstance(one, View):
                return one
