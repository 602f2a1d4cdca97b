"""The processes that serve the same tables, and what each knows of the others: who looks at a
table elsewhere, and which process thinks for its bots.

A process that has not been heard of for some seconds counts no more: its people are gone, and its
bots are anybody's. One connection a process listens, and writes what is of the moment only; all of
it is compared anew in every round, so nothing that was missed stays missed.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server import meters
from rowlock.server.storage import fellows
from rowlock.server.storage.losses import is_away
from rowlock.server.storage.notices import CHANNEL, PEOPLE, read_payload

BEAT = 1.0
"""A round is made so often, in seconds, and whenever something changes here."""

GAP = 0.02
"""So long passes between two rounds at least."""

AWAY = (0.1, 0.5, 1.0, 2.0)
"""How long is waited before connecting again: the first time, the second, …"""

GOODBYE = 3.0
"""How long leaving may take."""

_log = logging.getLogger(__name__)


class Hall(Protocol):
    """The tables of this process, as a company sees them."""

    def watched(self) -> Mapping[str, frozenset[str]]:
        """The tables that somebody looks at here, and who."""

    def with_bots(self) -> Collection[str]:
        """Those of them where bots are to play."""

    def moved_on(self, code: str, seq: int) -> None:
        """A table has so many events now; none if it is deleted."""

    def attended(self, elsewhere: Mapping[str, frozenset[str]]) -> None:
        """Who looks at the tables of this process elsewhere."""

    def leads(self, codes: Collection[str]) -> None:
        """At these tables this process thinks for the bots, at no others."""

    async def look_around(self) -> None:
        """Something may have been missed."""


class Alone:
    """The company of a process that has its tables for itself."""

    alone = True
    listening = True

    def stir(self) -> None:
        """There is nobody to be told."""

    @asynccontextmanager
    async def joined(self, _hall: Hall) -> AsyncIterator[None]:
        """There is nothing to join."""
        yield


class Company:
    """The company of processes that share a PostgreSQL."""

    alone = False

    def __init__(self, engine: AsyncEngine) -> None:
        self.process = secrets.token_hex(16)
        self.listening = False
        self._engine = engine
        self._told: dict[str, frozenset[str]] = {}
        self._stirred = asyncio.Event()
        self._leaving = False

    def stir(self) -> None:
        """Something has changed here that others should know."""
        self._stirred.set()

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

    async def _stay(self, hall: Hall) -> None:
        """Join, and join again whenever the connection is lost."""
        pauses = iter(AWAY)
        while not self._leaving:
            try:
                async with self._engine.connect() as connection:
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
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

    async def _listen(self, connection: AsyncConnection, hall: Hall) -> None:
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None

        def heard(_connection: object, pid: int, channel: str, payload: str) -> None:
            if channel == CHANNEL:
                for code, seq in read_payload(payload):
                    hall.moved_on(code, seq)
            elif pid != raw.get_server_pid():
                self.stir()

        for channel in (CHANNEL, PEOPLE):
            await raw.add_listener(channel, heard)
        raw.add_termination_listener(lambda _: self.stir())
        await fellows.leave(connection, self.process)
        self._told = {}
        self.listening = True
        # From now on everything is heard; what was written before must be looked for.
        await hall.look_around()

    async def _go_round(self, connection: AsyncConnection, hall: Hall) -> None:
        try:
            while not self._leaving:
                self._stirred.clear()
                await self._round(connection, hall)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stirred.wait(), BEAT)
                await asyncio.sleep(GAP)
            await fellows.leave(connection, self.process)
        finally:
            # Nobody else may get a connection that listens.
            await connection.invalidate()

    async def _round(self, connection: AsyncConnection, hall: Hall) -> None:
        if await fellows.appear(connection, self.process):
            # Others had given this process up, and what it had told is forgotten.
            self._told = {}
        watched = dict(hall.watched())
        changed = {
            code
            for code in self._told.keys() | watched.keys()
            if self._told.get(code) != watched.get(code)
        }
        if changed:
            await fellows.attend(
                connection, self.process, {code: watched.get(code, frozenset()) for code in changed}
            )
            self._told = watched
        elsewhere: defaultdict[str, set[str]] = defaultdict(set)
        for code, holder in await fellows.others_at(connection, self.process):
            elsewhere[code].add(holder)
        hall.attended({code: frozenset(holders) for code, holders in elsewhere.items()})
        hall.leads(await fellows.take_leases(connection, self.process, hall.with_bots()))


AnyCompany = Alone | Company


def company_of(engine: AsyncEngine) -> AnyCompany:
    """The company that a process has at this database."""
    return Company(engine) if engine.dialect.name == "postgresql" else Alone()
