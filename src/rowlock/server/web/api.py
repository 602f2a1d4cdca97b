"""Playing over plain HTTP, for programs: a token, the view of a table, and every ask."""

from typing import Annotated

from litestar import get, post
from litestar.openapi.spec import Example
from litestar.params import BodyKwarg, QueryParameter

from rowlock.server.live.table import LiveTable
from rowlock.server.live.visits import Visits
from rowlock.server.messages import asks
from rowlock.server.messages.answers import GivenToken
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import View
from rowlock.server.tables.identity import new_key
from rowlock.server.tables.view import Viewer
from rowlock.server.web.answering import Answer, answer_ask
from rowlock.server.web.bodies import Sent
from rowlock.server.web.http import PERHAPS_WITH_TOKEN, WITH_TOKEN, TableCode
from rowlock.server.web.keys import FOR_ANYBODY, holder_of
from rowlock.server.web.limits import home_at, limits_of
from rowlock.server.web.lookup import table_at
from rowlock.server.web.problems import AnyRequest, problems

LONGEST_WAIT = 30

Since = Annotated[
    int,
    QueryParameter(
        description="The last version you have; the news are what happened after it.", ge=0
    ),
]
Wait = Annotated[
    int,
    QueryParameter(
        description="How many seconds to wait for a version newer than `since`.",
        ge=0,
        le=LONGEST_WAIT,
    ),
]

_EXAMPLES = {
    "Take a seat": asks.Sit(name="Ann", nonce="00112233445566778899aabbccddeeff"),
    "Start the game": asks.Start(),
    "Choose a move": asks.Choose(seat=1, action=12, move="r5"),
}


@post(
    "/api/tokens",
    operation_id="createToken",
    summary="A new token",
    response_description="The token.",
    tags=["server"],
    opt={FOR_ANYBODY: True},
    responses=problems(),
)
async def create_token() -> GivenToken:
    """A token to be known by. It is kept nowhere; seats remember a hash of it."""
    return GivenToken(new_key())


@get(
    "/api/tables/{code:str}/view",
    operation_id="getView",
    summary="What you may see of a table",
    response_description="The table as it is now.",
    tags=["play"],
    security=PERHAPS_WITH_TOKEN,
    responses=problems(404, 410),
)
async def see_table(request: AnyRequest, code: TableCode, since: Since = 0, wait: Wait = 0) -> View:
    """All that you may know of a table, with the moves your seats may choose. With `wait` the
    answer comes as soon as there is something newer than `since`; after that time the view comes
    as it is. Who asks again within a few seconds is at the table, as with an open page."""
    _check_each_once(request)
    live = await table_at(request, code)
    home = home_at(request)
    if wait:
        with limits_of(request).held(home):
            async with visits_of(request).at(live, holder_of(request), home) as visit:
                await visit.newer_than(since, wait)
    else:
        await _be_there(request, live)
    return live.view(Viewer(holder_of(request), since))


@post(
    "/api/tables/{code:str}/asks",
    operation_id="ask",
    summary="Do something at a table",
    response_description="It was done, or this is what was asked for.",
    tags=["play"],
    status_code=200,
    dto=Sent,
    return_dto=None,
    security=WITH_TOKEN,
    responses=problems(403, 404, 409, 410, 413, 422),
)
async def ask_at_table(
    request: AnyRequest,
    code: TableCode,
    data: Annotated[
        asks.AnyAsk,
        BodyKwarg(examples=[Example(what, value=ask) for what, ask in _EXAMPLES.items()]),
    ],
) -> Answer:
    """All that a page can do: one message, answered when it is done and kept for good. `done` has
    the version that shows it."""
    live = await table_at(request, code)
    await _be_there(request, live)
    return await answer_ask(request, live, data)


PLAY_ROUTES = [create_token, see_table, ask_at_table]


def _check_each_once(request: AnyRequest) -> None:
    """Of a parameter that is given twice the framework would take the last, whatever the first."""
    names = [name for name, _ in request.query_params.multi_items()]
    for name in ("since", "wait"):
        if names.count(name) > 1:
            raise Refuse(Refusal.BAD_MESSAGE, f"{name} is given {names.count(name)} times")


def visits_of(request: AnyRequest) -> Visits:
    """Who is at the tables without a page."""
    visits = request.app.state.visits
    assert isinstance(visits, Visits)
    return visits


async def _be_there(request: AnyRequest, live: LiveTable) -> None:
    """Whoever has a seat and asks for anything is at the table; of others nobody takes notice."""
    if live.table.held_by(holder_of(request)):
        async with visits_of(request).at(live, holder_of(request), home_at(request)):
            pass
