"""The key of a browser: a random secret in a cookie no script can read, or a bearer token.

Whoever sends a cookie may have been made to by a page of another site. So all that changes
something, and every socket, has to come from one of our own pages, or with a token, which no
browser sends by itself.
"""

from http.cookies import SimpleCookie
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables.identity import is_key, key_hash, new_key

COOKIE = "rowlock"
MAX_AGE = 400 * 24 * 3600
CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
FOR_ANYBODY = "for_anybody"
"""Marks, in a handler's `opt`, what anybody may send: it changes nothing of anybody's."""

RENEWS_KEY = "renews_key"
"""Marks, in a handler's `opt`, with which answers a browser gets the key it has once more: it lasts
from then on, so whoever comes again and again never loses it."""

_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_STATE = "rowlock_key"

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Keys(ASGIMiddleware):
    """Gives every browser a key with its first answer that is for it alone, renews it with every
    page, and turns away what other sites make browsers send."""

    def __init__(self, base_path: str = "") -> None:
        self._base_path = base_path

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on with its key."""
        connection: AnyConnection = ASGIConnection(scope)
        if scope["type"] == ScopeType.HTTP:
            check = _check_token if scope["method"] in CHANGES_NOTHING else check_sender
            check(connection)
        key = self._key(connection)
        scope["state"][_STATE] = key or ""
        settled = key is not None and not _is_renewed(connection)
        if settled or scope["type"] != ScopeType.HTTP or is_for_anybody(scope):
            await next_app(scope, receive, send)
            return
        key = key or new_key()
        scope["state"][_STATE] = key
        cookie = _set_cookie(key, is_secure(connection), self._base_path)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                # A cache that many share would hand one key to all of them.
                if not headers.get("cache-control", "").startswith("public"):
                    headers.add("set-cookie", cookie)
            await send(message)

        await next_app(scope, receive, send_with_cookie)

    def _key(self, connection: AnyConnection) -> str | None:
        sent = _token(connection)
        if sent is None:
            name = cookie_name(is_secure(connection), self._base_path)
            sent = connection.cookies.get(name, "")
        return sent if is_key(sent) else None


def holder_of(connection: AnyConnection) -> str:
    """Who is connected, as events know them; empty for a guest without a key."""
    key = connection.scope["state"].get(_STATE, "")
    return key_hash(key) if key else ""


def check_sender(connection: AnyConnection) -> None:
    """Refuse what a page of another site made a browser send, and tokens that are none."""
    _check_token(connection)
    if _token(connection) is not None or is_for_anybody(connection.scope):
        return
    if not connection.headers.keys() & {"origin", "cookie"}:
        raise Refuse(Refusal.NO_KEY, "send a token with it: POST /api/tokens gives you one")
    if is_foreign(connection):
        raise Refuse(Refusal.FOREIGN_ORIGIN, "this page is not one of this server's")


def is_for_anybody(scope: Scope) -> bool:
    """Whether it does not matter who asks. Nobody is given a key with the answer: a page of another
    site may have asked, without the key that is there."""
    return bool(scope["route_handler"].opt.get(FOR_ANYBODY))


def is_foreign(connection: AnyConnection) -> bool:
    """Whether a page of another site made the browser send this."""
    scheme, _, host = connection.headers.get("origin", "").lower().partition("://")
    if f"{scheme}://{host}" == connection.app.state.settings.public_url.lower():
        return False
    # A proxy that is not known to be one may have taken HTTPS off on the way, but none puts it on.
    if scheme not in _DEFAULT_PORTS or (is_secure(connection) and scheme != "https"):
        return True
    own = connection.headers.get("host", "").lower()
    return host != own.removesuffix(_DEFAULT_PORTS[scheme])


def is_secure(connection: AnyConnection) -> bool:
    """Whether the browser came by HTTPS."""
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(secure: bool, base_path: str) -> str:
    """What the cookie is called. By its first letters browsers know that only HTTPS may set it,
    and with `__Host-` that no neighbouring host may; that one has to be for the whole host."""
    if not secure:
        return COOKIE
    return f"__Secure-{COOKIE}" if base_path else f"__Host-{COOKIE}"


def _is_renewed(connection: AnyConnection) -> bool:
    renews = connection.scope["route_handler"].opt.get(RENEWS_KEY)
    return bool(renews) and _token(connection) is None


def _check_token(connection: AnyConnection) -> None:
    token = _token(connection)
    if token is not None and not is_key(token):
        raise Refuse(Refusal.BAD_TOKEN, "this is not a token of the kind this server gives")


def _token(connection: AnyConnection) -> str | None:
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _set_cookie(key: str, secure: bool, base_path: str) -> str:
    name = cookie_name(secure, base_path)
    cookie = SimpleCookie({name: key})
    # Not Strict: who follows a friend's link would come without the key and be given another.
    flags = {"path": base_path or "/", "max-age": str(MAX_AGE), "samesite": "Lax"}
    cookie[name].update(flags)
    for flag in ("httponly", "secure") if secure else ("httponly",):
        cookie[name][flag] = True
    return cookie[name].OutputString()
