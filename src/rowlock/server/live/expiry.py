"""Deleting tables that nobody has used for a long time.

Any process does it, at its own times. Two that find the same table do no harm: it is deleted once,
and not at all if somebody has used it meanwhile.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from rowlock.server.live.calendar import DAY, LONG_AGO, Calendar, steady_seconds
from rowlock.server.live.hub import Hub
from rowlock.server.messages.refusals import Refuse
from rowlock.server.messages.tells import Stage
from rowlock.server.storage import Store
from rowlock.server.storage.finding import find_tables, newest_change
from rowlock.server.storage.losses import Unavailable, sparing

FIRST_LOOK = 60.0
LOOK_AGAIN = 3600.0
"""How long after the start, and how often from then on, it is looked for such tables; up to twice
as long, so that processes started together do not all look at once."""

AT_ONCE = 100
"""So many tables are deleted together, so that nobody has to wait for long."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Lifetimes:
    """For how many days tables are kept after their last change: those that never began,
    unfinished games, finished ones. 0 is for ever."""

    lobby: float = 7.0
    game: float = 60.0
    finished: float = 0.0

    def by_stage(self) -> dict[Stage, float]:
        """The same for every stage, without those that are kept for ever."""
        days: dict[Stage, float] = {
            "lobby": self.lobby,
            "closed": self.lobby,
            "playing": self.game,
            "over": self.finished,
            "stopped": self.finished,
        }
        return {stage: kept for stage, kept in days.items() if kept}


async def expire(hub: Hub, store: Store, lifetimes: Lifetimes, now: float) -> int:
    """Delete all tables whose time is over; how many there were."""
    gone = 0
    for stage, days in lifetimes.by_stage().items():
        before = now - days * DAY
        while found := await find_tables(store, [stage], before, AT_ONCE):
            codes = [table.code for table in found]
            parts = await sparing(partial(hub.delete, before=before), codes)
            deleted = set[str]().union(*parts)
            if not deleted:
                break
            gone += len(deleted)
    return gone


@contextlib.asynccontextmanager
async def expiring(
    hub: Hub,
    store: Store,
    lifetimes: Lifetimes,
    now: Callable[[], float],
    steady: Callable[[], float] = steady_seconds,
) -> AsyncIterator[None]:
    """While this is open, tables whose time is over are deleted now and then."""
    calendar = Calendar(now, steady, await _newest(store))

    async def keep_looking() -> None:
        rng, pause = Random(), FIRST_LOOK
        while True:
            await asyncio.sleep(pause * rng.uniform(1, 2))
            pause = LOOK_AGAIN
            try:
                if gone := await expire(hub, store, lifetimes, calendar.today()):
                    _log.info("deleted %d tables that were not used any more", gone)
            except Refuse:
                # The log says so already; they are looked for later.
                continue
            except Exception:
                _log.exception("deleting old tables failed")

    task = asyncio.create_task(keep_looking())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _newest(store: Store) -> float | None:
    """When something last happened at any table. A server also starts when that cannot be read; its
    clock is doubted then."""
    try:
        return await newest_change(store)
    except Unavailable:
        return LONG_AGO
