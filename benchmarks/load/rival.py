"""Pairs of players at boardgame.io, who do nothing but move."""

import asyncio
import secrets
from typing import Any

import msgspec
from benchmarks.load.driver import Driver
from benchmarks.load.wire import Broken, Socket

GAME = "count"
_PLAY = f"/{GAME},".encode()
_MESSAGE = b"42" + _PLAY
_decode = msgspec.json.decode
_encode = msgspec.json.encode


class Match:
    """Two players, each with a socket, who play match after match."""

    def __init__(self, hosts: tuple[str, str], driver: Driver) -> None:
        self.driver = driver
        self.games = 0
        self.name = ""
        self.players = [Player(self, str(seat), host) for seat, host in enumerate(hosts)]
        self._unseen: list[tuple[int, float]] = []
        self._known_over = 0

    async def begin(self) -> None:
        """Start a match, which is made when it is first asked for; returns when both see it."""
        self.name = secrets.token_hex(6)
        for player in self.players:
            await player.come()
        for player in self.players:
            await asyncio.wait_for(player.playing.wait(), 60)

    def moved(self, version: int, sent: float) -> None:
        """A move was acknowledged; both have to see it."""
        self._unseen.append((version, sent))
        self.look()

    def look(self) -> None:
        """Whether both have seen more by now."""
        seen = min(player.version for player in self.players)
        for version, sent in self._unseen:
            if version <= seen:
                self.driver.see(sent)
        self._unseen = [one for one in self._unseen if one[0] > seen]

    def over(self) -> None:
        """Go on with another match, on the same sockets, once both know that this one is over."""
        self._known_over += 1
        if self._known_over == len(self.players):
            self._known_over = 0
            self.games += 1
            self._next = asyncio.ensure_future(self.begin())

    def leave(self) -> None:
        """Close both sockets."""
        for player in self.players:
            player.leave()


class Player:
    """One of the two. Both see every move; who is to move does so at once."""

    def __init__(self, match: Match, seat: str, host: str) -> None:
        self.version = 0
        self.playing = asyncio.Event()
        self._match = match
        self._seat = seat
        self._host = host
        self._socket: Socket | None = None
        self._sent: dict[int, float] = {}

    async def come(self) -> None:
        """Take the seat in the match there is now."""
        self.version, self._sent = 0, {}
        self.playing.clear()
        if self._socket is not None:
            self._sync()
            return
        address, _, port = self._host.partition(":")
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: Socket(self._take, self._lost), address, int(port)
        )
        socket.greet(self._host, "/socket.io/?EIO=4&transport=websocket", "")
        self._socket = socket

    def leave(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()

    def _lost(self) -> None:
        raise Broken("the server ended a connection")

    def _take(self, text: bytes) -> None:
        assert self._socket is not None
        if text.startswith(_MESSAGE):
            self._follow(_decode(text[len(_MESSAGE) :]))
        elif text.startswith(b"0"):
            self._socket.send(b"40" + _PLAY)
        elif text.startswith(b"40" + _PLAY):
            self._sync()
        elif text == b"2":
            self._socket.send(b"3")

    def _sync(self) -> None:
        self._emit("sync", self._match.name, self._seat, None, 2)

    def _follow(self, message: list[Any]) -> None:
        kind, match, *rest = message
        if match != self._match.name or kind not in ("sync", "update"):
            return
        state = rest[0]["state"] if kind == "sync" else rest[0]
        self.version = state["_stateID"]
        self.playing.set()
        sent = self._sent.pop(self.version, None)
        if sent is not None:
            self._match.driver.acknowledge(sent)
            self._match.moved(self.version, sent)
        self._match.look()
        if "gameover" in state["ctx"]:
            self._match.over()
        elif state["ctx"]["currentPlayer"] == self._seat:
            self._match.driver.offer(self._move)

    def _move(self, due: float) -> None:
        self._sent[self.version + 1] = due
        made = {"type": "add", "args": [], "playerID": self._seat}
        action = {"type": "MAKE_MOVE", "payload": made}
        self._emit("update", action, self.version, self._match.name, self._seat)

    def _emit(self, *message: object) -> None:
        assert self._socket is not None
        self._socket.send(_MESSAGE + _encode(message))
