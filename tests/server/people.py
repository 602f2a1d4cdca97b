"""People for tests: browsers without a page, which keep all that a server ever tells them."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from rowlock.server.messages.answers import Created, Problem
from rowlock.server.messages.asks import Ask, NewSeat, NewTable, Ready
from rowlock.server.messages.tells import (
    AnyTold,
    Choices,
    Done,
    Expectation,
    Link,
    NotSolved,
    Refused,
    View,
)

PATIENCE = 60.0
COOKIE = "rowlock"
T = TypeVar("T")

_told = msgspec.json.Decoder(AnyTold)

Answered = Done | Refused | Link | Expectation | NotSolved


class Answer(NamedTuple):
    """What the server answered over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    def read(self, kind: type[T]) -> T:
        """The body, which is of this kind."""
        return msgspec.json.decode(self.body, type=kind)

    @property
    def problem(self) -> str:
        """The code of the refusal that this is."""
        assert 400 <= self.status < 500, self
        return self.read(Problem).code


class Person:
    """Somebody with a browser: its cookie, and every byte that has come to it in `traffic`. The
    `headers` are sent with all they ask, as by a proxy on the way. The address may have a path,
    which everything is below."""

    def __init__(self, address: str, cookie: str | None = None, **headers: str) -> None:
        self.address = address
        self.cookie = cookie
        self.headers = headers
        self.traffic: list[str] = []

    @property
    def key(self) -> str:
        """The secret in the cookie."""
        assert self.cookie is not None
        return self.cookie.partition("=")[2]

    @property
    def origin(self) -> str:
        """The address without its path, as a browser sends it."""
        return self.address.removesuffix(urlsplit(self.address).path)

    def connection(self) -> HTTPConnection:
        """A way to ask over HTTP, once."""
        return HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE)

    def socket_options(self) -> dict[str, Any]:
        """What a socket needs to know besides its address."""
        return {"open_timeout": PATIENCE}

    def http(
        self, method: str, path: str, body: bytes | None = None, **headers: str | None
    ) -> Answer:
        """Ask over HTTP as a page would; headers given as None are left out."""
        sent = {"Origin": self.origin, "Cookie": self.cookie, **self.headers, **headers}
        connection = self.connection()
        try:
            connection.request(
                method,
                urlsplit(self.address).path + path,
                body,
                {name: text for name, text in sent.items() if text is not None},
            )
            response = connection.getresponse()
            got = {name.lower(): text for name, text in response.getheaders()}
            answer = Answer(response.status, got, response.read())
        finally:
            connection.close()
        self._keep_cookie(answer)
        self.traffic += (json.dumps(got), answer.body.decode())
        return answer

    def get(self, path: str, **headers: str | None) -> Answer:
        """Ask for something."""
        return self.http("GET", path, None, **headers)

    def post(self, path: str, value: object, **headers: str | None) -> Answer:
        """Send something."""
        return self.http("POST", path, msgspec.json.encode(value), **headers)

    def create(self, variant: str = "original", seats: str = "me open", **more: Any) -> str:
        """Make a table; its code. Seats are written as words: me, open, or the name of a bot."""
        answer = self.post("/api/tables", new_table(variant, seats, **more))
        assert answer.status == 201, answer
        return answer.read(Created).code

    @asynccontextmanager
    async def at(
        self, code: str, since: int | str = 0, *, origin: str | None = "", ready: bool = True
    ) -> AsyncIterator["Page"]:
        """Look at a table for a while; without a cookie as a guest. Like the real page it gives
        the nonces that are missing, unless it is told not to be ready."""
        async with connect(
            f"ws{self.address.removeprefix('http')}/api/tables/{code}/socket?since={since}",
            origin=None if origin is None else Origin(origin or self.origin),
            additional_headers={**self.headers, **({"Cookie": self.cookie} if self.cookie else {})},
            compression=None,
            max_size=None,
            **self.socket_options(),
        ) as socket:
            page = Page(self, socket)
            try:
                if ready:
                    await page.get_ready()
                yield page
            finally:
                await page.close()

    def _keep_cookie(self, answer: Answer) -> None:
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        if given.partition("=")[0].endswith(COOKIE):
            self.cookie = given


class Ended(AssertionError):
    """A socket was closed before what was waited for had come."""


