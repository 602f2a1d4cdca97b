"""What the live tables of a process share."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from rowlock.server.live.thinkers import Thinkers
from rowlock.server.storage import Alone, AnyCompany, Store


@dataclass(frozen=True)
class Means:
    """What live tables work with: where events are kept, where bots think, how long pauses are,
    who else serves the same tables. `now` is for the dates of events and may be set while people
    play; `steady` is what they are waited for by, and only ever goes on. `keeping` are the tasks
    that let things happen at tables: they end before the store is closed."""

    store: Store
    thinkers: Thinkers
    pace: float = 1.0
    now: Callable[[], float] = time.time
    company: AnyCompany = field(default_factory=Alone)
    steady: Callable[[], float] = time.monotonic
    keeping: set[asyncio.Task[None]] = field(default_factory=set)
