"""Looking for garbage: seldom, and then for all of it.

Nearly all that a server is done with goes at once, for nothing holds it any more. Python looks for
the rest, objects that hold each other, among the young ones again and again; with thousands of
people at tables these are hundreds of thousands, of which next to none are garbage, and everybody
waits for half a second. So it looks only when the objects have become more by a share of them.
"""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

LEAST_GROWTH = 200_000
"""So many more objects are nothing to look into."""

SHARE = 4
"""A look is due when there are more by one in so many, so that looks take a share of the time that
does not grow with what is there."""

SECONDS_APART = 1.0


class Garbage:
    """What there is by now, compared with what there was after the last look."""

    def __init__(self, least: int = LEAST_GROWTH) -> None:
        self._least = least
        self._growth = least

    def look(self) -> bool:
        """Throw all garbage away if a look is due."""
        if gc.get_count()[0] <= self._growth:
            return False
        gc.collect()
        self._growth = max(self._least, len(gc.get_objects()) // SHARE)
        return True


@contextlib.asynccontextmanager
async def garbage_seldom() -> AsyncIterator[None]:
    """Look for garbage seldom as long as this lasts."""
    gc.disable()
    task = asyncio.create_task(_look_again_and_again())
    try:
        yield
    finally:
        task.cancel()
        gc.enable()


async def _look_again_and_again() -> None:
    garbage = Garbage()
    while True:
        await asyncio.sleep(SECONDS_APART)
        garbage.look()
