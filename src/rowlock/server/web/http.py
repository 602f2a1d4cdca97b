"""What is asked over plain HTTP: lists, new tables, records, links."""

import logging
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.types import Scope

from rowlock import __version__
from rowlock.bots import LEVELS
from rowlock.server.live.hub import Hub, card
from rowlock.server.messages.asks import Claim, NewTable
from rowlock.server.messages.reading import read_json
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Created, Here, Lists, Problem, TableCard
from rowlock.server.tables.records import record_text
from rowlock.server.web.addresses import shared_origin
from rowlock.server.web.keys import holder_of, is_foreign
from rowlock.server.web.qr import qr_svg

STATUS: dict[str, int] = {
    Refusal.NO_TABLE: 404,
    Refusal.FOREIGN_ORIGIN: 403,
    Refusal.LINK_USED: 410,
}
OTHER_STATUS = 400

_log = logging.getLogger(__name__)

AnyRequest = Request[Any, Any, State]
T = TypeVar("T")

_new_tables = msgspec.json.Decoder(NewTable)
_claims = msgspec.json.Decoder(Claim)


@get("/api/here")
async def here(request: AnyRequest) -> Here:
    """The address for others, and the bots to pick from."""
    return Here(_origin(request), __version__, list(LEVELS))


@get("/api/tables")
async def list_tables(request: AnyRequest) -> Lists:
    """Where you sit, and where you may join."""
    return await _hub(request).lists(holder_of(request))


@post("/api/tables")
async def create_table(request: AnyRequest) -> Created:
    """A new table."""
    new = await _body(request, _new_tables)
    return Created(await _hub(request).create(new, holder_of(request)))


@get("/api/tables/{code:str}")
async def find_table(request: AnyRequest, code: FromPath[str]) -> TableCard:
    """Whether there is such a table, and what is played there."""
    return card(await _hub(request).table(code), holder_of(request))


@get("/api/tables/{code:str}/record")
async def download_record(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """The game so far, as a file."""
    table = (await _hub(request).table(code)).table
    return Response(
        record_text(table),
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="rowlock-{table.code}.rlk"'},
    )


@get("/api/tables/{code:str}/qr.svg")
async def join_qr(request: AnyRequest, code: FromPath[str]) -> Response[bytes]:
    """The link to a table, for the camera of a phone."""
    table = (await _hub(request).table(code)).table
    return Response(qr_svg(f"{_origin(request)}/t/{table.code}"), media_type="image/svg+xml")


@post("/api/claim")
async def claim_seat(request: AnyRequest) -> Created:
    """Take over a seat that was moved to this device."""
    claim = await _body(request, _claims)
    return Created(await _hub(request).use_link(claim.secret, holder_of(request)))


ROUTES = [here, list_tables, create_table, find_table, download_record, join_qr, claim_seat]


def refused(_request: AnyRequest, refusal: Refuse) -> Response[Problem]:
    """A refusal as an answer."""
    status = STATUS.get(refusal.code, OTHER_STATUS)
    return Response(
        Problem(refusal.code, refusal.message), status_code=status, media_type=MediaType.JSON
    )


def not_understood(_request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refuses, such as a body that is too large, as an answer."""
    return Response(
        Problem(Refusal.BAD_MESSAGE, error.detail),
        status_code=error.status_code,
        media_type=MediaType.JSON,
    )


async def log_failure(error: Exception, _scope: Scope) -> None:
    """A fault of ours is written down, as it is told to nobody."""
    if not isinstance(error, Refuse | HTTPException):
        _log.error("a request failed", exc_info=error)


def _hub(request: AnyRequest) -> Hub:
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub


def _origin(request: AnyRequest) -> str:
    host = request.headers.get("host", "")
    return shared_origin(request.url.scheme, host, request.app.state.listening)


async def _body(request: AnyRequest, decoder: msgspec.json.Decoder[T]) -> T:
    if is_foreign(request):
        raise Refuse(Refusal.FOREIGN_ORIGIN, "this page is not one of this server's")
    return read_json(decoder, await request.body())
