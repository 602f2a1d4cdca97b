"""Whether the server lives, and whether it can serve: for whatever watches over it."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar

from rowlock.server.storage import AnyCompany, Store
from rowlock.server.storage.losses import AWAY

PATIENCE = 2.0
"""How long the database has for its answer, in seconds."""

KEPT = 0.5
"""For how many seconds its answer is as good as another: anybody may ask, as often as they like."""

_log = logging.getLogger(__name__)


class Health(NamedTuple):
    """An answer: its status, and what is well or why not."""

    status: int
    body: bytes


def _health(why: str | None) -> Health:
    said = {"status": "ok"} if why is None else {"status": "unavailable", "why": why}
    return Health(200 if why is None else 503, msgspec.json.encode(said))


async def alive(_app: Litestar) -> Health:
    """The process answers, whatever it can do."""
    return _health(None)


async def ready(app: Litestar) -> Health:
    """Whether it is of use to send somebody here."""
    return _health(await _why_not(app))


CHECKS: dict[str, Callable[[Litestar], Any]] = {"/health": alive, "/ready": ready}


async def _why_not(app: Litestar) -> str | None:
    store: Store | None = app.state.get("store")
    company: AnyCompany | None = app.state.get("company")
    if store is None or company is None:
        return "the server is starting"
    if app.state.stopping.begun:
        return "the server is stopping"
    if not company.alone and not company.listening:
        return "other processes are not heard"
    database: DatabaseAsked = app.state.database
    return await database.why_not(store)


class DatabaseAsked:
    """Whether the database can be used; it is asked once for all who ask at about the same time."""

    def __init__(self) -> None:
        self._one_asks = asyncio.Lock()
        self._why: str | None = None
        self._stale_at = 0.0

    async def why_not(self, store: Store) -> str | None:
        """What it has just said, or says now."""
        async with self._one_asks:
            if time.monotonic() >= self._stale_at:
                self._why = await _why(store)
                self._stale_at = time.monotonic() + KEPT
            return self._why


async def _why(store: Store) -> str | None:
    """Who asks may be anybody; what the database says is for the log."""
    known = store.writer.condition.lost
    try:
        async with asyncio.timeout(PATIENCE):
            return await store.why_not()
    except TimeoutError:
        why = (known or AWAY).why
        _log.warning("not ready: %s", why)
        return why
    except Exception:
        _log.exception("the database cannot be asked")
        return AWAY.why
