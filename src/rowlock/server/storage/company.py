"""The processes that serve the same tables, and what each knows of the others: who looks at a
table elsewhere, and which process thinks for its bots.

A process that has not been heard of for some seconds counts no more: its people are gone, and its
bots are anybody's. One connection a process listens, and writes what is of the moment only. Where
somebody came or went is looked at, and with every beat everywhere, so nothing that was missed stays
missed.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server import meters
from rowlock.server.storage import fellows
from rowlock.server.storage.losses import connected, is_away, refusing
from rowlock.server.storage.notices import CHANNEL, PEOPLE, read_codes, read_payload
from rowlock.server.storage.scribes import Remote
from rowlock.server.storage.store import Store

BEAT = 1.0
"""A round of all tables is made so often, in seconds, and one of those where something changes
whenever it does."""

GAP = 0.02
"""So long passes between two rounds at least."""

AWAY = (0.1, 0.5, 1.0, 2.0)
"""How long is waited before connecting again: the first time, the second, …"""

GOODBYE = 3.0
"""How long leaving may take."""

CLOSING = 10.0
"""How long a connection may take to close after that; the driver gives up before."""

EXACT = 0.1
"""By so many seconds a clock may differ from the database's without being set."""

WRONG = 1.0
"""If it differs by more than so many, whoever looks after the machine is told."""

NEVER = -inf
_log = logging.getLogger(__name__)


Some = Collection[str] | None
"""The codes of some tables; None is all of them."""


class Hall(Protocol):
    """The tables of this process, as a company sees them."""

    def watched(self, some: Some = None) -> Mapping[str, frozenset[str]]:
        """Those of these tables that somebody looks at here, and who."""

    def with_bots(self, some: Some = None) -> Collection[str]:
        """Those of them where bots are to play."""

    def moved_on(self, code: str, seq: int) -> None:
        """A table has so many events now; none if it is deleted."""

    def attended(self, elsewhere: Mapping[str, frozenset[str]], some: Some = None) -> None:
        """Who looks at these tables elsewhere."""

    def leads(self, codes: Collection[str], some: Some = None) -> None:
        """At which of these tables this process thinks for the bots."""

    def listen_again(self) -> None:
        """From now on everything is heard; what was written before may have been missed."""


class Alone:
    """The company of a process that has its tables for itself."""

    alone = True
    listening = True
    now = staticmethod(time.time)

    def stir(self, *codes: str) -> None:
        """There is nobody to be told."""

    async def others_at(self, _code: str) -> frozenset[str]:
        """There is nobody elsewhere."""
        return frozenset()

    @asynccontextmanager
    async def joined(self, _hall: Hall) -> AsyncIterator[None]:
        """There is nothing to join."""
        yield


