"""What stands before the application: who asks whom and how often, the base path, health, and a
look at every answer."""

import logging
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import HTTPScope, Message, Receive, Send

from rowlock.server import meters
from rowlock.server.messages.answers import Problem
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.web.clients import Client, client_of, with_client
from rowlock.server.web.headers import headers_for
from rowlock.server.web.health import CHECKS
from rowlock.server.web.limits import Limits, TooMany, home_in
from rowlock.server.web.logs import ACCESS, shortened
from rowlock.server.web.own_hosts import OwnHosts
from rowlock.server.web.problems import FAILED, STATUS
from rowlock.server.web.settings import Settings
from rowlock.server.web.socket import CLOSED_BY_REFUSAL
from rowlock.server.web.stopping import SERVICE_RESTART, Stopping

Headers = Mapping[str, str]
_log = logging.getLogger(ACCESS)
_failures = logging.getLogger(__name__)


class Front:
    """The application as the network meets it.

    A path is taken with the base path and without it: proxies may leave it on or take it off.
    """

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._settings = settings
        self._access_level = logging.INFO if settings.access_log else logging.DEBUG
        self._stopping: Stopping = app.state.stopping
        self._limits: Limits = app.state.limits
        self._hosts = OwnHosts(settings.public_url, settings.host)

    def stop(self) -> None:
        """Take nothing more; requests that wait for something are answered with what there is."""
        self._stopping.begin()
        self.app.state.visits.stop()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """One request, one socket, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = client_of(scope, self._settings.trusted_proxies)
        inside = with_client(without_base(scope, self._settings.base_path), client)
        if inside["type"] == "http":
            await self._answer(inside, client, receive, send)
        else:
            await self._open(inside, client, receive, send)

    def _refusal(self, scope: Any, client: Client) -> Refuse | None:
        """Why this goes no further, wherever it leads: the framework answers some of it itself."""
        try:
            self._hosts.check(client)
            if self._stopping.begun:
                return TooMany(Refusal.UNAVAILABLE, "the server is stopping", 1)
            self._limits.request(home_in(scope))
        except Refuse as refusal:
            return refusal
        return None

    async def _open(self, scope: Any, client: Client, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope, client)
        if refusal is None:
            await self.app(scope, receive, send)
        elif refusal.code == Refusal.UNAVAILABLE:
            # Whoever comes too late is told to come again, to whoever serves then.
            await _close(receive, send, SERVICE_RESTART)
        else:
            await _close(receive, send, CLOSED_BY_REFUSAL, refusal.code)

    async def _answer(self, scope: HTTPScope, client: Client, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 0

        async def send_and_see(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            if check := CHECKS.get(scope["path"]):
                health = await check(self.app)
                await self._reply(scope, send_and_see, health.status, health.body, {})
            elif refusal := self._refusal(scope, client):
                await self._refuse(scope, send_and_see, refusal)
            else:
                await self.app(as_get(scope), receive, send_and_see)
        except Exception:
            _failures.exception("a request failed")
            if status:
                raise
            body = msgspec.json.encode(FAILED)
            await self._reply(scope, send_and_see, STATUS[FAILED.code], body, {})
        finally:
            self._note(scope, status, time.perf_counter() - began)

    async def _refuse(self, scope: HTTPScope, send: Send, refusal: Refuse) -> None:
        body = msgspec.json.encode(Problem(refusal.code, refusal.message))
        again = {"retry-after": str(refusal.seconds)} if isinstance(refusal, TooMany) else {}
        await self._reply(scope, send, STATUS[refusal.code], body, again)

    async def _reply(
        self, scope: HTTPScope, send: Send, status: int, body: bytes, more: Headers
    ) -> None:
        always = headers_for(scope["scheme"], self._settings.hsts_days)
        own = {"content-type": "application/json", "content-length": str(len(body))}
        headers = [(a.encode(), b.encode()) for a, b in {**always, **own, **more}.items()]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        meters.HTTP_ANSWERS.labels(status).inc()
        meters.HTTP_SECONDS.observe(seconds)
        if _log.isEnabledFor(self._access_level):
            client = scope["client"]
            fields = {
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
                "network": shortened(client[0]) if client else "",
            }
            _log.log(self._access_level, "answered", extra=fields)


def without_base(scope: Any, base: str) -> Any:
    """The request as if nothing stood before its path."""
    path: str = scope["path"]
    if not base or not (path == base or path.startswith(f"{base}/")):
        return scope
    raw: bytes = scope.get("raw_path") or b""
    prefix = base.encode()
    return {
        **scope,
        "path": path.removeprefix(base) or "/",
        "raw_path": (raw.removeprefix(prefix) or b"/") if raw.startswith(prefix) else raw,
    }


def as_get(scope: HTTPScope) -> HTTPScope:
    """Who asks for the head of an answer gets that of what they would get, and no body."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


async def _close(receive: Receive, send: Send, code: int, reason: str | None = None) -> None:
    """A browser hears why a socket is closed only if it was open."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": code, "reason": reason})
