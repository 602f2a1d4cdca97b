"""How much one address may ask for, so that nobody takes what is meant for all.

The numbers are settings. A family or a class behind one address does not come near them. They are
counted in memory, by each process for itself, and forgotten when it stops.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from math import ceil
from typing import Any, NamedTuple

from litestar import Request, Response
from litestar.connection import ASGIConnection

from rowlock.server import meters
from rowlock.server.live.buckets import Buckets
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.web.clients import home_of
from rowlock.server.web.guesses import Guesses, network_of
from rowlock.server.web.problems import refused
from rowlock.server.web.settings import Settings

MINUTE = 60.0
HOUR = 60 * MINUTE
MOST_BODY = 16 * 1024
"""The largest body of a request, and the largest message on a socket that is answered."""

MOST_MESSAGE = 4 * MOST_BODY
"""The largest message on a socket that is read at all: the socket is closed by a larger one."""

REQUESTS_A_PICTURE = 20
"""A QR code takes as long to be drawn as so many requests take to be answered."""

PATIENCE = -1.0
"""How far a socket may be over its limit before it is closed: as much again as the limit."""

_log = logging.getLogger(__name__)


class TooMany(Refuse):
    """Too much for now; `seconds` says when it will not be."""

    def __init__(self, code: str, what: str, seconds: float) -> None:
        self.seconds = ceil(seconds)
        super().__init__(code, f"{what}: try again in {self.seconds} s")


class Line(NamedTuple):
    """A socket, as its messages are counted: with all others from its address, and by itself."""

    home: str
    number: str


class Limits:
    """What the addresses have asked for lately. Nothing is ever too much when limits are off."""

    def __init__(self, settings: Settings) -> None:
        on = settings.limits
        self._requests = Buckets(on * settings.limit_requests, MINUTE)
        self._picture = min(REQUESTS_A_PICTURE, settings.limit_requests)
        self._tables = Buckets(on * settings.limit_tables, HOUR)
        self._sits = Buckets(on * settings.limit_sits, HOUR)
        self._messages = Buckets(on * settings.limit_messages, MINUTE)
        self._all_messages = Buckets(on * settings.limit_all_messages, MINUTE)
        self.thinking = Buckets(on * settings.limit_thinking, MINUTE)
        self.guesses = Guesses(on * settings.limit_guesses, on * settings.limit_network_guesses)
        self._most_sockets = on * settings.limit_sockets
        self._sockets: Counter[str] = Counter()
        self._numbers = count(1)

    def request(self, home: str) -> None:
        """A request came from there, or a socket is to be opened."""
        self._take(self._requests, home, Refusal.TOO_MANY_REQUESTS, "too many requests")

    def picture(self, home: str) -> None:
        """A QR code is to be drawn for somebody there."""
        what = "too many QR codes"
        self._take(self._requests, home, Refusal.TOO_MANY_REQUESTS, what, self._picture)

    def table(self, home: str) -> None:
        """A table is to be made from there."""
        self._take(self._tables, home, Refusal.TOO_MANY_TABLES, "too many new tables")

    def too_many_guesses(self, home: str, wait: float) -> TooMany:
        """Too many codes were tried there that no table has."""
        return self._too_many(home, Refusal.TOO_MANY_GUESSES, "too many wrong codes", wait)

    @contextmanager
    def sitting(self, home: str, code: str) -> Iterator[None]:
        """Somebody from there sits down at a table; who is refused by the table has not."""
        key = f"{home} {code}"
        # Taken before it is done: many may ask at the same time.
        if wait := self._sits.take(key):
            what = "people from here have sat down too often at this table"
            raise self._too_many(home, Refusal.TOO_MANY_SITS, what, wait)
        try:
            yield
        except BaseException:
            self._sits.put_back(key)
            raise

    @contextmanager
    def socket(self, home: str) -> Iterator[Line]:
        """A socket is open from there; what its messages are counted by."""
        with self.held(home):
            yield Line(home, f"{home} {next(self._numbers)}")

    @contextmanager
    def held(self, home: str) -> Iterator[None]:
        """Something from there stays open: a socket, or a request that waits."""
        if self._most_sockets and self._sockets[home] >= self._most_sockets:
            what = f"{self._most_sockets} sockets or waiting requests are open already"
            raise self._too_many(home, Refusal.TOO_MANY_SOCKETS, what, MINUTE)
        self._sockets[home] += 1
        try:
            yield
        finally:
            self._sockets[home] -= 1
            if not self._sockets[home]:
                del self._sockets[home]

    def message(self, line: Line) -> None:
        """A message came on this socket. Those that are refused count too."""
        wait = self._all_messages.take(line.home) or self._messages.take(line.number)
        if wait:
            self._messages.spend(line.number, 1)
            raise self._too_many(line.home, Refusal.TOO_MANY_MESSAGES, "too many messages", wait)

    def is_flooded(self, line: Line) -> bool:
        """Whether messages go on coming, though they have long been too many."""
        return self._messages.share_left(line.number) < PATIENCE

    def _take(self, buckets: Buckets, home: str, code: str, what: str, amount: float = 1.0) -> None:
        wait = buckets.take(home, amount)
        if wait:
            raise self._too_many(home, code, what, wait)

    def _too_many(self, home: str, code: str, what: str, seconds: float) -> TooMany:
        hit(code, home)
        return TooMany(code, what, seconds)


def hit(limit: str, home: str) -> None:
    """Something was too much, and is refused: it is counted, and logged."""
    meters.LIMITS_HIT.labels(limit).inc()
    if _log.isEnabledFor(logging.INFO):
        extra = {"limit": str(limit), "network": network_of(home)}
        _log.info("refused by a limit", extra=extra)


def limits_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Limits:
    """The limits of this server."""
    limits = connection.app.state.limits
    assert isinstance(limits, Limits)
    return limits


def home_at(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody is connected from, as limits count it."""
    return home_in(connection.scope)


def home_in(scope: Any) -> str:
    """The same, of what they ask."""
    client = scope["client"]
    return home_of(client[0]) if client else ""


def too_many(request: Request[Any, Any, Any], refusal: TooMany) -> Response[Any]:
    """Too much, as an answer that says when it will not be."""
    answer = refused(request, refusal)
    answer.set_header("retry-after", str(refusal.seconds))
    return answer


def check_size(message: str) -> None:
    """Refuse a message that is larger than any needs to be."""
    # Only of one that may be too large the bytes are counted: a letter has up to four.
    if 4 * len(message) > MOST_BODY and len(message.encode()) > MOST_BODY:
        raise Refuse(Refusal.TOO_LARGE, f"a message has at most {MOST_BODY} bytes")