class Company:
    """The company of processes that share a PostgreSQL."""

    alone = False

    def __init__(self, reading: AsyncEngine, own: AsyncEngine) -> None:
        self.process = secrets.token_hex(16)
        self.listening = False
        self._reading = reading
        self._own = own
        self._ahead = time.time() - time.monotonic()
        self._wrong = 0.0
        self._told: dict[str, frozenset[str]] = {}
        self._named: set[str] = set()
        self._stirred = asyncio.Event()
        self._beat = NEVER
        self._leaving = False

    def now(self) -> float:
        """The time by the database's clock, which all processes go by, whatever becomes of this
        machine's."""
        return time.monotonic() + self._ahead

    def stir(self, *codes: str) -> None:
        """Something has changed at these tables, or may have at any if none is named."""
        self._named.update(codes)
        if not codes:
            self._beat = NEVER
        self._stirred.set()

    async def others_at(self, code: str) -> frozenset[str]:
        """Who looks at this table elsewhere, now."""
        with refusing():
            async with connected(self._reading) as connection:
                found = await fellows.others_at(connection, self.process, [code])
        return found.get(code, frozenset())

    @asynccontextmanager
    async def joined(self, hall: Hall) -> AsyncIterator[None]:
        """Be one of them as long as this is open."""
        task = asyncio.create_task(self._stay(hall))
        try:
            yield
        finally:
            self._leaving = True
            self.stir()
            # A connection that is cut off in a question could not say goodbye.
            done, _ = await asyncio.wait([task], timeout=GOODBYE)
            if not done:
                task.cancel()
                # Who does not wait for the end of a task that was cancelled leaves its connection
                # open.
                await asyncio.wait([task], timeout=CLOSING)

    async def _stay(self, hall: Hall) -> None:
        """Join, and join again whenever the connection is lost."""
        pauses = iter(AWAY)
        while not self._leaving:
            try:
                async with self._connected() as connection:
                    await self._listen(connection, hall)
                    pauses = iter(AWAY)
                    await self._go_round(connection, hall)
            except Exception as error:
                if not is_away(error):
                    _log.exception("the company of other processes failed")
            finally:
                self.listening = False
            if not self._leaving:
                _log.warning("the connection to the other processes is lost; connecting again")
                meters.LISTENER_RECONNECTS.inc()
                await asyncio.sleep(next(pauses, AWAY[-1]))

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        async with self._own.connect() as connection:
            try:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                yield connection
            finally:
                # Nobody else may get a connection that listens.
                await connection.invalidate()

    async def _listen(self, connection: AsyncConnection, hall: Hall) -> None:
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None

        def heard(_connection: object, pid: int, channel: str, payload: str) -> None:
            if channel == CHANNEL:
                for code, seq in read_payload(payload):
                    hall.moved_on(code, seq)
            elif pid != raw.get_server_pid():
                codes = read_codes(payload)
                named = [code for code in codes if code in self._told]
                if named or not codes:
                    self.stir(*named)

        for channel in (CHANNEL, PEOPLE):
            await raw.add_listener(channel, heard)
        raw.add_termination_listener(lambda _: self.stir())
        await fellows.leave(connection, self.process)
        self._told = {}
        self._beat = NEVER
        hall.listen_again()
        self.listening = True

    async def _go_round(self, connection: AsyncConnection, hall: Hall) -> None:
        clock = asyncio.get_running_loop().time
        while not self._leaving:
            self._stirred.clear()
            named, self._named = self._named, set()
            if clock() < self._beat:
                await self._round(connection, hall, named)
            else:
                self._beat = clock() + BEAT
                await self._appear(connection)
                await self._round(connection, hall)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), max(0.0, self._beat - clock()))
            await asyncio.sleep(GAP)
        await fellows.leave(connection, self.process)

    async def _appear(self, connection: AsyncConnection) -> None:
        asked = time.monotonic()
        new, now = await fellows.appear(connection, self.process)
        if new:
            # Others had given this process up, and what it had told is forgotten.
            self._told = {}
        on_the_way = (time.monotonic() - asked) / 2
        ahead = now - asked - on_the_way
        if abs(ahead - self._ahead) > EXACT + on_the_way:
            self._ahead = ahead
        wrong = time.time() - self.now()
        if abs(wrong - self._wrong) > WRONG:
            self._wrong = wrong
            _log.warning("this machine's clock is wrong by %.1f s by the database's", wrong)

    async def _round(self, connection: AsyncConnection, hall: Hall, some: Some = None) -> None:
        watched = hall.watched(some)
        looked_at = self._told.keys() | watched.keys() if some is None else some
        changed = {
            code: watched.get(code, frozenset())
            for code in looked_at
            if self._told.get(code) != watched.get(code)
        }
        if changed:
            await fellows.attend(connection, self.process, changed)
            for code in changed:
                self._told.pop(code, None)
            self._told |= {code: watched[code] for code in changed if code in watched}
        hall.attended(await fellows.others_at(connection, self.process, watched), some)
        with_bots = hall.with_bots(some)
        hall.leads(await fellows.take_leases(connection, self.process, with_bots, some), some)


AnyCompany = Alone | Company


def company_of(store: Store) -> AnyCompany:
    """The company that a process has at this database."""
    if isinstance(store.scribe, Remote):
        return Company(store.engine, store.scribe.engine)
    return Alone()
