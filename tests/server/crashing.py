"""Killing servers and PostgreSQL while people play, and comparing what is kept with what they were
told."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from sqlalchemy import text

from browser.serving import Server
from rowlock.server.storage import open_store
from server import hasty
from server.accounts import Tally
from server.crowds import RECIPES, Party, Recipe
from server.databases import database_of, is_used, kill_postgres, start_postgres
from server.faults import is_expected, make_faulty, switches

LONGEST = 0.4
"""Under load, so long passes at most before the next blow, in seconds."""

STUCK = 120.0
"""A table that has not moved for so long never will, in seconds."""

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
    "AND datname = current_database() AND random() < 0.5"
)
"""Ends about half of the connections, among them those that listen."""

Note = Callable[[str], None]


@dataclass
class Report:
    """What was done, and what was found."""

    kills: int = 0
    postgres_kills: int = 0
    cuts: int = 0
    faults: int = 0
    tables: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    def lines(self) -> list[str]:
        """The report for people."""
        return [
            f"{self.kills:8,} times Rowlock was killed",
            f"{self.postgres_kills:8,} times PostgreSQL was killed",
            f"{self.cuts:8,} times connections to PostgreSQL were cut",
            f"{self.faults:8,} times the disk was full, the file locked, or the like",
            f"{self.tables:8,} games played to their end and verified",
            f"{self.tally.acknowledged:8,} acknowledged asks, all kept, each once",
            f"{self.tally.unheard:8,} asks kept whose answer was cut off",
            f"{self.tally.lost:8,} asks cut off before they were kept",
            f"{self.tally.bots:8,} choices of bots",
            f"{self.tally.clocks:8,} times the clock ran out",
            f"{self.tally.views:8,} views compared with the events",
            f"{self.seconds:8,.0f} seconds",
        ]


class Quake:
    """Servers at one database, and parties who play there while it shakes. Their quick clock is
    quicker than usual, so that it runs out now and then."""

    def __init__(
        self,
        folder: Path,
        rng: Random,
        processes: int = 1,
        recipes: tuple[Recipe, ...] = RECIPES,
    ) -> None:
        data = [folder / f"data{number}" for number in range(processes)]
        self.database = database_of(data[0])
        self.servers = [Server(one, self.database) for one in data]
        for server in self.servers:
            server.program = (hasty.PROGRAM, hasty.CLOCK)
        self.parties = [
            Party(recipe, self._addresses, lambda: self._ending, Random(rng.random()))
            for recipe in recipes
        ]
        self.report = Report()
        self._rng = rng
        self._up = list(self.servers)
        self._ending = False

    async def shake(
        self,
        kills: int = 0,
        postgres_kills: int = 0,
        cuts: int = 0,
        faults: int = 0,
        note: Note | None = None,
    ) -> Report:
        """Strike so often while everybody plays, in any order; then play all games to their end,
        and compare all there ever was."""
        began = time.monotonic()
        blows = [self._kill] * kills + [self._kill_postgres] * postgres_kills
        blows += [self._cut] * cuts + [self._fault] * faults
        self._rng.shuffle(blows)
        try:
            async with self._playing():
                for number, blow in enumerate(blows, start=1):
                    await self._under_load()
                    await asyncio.sleep(self._rng.uniform(0, LONGEST))
                    await blow()
                    await self._compare()
                    if note is not None:
                        note(f"{number} of {len(blows)}: {self._progress()}")
            await self._compare(everything=True)
        finally:
            for server in self.servers:
                await asyncio.to_thread(server.stop)
        self._settle_up()
        self.report.seconds = time.monotonic() - began
        return self.report

    @asynccontextmanager
    async def _playing(self) -> AsyncIterator[None]:
        """Everybody plays; in the end no new games are begun, and all are played out."""
        for server in self.servers:
            await asyncio.to_thread(server.start)
        if is_used("postgresql"):
            make_faulty(self.servers[0])
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(party.play()) for party in self.parties]
            yield
            self._ending = True
            while not all(task.done() for task in playing):
                await self._under_load()

    def _addresses(self) -> list[str]:
        """Where people may try: a process that is known to be dead only if there is no other."""
        return [server.address for server in self._up or self.servers]

    async def _under_load(self) -> None:
        """Wait until every table has moved, or is done with."""
        wanted = {party: party.moves + 1 for party in self.parties}
        async with asyncio.timeout(STUCK):
            while any(party.moves < at and not party.done for party, at in wanted.items()):
                await asyncio.sleep(0.002)

    async def _kill(self) -> None:
        victim = self._rng.choice(self.servers)
        await asyncio.to_thread(victim.kill)
        self._up.remove(victim)
        await asyncio.to_thread(victim.start)
        self._up.append(victim)
        self.report.kills += 1

    async def _kill_postgres(self) -> None:
        await asyncio.to_thread(kill_postgres)
        await asyncio.to_thread(start_postgres)
        self.report.postgres_kills += 1

    async def _cut(self) -> None:
        async with open_store(self.database) as store, store.engine.begin() as connection:
            await connection.execute(text(CUT))
        self.report.cuts += 1

    async def _fault(self) -> None:
        """Something is wrong with the disk of a server for a while, or with the database."""
        switch = self._rng.choice(switches(self._rng.choice(self.servers)))
        with switch():
            await asyncio.sleep(self._rng.uniform(0, LONGEST))
        self.report.faults += 1

    async def _compare(self, everything: bool = False) -> None:
        """Compare the games that go on with the database, or all there ever were."""
        # The store must not stay open: an SQLite that somebody has open has nothing to recover.
        async with open_store(self.database) as store:
            for account in [one for party in self.parties for one in party.accounts]:
                if everything or not account.settled:
                    told = account.told
                    kept = await store.read(account.code)
                    assert len(kept) >= told, f"{account.code}: told of {told}, kept {len(kept)}"
                    account.compare(kept)
                    account.settle()

    def _settle_up(self) -> None:
        for account in [one for party in self.parties for one in party.accounts]:
            assert account.settled, f"{account.code} did not come to its end"
            self.report.tables += 1
            self.report.tally = self.report.tally.plus(account.tally())
        for server in self.servers:
            assert "Traceback" not in server.output, server.output
            errors = [line for line in server.complaints if line.startswith("ERROR")]
            assert all(is_expected(line) for line in errors), server.output

    def _progress(self) -> str:
        moves = sum(party.moves for party in self.parties)
        tables = sum(len(party.accounts) for party in self.parties)
        return f"{moves} acknowledged at {tables} tables"
