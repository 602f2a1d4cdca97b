"""Telling a database that is away for the moment from one that refuses."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from rowlock.server.messages.refusals import Refusal, Refuse

_AWAY = ("08", "57P", "53300", "25P03", "40P01")
"""How the codes of PostgreSQL begin that say that a connection was lost or could not be had, or
that it gave way to another which waited for it: trying again helps."""


def is_away(error: BaseException | None) -> bool:
    """Whether the error says that the database cannot be reached now."""
    if error is None:
        return False
    if isinstance(error, OSError | NoneFree):
        return True
    if str(getattr(error, "sqlstate", "")).startswith(_AWAY):
        return True
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or is_away(error.orig)
    return is_away(error.__cause__)


def unavailable() -> Refuse:
    """What people are told then."""
    return Refuse(Refusal.UNAVAILABLE, "the games cannot be reached for the moment: try again")


@contextmanager
def refusing() -> Iterator[None]:
    """Whoever asks a database that is away is refused."""
    try:
        yield
    except Exception as error:
        if is_away(error):
            raise unavailable() from error
        raise
