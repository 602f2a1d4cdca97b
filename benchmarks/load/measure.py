"""One measurement: connections that come, are idle, and play."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import psutil  # type: ignore[import-untyped]  # it comes without types
from benchmarks.load.database import Database
from benchmarks.load.driver import Driver
from benchmarks.load.servers import Server, cpu_of

T = TypeVar("T")

AT_ONCE = 8
"""So many pairs come at the same time."""


class Players(Protocol):
    """Two connections that play game after game."""

    games: int

    async def begin(self) -> None: ...
    def leave(self) -> None: ...


MakePlayers = Callable[[tuple[str, str], Driver], Players]


class Effort(NamedTuple):
    """How much is measured: for how long, how many moves are under way at each server at most,
    and what rates are tried after that."""

    seconds: float
    under_way: int
    rates: tuple[int, ...]


class Idle(NamedTuple):
    """The memory of a server before and with its connections, in bytes."""

    connections: int
    before: int
    after: int


class Played(NamedTuple):
    """What came of a while of play. Moves are of all servers and of each, a second; waits are in
    seconds from a move to everybody's view; work is in seconds of a core a move; shares are of a
    core, and that of the host is what it gave to others instead of to this machine."""

    connections: int
    rate: int | None
    moves: float
    moves_of_each: tuple[float, ...]
    waits: tuple[float, float, float]
    work: float
    database_work: float
    server_share: float
    client_share: float
    host_share: float
    games: int


def measure(
    servers: Sequence[Server],
    database: Database | None,
    make: MakePlayers,
    connections: int,
    effort: Effort,
    apart: bool = False,
) -> tuple[Idle, list[Played]]:
    """Let so many people come in pairs, be idle, play as fast as they can, and at rates. Each
    pair is at one of the servers, or with `apart` its two people are at different ones."""
    measurement = Measurement(servers, database, make, connections, apart)
    return asyncio.run(watched(measurement.run(effort)))


class Measurement:
    """People in pairs at some servers, who come, play when they are let, and leave."""

    def __init__(
        self,
        servers: Sequence[Server],
        database: Database | None,
        make: MakePlayers,
        connections: int,
        apart: bool = False,
    ) -> None:
        self._servers = servers
        self._database = database
        self._connections = connections
        hosts = [server.host for server in servers]
        # Each has its own, so that those who wait for a slow server leave the others their work.
        self._drivers = [Driver() for _ in servers]
        places = [number % len(hosts) for number in range(connections // 2)]
        self._pairs = [
            make((hosts[at], hosts[(at + apart) % len(hosts)]), self._drivers[at]) for at in places
        ]
        self._me = psutil.Process()

    async def run(self, effort: Effort) -> tuple[Idle, list[Played]]:
        """Let them come, be idle, play."""
        before = self._memory()
        await self.come()
        await asyncio.sleep(2)
        idle = Idle(self._connections, before, self._memory())
        await self._drive(None, effort._replace(seconds=effort.seconds / 3))
        played = [await self.play(None, effort)]
        for rate in effort.rates:
            await self.rest()
            played.append(await self.play(rate, effort))
        await self.rest()
        self.leave()
        return idle, played

    def leave(self) -> None:
        """Close all their connections."""
        # Who is just coming to the next table is cut off.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        for pair in self._pairs:
            pair.leave()

    async def come(self) -> None:
        """Let all of them sit down, and their games begin."""
        room = asyncio.Semaphore(AT_ONCE)

        async def begin(pair: Players) -> None:
            async with room:
                await pair.begin()

        await asyncio.gather(*map(begin, self._pairs))

    async def play(self, rate: int | None, effort: Effort) -> Played:
        """Let them play for a while: at this rate, or as fast as they can."""
        games, work, database, client = self._games(), self._work(), self._stored(), self._own()
        stolen = stolen_by_host()
        seconds = await self._drive(rate, effort)
        each = [len(driver.acknowledged) for driver in self._drivers]
        moves, waits = sum(each), [wait for driver in self._drivers for wait in driver.seen]
        used = self._work() - work
        return Played(
            connections=self._connections,
            rate=rate,
            moves=moves / seconds,
            moves_of_each=tuple(made / seconds for made in each),
            waits=(percentile(waits, 50), percentile(waits, 95), percentile(waits, 99)),
            work=used / max(1, moves),
            database_work=(self._stored() - database) / max(1, moves),
            server_share=used / seconds,
            client_share=(self._own() - client) / seconds,
            host_share=(stolen_by_host() - stolen) / seconds,
            games=self._games() - games,
        )

    async def _drive(self, rate: int | None, effort: Effort) -> float:
        """Let them move for a while; how long it took."""
        if rate is None:
            driven = (driver.flat_out(effort.under_way, effort.seconds) for driver in self._drivers)
        else:
            share = rate / len(self._drivers)
            driven = (driver.at_rate(share, effort.seconds) for driver in self._drivers)
        return max(await asyncio.gather(*driven))

    async def rest(self) -> None:
        """Let nobody move, and wait until every move is answered."""
        for driver in self._drivers:
            driver.pause()
        await asyncio.gather(*(driver.quiet() for driver in self._drivers))

    def _games(self) -> int:
        return sum(pair.games for pair in self._pairs)

    def _work(self) -> float:
        return sum(server.cpu for server in self._servers)

    def _memory(self) -> int:
        return sum(server.memory for server in self._servers)

    def _stored(self) -> float:
        return self._database.cpu if self._database else 0.0

    def _own(self) -> float:
        return cpu_of(self._me)


def stolen_by_host() -> float:
    """The seconds of a core that the host of this virtual machine has given to others, as far as
    it tells."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


async def watched(work: Coroutine[Any, Any, T]) -> T:
    """Do the work, and end with the first player that fails: it would go unnoticed among thousands,
    and leave the others faster."""
    running = asyncio.ensure_future(work)
    failed: list[object] = []

    def give_up(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        failed.append(context.get("exception") or context["message"])
        running.cancel()

    asyncio.get_running_loop().set_exception_handler(give_up)
    try:
        return await running
    except asyncio.CancelledError:
        raise SystemExit(f"a player failed: {failed[0]}") from None


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0
