"""Telling a database that is away for the moment from one that refuses."""

from sqlalchemy.exc import DBAPIError

from rowlock.server.messages.refusals import Refusal, Refuse

_AWAY = ("08", "57P")
"""How the codes of PostgreSQL begin that say that a connection was lost or could not be had."""


def is_away(error: BaseException | None) -> bool:
    """Whether the error says that the database cannot be reached now."""
    if error is None:
        return False
    if isinstance(error, OSError) or str(getattr(error, "sqlstate", "")).startswith(_AWAY):
        return True
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or is_away(error.orig)
    return is_away(error.__cause__)


def unavailable() -> Refuse:
    """What people are told then."""
    return Refuse(Refusal.UNAVAILABLE, "the games cannot be reached for the moment: try again")
