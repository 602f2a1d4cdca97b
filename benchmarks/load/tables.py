"""People at tables of two, who play game after game against a Rowlock server."""

import asyncio
import secrets
from http.client import HTTPConnection

import msgspec
from benchmarks.load.driver import Driver
from benchmarks.load.wire import Broken, Socket

NEW_TABLE = {
    "variant": "original",
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}],
    # All choices are people's own, so that each of them is a move that is acknowledged.
    "autopass": False,
}
MOST_SKIPPED = 2
"""Players rather pass than skip more spaces, unless passing costs a miss."""


class SeatSeen(msgspec.Struct):
    id: int
    yours: bool
    ready: bool
    kind: str


class MoveSeen(msgspec.Struct):
    move: str
    skips: list[int]
    miss: bool


class Yours(msgspec.Struct):
    seat: int
    acting: bool
    moves: list[MoveSeen]
    chosen: str | None


class GameSeen(msgspec.Struct):
    action: int


class View(msgspec.Struct, tag="view"):
    version: int
    stage: str
    seats: list[SeatSeen]
    yours: list[Yours]
    game: GameSeen | None
    rematch: str | None


class Done(msgspec.Struct, tag="done"):
    n: int
    version: int


class Refused(msgspec.Struct, tag="refused"):
    message: str


class Choices(msgspec.Struct, tag="choices"):
    version: int


class Presence(msgspec.Struct, tag="presence"):
    pass


_decode = msgspec.json.Decoder(View | Choices | Done | Refused | Presence).decode


def create_table(host: str, key: str, source: str | None) -> str:
    """A new table, whose second seat is open; its code."""
    connection = HTTPConnection(host, timeout=30, source_address=(source, 0) if source else None)
    body = msgspec.json.encode(NEW_TABLE)
    connection.request("POST", "/api/tables", body, {"Authorization": f"Bearer {key}"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 201:
        raise Broken(text.decode())
    return str(msgspec.json.decode(text)["code"])


class Pair:
    """Two people, each with a page at the same table. `hosts` are the servers of the two, and
    `source` is the address they come from."""

    def __init__(self, hosts: tuple[str, str], driver: Driver, source: str | None = None) -> None:
        self.driver = driver
        self.source = source
        self.games = 0
        self.people = [
            Person(self, host, creator) for creator, host in zip((True, False), hosts, strict=True)
        ]
        self._unseen: list[tuple[int, float]] = []

    async def begin(self) -> None:
        """Sit down at a new table; returns when the game has started."""
        creator = self.people[0]
        code = await asyncio.to_thread(create_table, creator.host, creator.key, self.source)
        for person in self.people:
            await person.come(code)
        for person in self.people:
            await asyncio.wait_for(person.playing.wait(), 60)

    def moved(self, version: int, sent: float) -> None:
        """A move was acknowledged; everybody has to see it."""
        self._unseen.append((version, sent))
        self.look()

    def look(self) -> None:
        """Whether everybody has seen more by now."""
        if self._unseen:
            seen = min(person.version for person in self.people)
            for version, sent in self._unseen:
                if version <= seen:
                    self.driver.see(sent)
            self._unseen = [one for one in self._unseen if one[0] > seen]

    def leave(self) -> None:
        """Close both pages."""
        for person in self.people:
            person.leave()


class Person:
    """Somebody with a page, which does what a page does and chooses at once."""

    def __init__(self, pair: Pair, host: str, creator: bool) -> None:
        self.host = host
        self.key = secrets.token_urlsafe(32)
        self.version = 0
        self.playing = asyncio.Event()
        self._pair = pair
        self._creator = creator
        self._socket: Socket | None = None
        self._asked: set[object] = set()
        self._sent: dict[int, float] = {}
        self._last_n = 0

    async def come(self, code: str) -> None:
        """Open a page at this table."""
        self.leave()
        self.version, self._asked = 0, set()
        address, _, port = self.host.partition(":")
        loop = asyncio.get_running_loop()
        source = self._pair.source
        _, socket = await loop.create_connection(
            lambda: Socket(self._take, self._lost),
            address,
            int(port),
            local_addr=(source, 0) if source else None,
        )
        more = f"Authorization: Bearer {self.key}\r\n"
        socket.greet(self.host, f"/api/tables/{code}/socket", more)
        self._socket = socket

    def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _lost(self) -> None:
        raise Broken("the server ended a connection")

    def _take(self, text: bytes) -> None:
        told = _decode(text)
        if isinstance(told, View | Choices):
            self.version = told.version
            self._pair.look()
        if isinstance(told, View):
            self._follow(told)
        elif isinstance(told, Done):
            sent = self._sent.pop(told.n, None)
            if sent is not None:
                self._pair.driver.acknowledge(sent)
                self._pair.moved(told.version, sent)
        elif isinstance(told, Refused):
            raise Broken(told.message)

    def _follow(self, view: View) -> None:
        """Do what is to be done, once."""
        if view.stage == "playing":
            self.playing.set()
            for mine in view.yours:
                if mine.acting and mine.chosen is None:
                    self._choose(view, mine)
        elif view.stage == "lobby":
            self._sit_down(view)
        elif view.rematch:
            if self._first("come"):
                self._pair.games += self._creator
                _running.add(task := asyncio.ensure_future(self.come(view.rematch)))
                task.add_done_callback(_running.discard)
        elif self._creator and self._first("rematch"):
            self._ask({"type": "rematch"})

    def _sit_down(self, view: View) -> None:
        mine = [seat for seat in view.seats if seat.yours]
        nonce = secrets.token_hex(16)
        if not mine and self._first("sit"):
            self._ask({"type": "sit", "name": "Bob", "nonce": nonce})
        elif mine and not mine[0].ready and self._first("ready"):
            self._ask({"type": "ready", "seat": mine[0].id, "nonce": nonce})
        elif self._creator and all(seat.ready for seat in view.seats) and self._first("start"):
            self._ask({"type": "start"})

    def _choose(self, view: View, mine: Yours) -> None:
        assert view.game is not None
        action = view.game.action
        if not self._first(action):
            return
        move = choice(mine.moves)
        seat = mine.seat

        def send(due: float) -> None:
            self._sent[self._last_n + 1] = due
            self._ask({"type": "choose", "seat": seat, "action": action, "move": move})

        self._pair.driver.offer(send)

    def _first(self, what: object) -> bool:
        """Whether this is done for the first time at this table."""
        if what in self._asked:
            return False
        self._asked.add(what)
        return True

    def _ask(self, ask: dict[str, object]) -> None:
        self._last_n += 1
        assert self._socket is not None
        self._socket.send(msgspec.json.encode({**ask, "n": self._last_n}))


_running: set["asyncio.Future[None]"] = set()


def choice(moves: list[MoveSeen]) -> str:
    """The cross that skips fewest spaces, if they are few or passing would be a miss."""
    *crosses, passing = moves
    best = min(crosses, key=lambda move: len(move.skips), default=passing)
    return best.move if passing.miss or len(best.skips) <= MOST_SKIPPED else passing.move
