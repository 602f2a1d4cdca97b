"""What day it is, for what is deleted for good."""

import logging
import time
from collections.abc import Callable
from typing import NamedTuple

HOUR = 3600.0
DAY = 24 * HOUR

TOLERATED = HOUR
"""By so many seconds a clock may be ahead without any doubt, each time it is looked at."""

DOUBT = DAY
"""For so many seconds a clock is doubted that jumps ahead of a steady one."""

DOUBT_AT_START = HOUR
"""For so many it is doubted at the start, if nothing has happened at any table for `UNUSED`."""

UNUSED = DAY

LONG_AGO = 0.0
"""Before all that ever happened at a table."""

_ALSO_ASLEEP = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC_RAW", None))
"""The clock of Linux, or of macOS, that also counts while the computer sleeps."""

_log = logging.getLogger(__name__)


def steady_seconds() -> float:
    """Seconds that only go on, whatever the date is set to, also while the computer sleeps."""
    return time.monotonic() if _ALSO_ASLEEP is None else time.clock_gettime(_ALSO_ASLEEP)


class Doubt(NamedTuple):
    """By how much a clock is ahead of the steady one, and from when on that is believed."""

    ahead: float
    ends: float


class Calendar:
    """The date by a clock that may be wrong. One that is set ahead by weeks would make everything
    old at once, so whoever sees to it is given time: what was old before is still old then. A
    steady clock, which only counts, tells how long. Back a clock may go at once."""

    def __init__(
        self, now: Callable[[], float], steady: Callable[[], float], newest: float | None
    ) -> None:
        """`newest` is when something last happened at a table."""
        self._now = now
        self._steady = steady
        self._ahead = now() - steady()
        self._doubt: Doubt | None = None
        if newest is not None and now() - newest > UNUSED:
            self._doubt = Doubt(self._ahead, steady() + DOUBT_AT_START)
            self._ahead = newest - steady()

    def today(self) -> float:
        """The date as far as it is believed."""
        ahead = self._now() - self._steady()
        if ahead - self._ahead <= TOLERATED or self._is_believed(ahead):
            self._ahead, self._doubt = ahead, None
        return self._steady() + self._ahead

    def _is_believed(self, ahead: float) -> bool:
        """Whether the clock has been so far ahead for long enough."""
        if self._doubt is None or ahead > self._doubt.ahead + TOLERATED:
            self._doubt = Doubt(ahead, self._steady() + DOUBT)
            _log.warning(
                "the clock has jumped ahead by %.1f hours: old tables are deleted by it only if it "
                "stays so for a day",
                (ahead - self._ahead) / HOUR,
            )
        return self._steady() >= self._doubt.ends
