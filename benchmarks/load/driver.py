"""Who may move when: as fast as moves are acknowledged, or at a rate. And how long moves took."""

import asyncio
import time
from array import array
from collections import deque
from collections.abc import Awaitable, Callable

Send = Callable[[float], None]
"""Makes a move; the time it counts from is given."""

TICK = 0.002


class Driver:
    """Holds the moves that players are ready to make, and lets them go in the order they came.

    Without a rate so many are under way at a time. At a rate they go when they are due, however
    many are under way, and a move that goes late counts from when it was due.
    """

    def __init__(self) -> None:
        self._ready: deque[Send] = deque()
        self._under_way = 0
        self._most = 0
        self.acknowledged = array("d")
        self.seen = array("d")

    def offer(self, send: Send) -> None:
        """A player is ready to move."""
        self._ready.append(send)
        self._let_go()

    def acknowledge(self, sent: float) -> None:
        """A move was answered as done."""
        self.acknowledged.append(time.perf_counter() - sent)
        self._under_way -= 1
        self._let_go()

    def see(self, sent: float) -> None:
        """Everybody at the table has the view that shows a move."""
        self.seen.append(time.perf_counter() - sent)

    async def flat_out(self, most: int, seconds: float) -> float:
        """Let so many moves be under way at a time; how long it took."""
        self._most = most
        return await self._measured(asyncio.sleep(seconds))

    async def at_rate(self, rate: float, seconds: float) -> float:
        """Let so many moves a second go, evenly; how long it took."""
        return await self._measured(self._evenly(rate, seconds))

    def pause(self) -> None:
        """Let nothing more go."""
        self._most = 0

    async def quiet(self, patience: float = 10.0) -> None:
        """Wait until everything that went has been answered."""
        async with asyncio.timeout(patience):
            while self._under_way:
                await asyncio.sleep(TICK)

    async def _measured(self, work: Awaitable[None]) -> float:
        self.acknowledged, self.seen = array("d"), array("d")
        began = time.perf_counter()
        self._let_go()
        await work
        return time.perf_counter() - began

    async def _evenly(self, rate: float, seconds: float) -> None:
        began, gone = time.perf_counter(), 0
        while (now := time.perf_counter() - began) < seconds:
            while gone < int(now * rate) and self._ready:
                self._go(began + gone / rate)
                gone += 1
            await asyncio.sleep(TICK)

    def _let_go(self) -> None:
        while self._ready and self._under_way < self._most:
            self._go(time.perf_counter())

    def _go(self, due: float) -> None:
        self._under_way += 1
        self._ready.popleft()(due)
