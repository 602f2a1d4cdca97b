"""What stands before the application: the base path, health, and a look at every answer."""

import logging
import time
from typing import Any

import msgspec
from litestar import Litestar
from litestar.types import HTTPScope, Message, Receive, Send

from rowlock.server import meters
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Problem
from rowlock.server.web.health import CHECKS
from rowlock.server.web.logs import ACCESS, shortened
from rowlock.server.web.settings import Settings
from rowlock.server.web.stopping import SERVICE_RESTART, Stopping

_log = logging.getLogger(ACCESS)

_JSON = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
_STOPPING = msgspec.json.encode(
    Problem(Refusal.UNAVAILABLE, "the server is stopping: try again in a moment")
)


class Front:
    """The application as the network meets it.

    A path is taken with the base path and without it: proxies may leave it on or take it off.
    """

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._base = settings.base_path
        self._access_level = logging.INFO if settings.access_log else logging.DEBUG
        self._stopping: Stopping = app.state.stopping

    def stop(self) -> None:
        """Take nothing more; requests that wait for something are answered with what there is."""
        self._stopping.begin()
        self.app.state.visits.stop()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """One request, one socket, or the life of the server."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        inside = without_base(scope, self._base)
        if inside["type"] == "http":
            await self._answer(inside, receive, send)
        elif self._stopping.begun:
            await _close(receive, send)
        else:
            await self.app(inside, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
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
                await _reply(send_and_see, health.status, health.body)
            elif self._stopping.begun:
                await _reply(send_and_see, 503, _STOPPING, (b"retry-after", b"1"))
            else:
                await self.app(scope, receive, send_and_see)
        finally:
            self._note(scope, status, time.perf_counter() - began)

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


async def _reply(send: Send, status: int, body: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [*_JSON, (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _close(receive: Receive, send: Send) -> None:
    """A socket that comes too late is told to come again, to whoever serves then."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": SERVICE_RESTART, "reason": None})
