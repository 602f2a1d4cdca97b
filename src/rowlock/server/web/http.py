"""What is asked over plain HTTP about tables: lists, new ones, records, links."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, JSONBody, PathParameter

from rowlock import __version__
from rowlock.bots import LEVELS
from rowlock.server.live.hub import Hub, card, code_in
from rowlock.server.messages.answers import Created, Here, Lists, TableCard
from rowlock.server.messages.asks import Claim, NewSeat, NewTable
from rowlock.server.tables.records import record_text
from rowlock.server.web.addresses import address_of, origin_of
from rowlock.server.web.bodies import Sent
from rowlock.server.web.keeping import keeping
from rowlock.server.web.keys import holder_of
from rowlock.server.web.limits import home_at, limits_of
from rowlock.server.web.lookup import table_at
from rowlock.server.web.problems import AnyRequest, problems
from rowlock.server.web.qr import qr_codes_of

TableCode = Annotated[
    str,
    PathParameter(
        description="The table's code: six letters; case, spaces and dashes do not matter.",
        examples=[Example(value="BCDFGH")],
    ),
]
WITH_TOKEN = [{"token": list[str]()}]
"""For operations that need to know who asks."""

PERHAPS_WITH_TOKEN = [*WITH_TOKEN, dict[str, list[str]]()]
"""For operations that answer anybody, and those who are known with more."""

_DUEL = NewTable("original", [NewSeat("me", "Ann"), NewSeat("bot", bot="hard")], start=True)


@get(
    "/api/here",
    operation_id="getServer",
    summary="This server",
    tags=["server"],
    response_description="The server.",
    responses=problems(),
)
async def here(request: AnyRequest) -> Here:
    """The address for others, the version, and the bots to pick from."""
    return Here(origin_of(request), __version__, request.app.state.build, list(LEVELS))


@get(
    "/api/tables",
    operation_id="listTables",
    summary="Tables",
    response_description="Two lists of tables.",
    tags=["tables"],
    security=PERHAPS_WITH_TOKEN,
    responses=problems(),
)
async def list_tables(request: AnyRequest) -> Lists:
    """Where you sit, and where you may join."""
    return await hub_of(request).lists(holder_of(request))


@post(
    "/api/tables",
    operation_id="createTable",
    summary="A new table",
    response_description="The code of the new table.",
    tags=["tables"],
    dto=Sent,
    return_dto=None,
    security=WITH_TOKEN,
    responses=problems(403, 409, 413, 422),
)
async def create_table(
    request: AnyRequest,
    data: Annotated[NewTable, BodyKwarg(examples=[Example("Against a bot", value=_DUEL)])],
) -> Created:
    """Make a table. Seats of yours give their share in the dice with `ready`."""
    home = home_at(request)
    limits_of(request).table(home)
    return Created(await hub_of(request).create(data, holder_of(request), home))


@get(
    "/api/tables/{code:str}",
    operation_id="getTable",
    summary="What is played at a table",
    response_description="The table, as it stands in a list.",
    tags=["tables"],
    security=PERHAPS_WITH_TOKEN,
    responses=problems(404, 410),
)
async def find_table(request: AnyRequest, code: TableCode) -> TableCard:
    """Whether there is such a table, and what is played there."""
    return card(await table_at(request, code), holder_of(request))


@get(
    "/api/tables/{code:str}/record",
    operation_id="getRecord",
    summary="The game as a record",
    response_description="The record: text, one turn a line.",
    tags=["tables"],
    media_type="text/plain",
    responses=problems(404, 409, 410),
)
async def download_record(request: AnyRequest, code: TableCode) -> Response[str]:
    """The game so far, as a file."""
    table = (await table_at(request, code)).table
    return Response(
        record_text(table),
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="rowlock-{table.code}.rlk"'},
    )


@get(
    "/api/tables/{code:str}/qr.svg",
    operation_id="getQrCode",
    summary="The link to a table as a QR code",
    tags=["tables"],
    media_type="image/svg+xml",
    responses={
        **problems(404, 410, 413),
        200: ResponseSpec(str, False, "A picture that scales.", "image/svg+xml"),
    },
)
async def join_qr(request: AnyRequest, code: TableCode) -> Response[bytes]:
    """The link to a table, for the camera of a phone."""
    table = (await table_at(request, code)).table
    link, codes = f"{address_of(request)}/t/{table.code}", qr_codes_of(request)
    if not codes.has(link):
        limits_of(request).picture(home_at(request))
    picture = await codes.svg(link)
    return Response(picture, media_type="image/svg+xml")


@post(
    "/api/claim",
    operation_id="claimSeat",
    summary="Take over a seat",
    response_description="The code of the table where the seat is.",
    tags=["tables"],
    dto=Sent,
    return_dto=None,
    security=WITH_TOKEN,
    responses=problems(403, 404, 410, 413),
)
async def claim_seat(request: AnyRequest, data: JSONBody[Claim]) -> Created:
    """Take over a seat that was moved to you by a link: the secret is what follows its `#`."""
    live = await table_at(request, code_in(data.secret))
    return Created(await hub_of(request).use_link(live, data.secret, holder_of(request)))


ROUTES = [
    here,
    keeping,
    list_tables,
    create_table,
    find_table,
    download_record,
    join_qr,
    claim_seat,
]


def hub_of(request: AnyRequest) -> Hub:
    """All tables."""
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub
