"""Whether the server lives, and whether it can serve: for whatever watches over it."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar
from sqlalchemy import text

from rowlock.server.storage import AnyCompany, Store

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
    return None if await database.answers(store) else "the database does not answer"


class DatabaseAsked:
    """Whether the database answers; it is asked once for all who ask at about the same time."""

    def __init__(self) -> None:
        self._one_asks = asyncio.Lock()
        self._answers = False
        self._stale_at = 0.0

    async def answers(self, store: Store) -> bool:
        """What it has just said, or says now."""
        async with self._one_asks:
            if time.monotonic() >= self._stale_at:
                self._answers = await _answers(store)
                self._stale_at = time.monotonic() + KEPT
            return self._answers


async def _answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(PATIENCE), store.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        # Who asks may be anybody; what the database says is for the log.
        _log.warning("the database does not answer: %s", type(error).__name__)
        return False
    return True
