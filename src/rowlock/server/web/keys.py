"""The key of a browser: a random secret in a cookie no script can read, or a bearer token."""

from http.cookies import SimpleCookie
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.server.tables.identity import key_hash, new_key

COOKIE = "rowlock"
MAX_AGE = 400 * 24 * 3600
_LONGEST_KEY = 200
_STATE = "rowlock_key"

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Keys(ASGIMiddleware):
    """Gives every browser a key with its first answer that is for it alone."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on with its key."""
        connection: AnyConnection = ASGIConnection(scope)
        key = _bearer(connection) or _cookie(connection)
        scope["state"][_STATE] = key or ""
        if key or scope["type"] != ScopeType.HTTP:
            await next_app(scope, receive, send)
            return
        key = new_key()
        scope["state"][_STATE] = key
        cookie = _set_cookie(key, secure=connection.url.scheme == "https")

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                # A cache that many share would hand one key to all of them.
                if not headers.get("cache-control", "").startswith("public"):
                    headers.add("set-cookie", cookie)
            await send(message)

        await next_app(scope, receive, send_with_cookie)


def holder_of(connection: AnyConnection) -> str:
    """Who is connected, as events know them; empty for a guest without a key."""
    key = connection.scope["state"].get(_STATE, "")
    return key_hash(key) if key else ""


def is_foreign(connection: AnyConnection) -> bool:
    """Whether a page of another site made the browser send its cookie here."""
    if _bearer(connection):
        return False
    origin = connection.headers.get("origin", "")
    return origin.partition("://")[2] != connection.headers.get("host", "")


def _cookie(connection: AnyConnection) -> str | None:
    return _sane(connection.cookies.get(COOKIE, ""))


def _bearer(connection: AnyConnection) -> str | None:
    kind, _, key = connection.headers.get("authorization", "").partition(" ")
    return _sane(key) if kind.lower() == "bearer" else None


def _sane(key: str) -> str | None:
    return key if 20 <= len(key) <= _LONGEST_KEY and key.isascii() else None


def _set_cookie(key: str, secure: bool) -> str:
    cookie = SimpleCookie({COOKIE: key})
    cookie[COOKIE].update({"path": "/", "max-age": str(MAX_AGE), "samesite": "Lax"})
    for flag in ("httponly", "secure") if secure else ("httponly",):
        cookie[COOKIE][flag] = True
    return cookie[COOKIE].OutputString()