class Page:
    """A person's page at a table. `told` has all messages in their order; choices are there as the
    views that they lead to, which is how a page shows them."""

    def __init__(self, person: Person, socket: ClientConnection) -> None:
        self.person = person
        self.told: list[AnyTold] = []
        # What is asked for with every message is kept apart: looking for it took longer than play.
        self.views: list[View] = []
        self._answers: dict[int, Answered] = {}
        self.close_code: int | None = None
        self.close_reason = ""
        self._socket = socket
        self._last_n = 0
        self._stirred = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @property
    def view(self) -> View:
        """The last view."""
        return self.views[-1]

    @property
    def seat(self) -> int:
        """The first seat of this person."""
        return next(seat.id for seat in self.view.seats if seat.yours)

    async def get_ready(self) -> None:
        """Give the nonces of one's own seats that have none yet."""
        async with self._stirred:
            await asyncio.wait_for(
                self._stirred.wait_for(lambda: self.views or self.close_code is not None), PATIENCE
            )
        for seat in self.views[-1].seats if self.views and self.view.stage == "lobby" else ():
            if seat.yours and not seat.ready:
                await self.done(Ready(seat=seat.id, nonce=new_nonce()))

    async def send(self, message: str | bytes) -> None:
        """Send anything at all."""
        await self._socket.send(message)

    async def ask(self, ask: Ask) -> Answered:
        """Ask for something and wait for the answer."""
        self._last_n += 1
        n = self._last_n
        await self.send(msgspec.json.encode(msgspec.structs.replace(ask, n=n)).decode())
        return await self.answer(n)

    async def answer(self, n: int) -> Answered:
        """The answer with this number."""
        async with self._stirred:
            await self._wait(lambda: n in self._answers)
        return self._answers[n]

    async def done(self, ask: Ask) -> View:
        """Ask for something that must be done; a view that shows it."""
        answer = await self.ask(ask)
        assert isinstance(answer, Done), answer
        return await self.until(lambda view: view.version >= answer.version)

    async def refused(self, ask: Ask) -> str:
        """Ask for something that must be refused and must change nothing; the code.

        It is asked twice: what others did before the first answer has been shown with it.
        """
        first = await self.ask(ask)
        before = self.view
        second = await self.ask(ask)
        assert isinstance(first, Refused), first
        assert isinstance(second, Refused), second
        assert first.message == second.message
        assert self.view.version == before.version
        return first.code

    async def until(self, holds: Callable[[View], bool]) -> View:
        """The last view, as soon as this holds for it."""
        async with self._stirred:
            await self._wait(lambda: any(map(holds, self.views[-1:])))
        return self.view

    async def closed(self) -> tuple[int | None, str]:
        """Wait until the server closes the socket; its code and reason."""
        await asyncio.wait_for(asyncio.shield(self._reader), PATIENCE)
        return self.close_code, self.close_reason

    async def close(self) -> None:
        """Leave."""
        await self._socket.close()
        await self._reader

    async def _wait(self, holds: Callable[[], bool]) -> None:
        def settled() -> bool:
            return holds() or self.close_code is not None

        await asyncio.wait_for(self._stirred.wait_for(settled), PATIENCE)
        if not holds():
            raise Ended(f"the socket was closed: {self.close_code} {self.close_reason}")

    async def _read(self) -> None:
        try:
            while True:
                text = await self._socket.recv()
                assert isinstance(text, str)
                self.person.traffic.append(text)
                async with self._stirred:
                    told = _told.decode(text)
                    if isinstance(told, Choices):
                        told = with_choices(self.view, told)
                    self._keep(told)
                    self._stirred.notify_all()
        except ConnectionClosed as closed:
            async with self._stirred:
                self.close_code = closed.rcvd.code if closed.rcvd else 1006
                self.close_reason = closed.rcvd.reason if closed.rcvd else ""
                self._stirred.notify_all()

    def _keep(self, told: AnyTold) -> None:
        self.told.append(told)
        if isinstance(told, View):
            self.views.append(told)
        elif isinstance(told, Answered):
            self._answers.setdefault(told.n, told)


def with_choices(view: View, choices: Choices) -> View:
    """A view with the choices told since."""
    assert view.game is not None
    return replace(
        view,
        version=choices.version,
        seats=[replace(seat, chosen=seat.id in choices.chosen) for seat in view.seats],
        yours=[
            replace(own, chosen=chosen)
            for own, chosen in zip(view.yours, choices.yours, strict=True)
        ],
        game=replace(view.game, waiting=choices.waiting, clock=choices.clock),
        news=[],
    )


Arrive = Callable[[], Person]
"""Lets somebody come, who has opened a page and so has a key."""


def new_nonce() -> str:
    """A share in the dice."""
    return secrets.token_hex(16)


def new_seat(word: str, name: str = "Ann") -> NewSeat:
    """A seat to be: me, open, or the name of a bot."""
    if word == "me":
        return NewSeat("me", name)
    return NewSeat("open") if word == "open" else NewSeat("bot", bot=word)


def new_table(variant: str = "original", seats: str = "me open", **more: Any) -> NewTable:
    """A table to be; seats are written as words."""
    return NewTable(variant, [new_seat(word) for word in seats.split()], **more)
