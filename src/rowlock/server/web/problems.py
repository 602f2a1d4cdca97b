"""What goes wrong, as an answer over HTTP: a status, a code and a sentence."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Scope

from rowlock.server.messages.answers import Problem
from rowlock.server.messages.refusals import Refusal, Refuse

STATUS: dict[str, int] = {
    Refusal.BAD_MESSAGE: 400,
    Refusal.NO_KEY: 401,
    Refusal.BAD_TOKEN: 401,
    Refusal.FOREIGN_ORIGIN: 403,
    Refusal.NOT_YOURS: 403,
    Refusal.NOT_CREATOR: 403,
    Refusal.NO_TABLE: 404,
    Refusal.NO_SEAT: 404,
    Refusal.TABLE_FULL: 409,
    Refusal.SEAT_TAKEN: 409,
    Refusal.STARTED: 409,
    Refusal.NOT_STARTED: 409,
    Refusal.NOT_OVER: 409,
    Refusal.CLOSED: 409,
    Refusal.NOT_READY: 409,
    Refusal.STALE: 409,
    Refusal.NOTHING_CHOSEN: 409,
    Refusal.STOOD_IN: 409,
    Refusal.NOT_ABSENT: 409,
    Refusal.NO_MORE_CHANGES: 409,
    Refusal.LINK_USED: 410,
    Refusal.DELETED: 410,
    Refusal.TOO_LARGE: 413,
    Refusal.WRONG_HOST: 421,
    Refusal.BAD_NAME: 422,
    Refusal.NAME_ALIKE: 409,
    Refusal.BAD_SETUP: 422,
    Refusal.NOT_SOLVABLE: 422,
    Refusal.TOO_MANY_REQUESTS: 429,
    Refusal.TOO_MANY_TABLES: 429,
    Refusal.TOO_MANY_SITS: 429,
    Refusal.TOO_MANY_SOCKETS: 429,
    Refusal.TOO_MANY_MESSAGES: 429,
    Refusal.TOO_MANY_GUESSES: 429,
    Refusal.FAILURE: 500,
    Refusal.UNAVAILABLE: 503,
    Refusal.UNREADABLE: 500,
}
AGAINST_THE_RULES = 422
"""The status of all codes of the rules."""

RETRY_AFTER = 2
"""After so many seconds those are to try again who were told that something is unavailable."""

HEADERS: dict[int, dict[str, str]] = {
    401: {"www-authenticate": "Bearer"},
    503: {"retry-after": str(RETRY_AFTER)},
}
"""What is sent with a status."""

MEANING: dict[int, str] = {
    400: "What was sent cannot be read; the message says what would be right.",
    401: "A token is needed and there is none, or it is not one that this server gives.",
    403: "Somebody else may do this: the one whose seat or table it is, or a page of this server.",
    404: "There is no such table, or no such seat.",
    409: "Not now: the table has moved on, or is not there yet. Look at it again.",
    410: "It is gone: the table was deleted, or the link was used already.",
    413: "This is larger than anything the server reads.",
    421: "This server does not answer to the host that was asked for.",
    422: "It can be read, but not done: a rule of the game or of the table is against it.",
    429: "Too much in a short time; the header `Retry-After` says when to try again.",
    500: "A fault of this server, or of what it keeps, which its log tells of. It may have been "
    "done: look first.",
    503: "Not for the moment; the header `Retry-After` says when to try again. It may have been "
    "done all the same: look first.",
}
"""What each status means, for people who write programs."""

FAILED = Problem(Refusal.FAILURE, "something went wrong here, and the log of this server says what")
"""What people are told of a fault of ours."""

GONE = "client disconnected prematurely"
"""What Litestar says, as of a fault of ours, when somebody goes before all of a body has come."""

_log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, State]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """How an operation can fail, for its description. What can befall any is added."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=MEANING[status])
        for status in sorted({*statuses, 400, 401, 421, 429, 500, 503})
    }


def refused(_request: AnyRequest, refusal: Refuse) -> Response[Problem]:
    """A refusal as an answer."""
    status = STATUS.get(refusal.code, AGAINST_THE_RULES)
    return _answer(status, Problem(refusal.code, refusal.message), HEADERS.get(status, {}))


def not_understood(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, such as a body that is too large, as an answer."""
    if error.status_code >= 500:
        return failed(_request, error)
    code = Refusal.TOO_LARGE if error.status_code == 413 else Refusal.BAD_MESSAGE
    problem = Problem(code, _in_words(error))
    return _answer(error.status_code, problem, error.headers or {})


def failed(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    """A fault of ours as an answer, which says nothing of what it was."""
    return _answer(STATUS[FAILED.code], FAILED, {})


async def log_failure(error: Exception, _scope: Scope) -> None:
    """A fault of ours is written down, as it is told to nobody."""
    if isinstance(error, HTTPException):
        is_ours = error.status_code >= 500 and error.detail != GONE
    else:
        is_ours = not isinstance(error, Refuse)
    if is_ours:
        _log.error("a request failed", exc_info=error)


def _answer(status: int, problem: Problem, headers: dict[str, str]) -> Response[Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON, headers=headers)


def _in_words(error: HTTPException) -> str:
    """What was wrong, and where, if the framework knows."""
    found: list[object] = error.extra if isinstance(error.extra, list) else []
    places = [_place(one) for one in found if isinstance(one, dict)]
    return "; ".join(places) or error.detail


def _place(found: dict[str, object]) -> str:
    return f"{found.get('key', 'here')}: {found.get('message', 'this is wrong')}"
