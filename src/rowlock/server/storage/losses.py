"""Telling a database that cannot be used for a while from a fault of ours.

Every way to lose a database stands here once, with the codes it is known by.
"""

import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.storage.engine import UnsafeDatabase

LOST = "the games cannot be reached"
"""How the log begins to tell of a loss."""

MOST_DAMAGED = 200
"""After so many failures on parts of something, all of it counts as damaged."""

T = TypeVar("T")
R = TypeVar("R")
_log = logging.getLogger(__name__)


class Loss(NamedTuple):
    """Why the games cannot be reached, in words that are for anybody. One that is `passing` is
    often over at once, so that what was to be written is tried again; any other is met again by
    whoever asks next, and nobody waits for it."""

    why: str
    passing: bool = False


AWAY = Loss("the database does not answer", passing=True)
LOCKED = Loss("another program keeps the database locked", passing=True)
STANDBY = Loss("the database takes no changes", passing=True)
FULL = Loss("the disk is full")
FAILING = Loss("the disk cannot be read or written")
READ_ONLY = Loss("the database may not be written")
MISSING = Loss("the database cannot be opened")
NO_MEMORY = Loss("the memory is full")
UNSAFE = Loss("the database would not keep what it says it keeps")
RUINED = Loss("the file of the database is damaged")
DAMAGED = Loss("a part of the database is damaged")
"""Whatever is not on that part can still be reached."""

SQLITE_LOSSES: dict[int, Loss] = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: FAILING,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: MISSING,
    sqlite3.SQLITE_NOMEM: NO_MEMORY,
    sqlite3.SQLITE_NOTADB: RUINED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}
"""By SQLite's primary codes; each stands for all its extended ones."""

POSTGRESQL_LOSSES: dict[str, Loss] = {
    "08": AWAY,
    "57P": AWAY,
    "57014": AWAY,
    "53300": AWAY,
    "25P03": AWAY,
    "40P01": AWAY,
    "40001": AWAY,
    "55P03": LOCKED,
    # A standby that has taken over, or one that no longer is what it was.
    "25006": STANDBY,
    "53100": FULL,
    "53200": NO_MEMORY,
    "53000": FULL,
    "53400": FULL,
    "58": FAILING,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""By how PostgreSQL's codes begin. A connection that was lost or could not be had, or that gave way
to another which waited for it, is as good as a database that is away: trying again helps."""


class Unavailable(Refuse):
    """The games cannot be reached because of a loss."""

    def __init__(self, loss: Loss = AWAY) -> None:
        super().__init__(
            Refusal.UNAVAILABLE,
            f"{LOST} for the moment, {loss.why}: try again",
        )
        self.loss = loss


def loss_of(error: BaseException | None) -> Loss | None:
    """The loss that an error tells of, or one that has led to it; None if it is something else."""
    found: Loss | None = None
    for one in _chain(error):
        if found := _own_loss(one):
            break
    return found or (AWAY if getattr(error, "connection_invalidated", False) else None)


def _own_loss(error: BaseException) -> Loss | None:
    match error:
        case Unavailable():
            return error.loss
        case UnsafeDatabase():
            return UNSAFE
        case sqlite3.Error():
            # The driver's own complaints, such as a wrong number of values, have no code.
            return SQLITE_LOSSES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        case OSError() | NoneFree():
            return AWAY
    state = str(getattr(error, "sqlstate", ""))
    return next((one for key, one in POSTGRESQL_LOSSES.items() if state.startswith(key)), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that have led to it."""
    while error is not None:
        yield error
        error = error.orig if isinstance(error, DBAPIError) else error.__cause__


def is_away(error: BaseException | None) -> bool:
    """Whether the error says that the database cannot be used now."""
    return loss_of(error) is not None


def is_passing(error: BaseException) -> bool:
    """Whether it says that trying again soon may help."""
    loss = loss_of(error)
    return loss is not None and loss.passing


def is_damaged(error: BaseException) -> bool:
    """Whether it says that only a part of the database is lost."""
    return loss_of(error) is DAMAGED


@contextmanager
def refusing() -> Iterator[None]:
    """Whoever asks a database that cannot be used is refused, and the log says why."""
    try:
        yield
    except Unavailable:
        raise
    except Exception as error:
        loss = loss_of(error)
        if loss is None:
            raise
        _tell(loss, error)
        raise Unavailable(loss) from error


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection that nobody gets again if the database was lost on it."""
    async with engine.connect() as connection:
        try:
            yield connection
        except Exception as error:
            if is_away(error):
                await connection.invalidate(error)
            raise


async def sparing(work: Callable[[Sequence[T]], Awaitable[R]], all_of: Sequence[T]) -> list[R]:
    """Do the work for all of these together, or, where some cannot be reached because they are
    damaged, for smaller and smaller parts without them; what came of each part."""
    found, parts, failed = list[R](), [all_of], 0
    while parts:
        part = parts.pop()
        try:
            found.append(await work(part))
        except Unavailable as refused:
            failed += 1
            if not is_damaged(refused) or failed > MOST_DAMAGED:
                raise
            half = len(part) // 2
            parts += [part[half:], part[:half]] if half else []
    return found


def _tell(loss: Loss, error: Exception) -> None:
    # Not as an argument: lines are held back by their words, and each loss is to be told.
    said = f"{LOST}: {loss.why}"
    _log.log(logging.WARNING if loss.passing else logging.ERROR, said, extra=_named(error))


def _named(error: Exception) -> dict[str, object]:
    """The database's own name for an error, if it has one."""
    names = ("sqlite_errorname", "sqlstate")
    found = (getattr(one, name, None) for one in _chain(error) for name in names)
    name = next(filter(None, found), None)
    return {"error": name} if name else {}
