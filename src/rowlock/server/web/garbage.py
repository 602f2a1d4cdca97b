"""Looking for garbage: often among what is young, seldom among all.

Nearly all that a server is done with goes at once, for nothing holds it any more. Python looks for
the rest, objects that hold each other; with thousands of people at tables these are hundreds of
thousands, of which next to none are garbage, and everybody would wait for half a second. So it
looks only among the few that came since the last look, and among all only when these have doubled.
"""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from threading import Thread

YOUNG = 20_000
"""So many new objects are worth a look among them, which takes some hundredths of a second."""

LEAST = 500_000
"""So many more objects are nothing to look into as a whole."""

SECONDS_APART = 1.0


class Garbage:
    """What there is by now, compared with what there was after the last look."""

    def __init__(self, young: int = YOUNG, least: int = LEAST) -> None:
        self._young = young
        self._least = least
        self._new = 0
        """At most so many have come since the last look among all, and have stayed."""

        self._kept = 0
        """So many were there after it."""

    def look(self) -> bool:
        """Throw garbage away if a look is due. Was it one among all?"""
        young = gc.get_count()[0]
        if young <= self._young:
            return False
        gc.collect(1)
        self._new += young
        if self._new <= self._due:
            return False
        # Python counts no old object that went while no young ones were there: count again.
        self._new = len(gc.get_objects()) - self._kept
        if self._new <= self._due:
            return False
        gc.collect()
        self._new, self._kept = 0, len(gc.get_objects())
        return True

    @property
    def _due(self) -> int:
        return max(self._least, self._kept)


@contextlib.asynccontextmanager
async def garbage_seldom(loading: Thread | None = None) -> AsyncIterator[None]:
    """Look for garbage seldom as long as this lasts; what is there when `loading` has ended is not
    looked into at all, for it stays."""
    gc.disable()
    task = asyncio.create_task(_look_again_and_again(loading))
    try:
        yield
    finally:
        task.cancel()
        gc.unfreeze()
        gc.enable()


async def _look_again_and_again(loading: Thread | None) -> None:
    garbage = Garbage()
    while True:
        await asyncio.sleep(SECONDS_APART)
        if loading is not None and not loading.is_alive():
            gc.freeze()
            loading = None
        garbage.look()
