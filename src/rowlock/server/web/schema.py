"""The description of the API, as OpenAPI: made from the handlers when somebody first asks."""

from asyncio import to_thread
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, License, SecurityScheme, Server, Tag

from rowlock import __version__
from rowlock.server.messages import answers, asks, tells
from rowlock.server.web.answering import Answer
from rowlock.server.web.api import PLAY_ROUTES
from rowlock.server.web.http import ROUTES
from rowlock.server.web.problems import AnyRequest

ABOUT = """\
Get a token with `createToken` and send it with every request as `Authorization: Bearer …`: the \
tables you make and the seats you take are its own. A program that only looks on needs none.

Play is a loop: look at a table with `getView`, choose one of the `moves` of your seat with `ask`, \
and wait for something newer than the `version` you have seen. Answers of 4xx have a `code`, which \
never changes, and a `message` for people, which may."""

TAGS = [
    Tag("play", "Looking at a table, and playing."),
    Tag("tables", "Tables: lists, new ones, links, records."),
    Tag("server", "The server, and being known to it."),
]
TOKEN = SecurityScheme(
    type="http",
    scheme="bearer",
    description="What `createToken` answers. A page has the same in a cookie.",
)

MESSAGES: tuple[Any, ...] = (
    *(asks.AnyAsk, asks.NewTable, asks.Claim),
    *(Answer, tells.View, answers.Lists, answers.TableCard, answers.Here, answers.Created),
    *(answers.GivenToken, answers.Keeping, answers.Problem),
)
"""What goes to and fro; their parts follow by themselves."""


@get("/api/openapi.json", include_in_schema=False)
async def schema(request: AnyRequest) -> Response[bytes]:
    """The description of the API."""
    base_path = request.app.state.settings.base_path
    return Response(await to_thread(described, base_path), media_type=MediaType.JSON)


@cache
def described(base_path: str) -> bytes:
    """The framework's description of the routes, with the messages as msgspec knows them: all
    their limits, what may be left out, and their docstrings."""
    config = OpenAPIConfig(
        title="Rowlock",
        version=__version__,
        description=ABOUT,
        license=License(name="MIT", identifier="MIT"),
        servers=[Server(base_path or "/")],
        tags=TAGS,
        components=Components(security_schemes={"token": TOKEN}),
        use_handler_docstrings=True,
    )
    # The framework serves a description only at addresses of its own, so this is an application
    # that serves nothing.
    silent = Litestar([*ROUTES, *PLAY_ROUTES], openapi_config=config, logging_config=None)
    found = silent.openapi_schema.to_schema()
    parts = msgspec.json.schema_components(MESSAGES, ref_template="#/components/schemas/{name}")[1]
    for part in parts.values():
        part["description"] = part["description"].replace("None", "null")
    found["components"]["schemas"] = parts
    return msgspec.json.encode(found)
