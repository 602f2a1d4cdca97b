"""Connections of the server's kind in this process, for any application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from rowlock.server.web.connections import Connections
from rowlock.server.web.frames import Frames
from rowlock.server.web.requests import Patience, Requests

ENOUGH = 1000


@asynccontextmanager
async def answering(
    app: Callable[..., Any], patience: Patience, places: Connections | None = None, **more: Any
) -> AsyncIterator[tuple[str, ServerState]]:
    """Answers of this application: their address, and the connections that are open."""
    places = Connections(ENOUGH, ENOUGH) if places is None else places
    config = uvicorn.Config(app, ws=Frames, log_config=None, access_log=False, **more)
    config.load()
    state = ServerState()
    listening = await asyncio.get_running_loop().create_server(
        lambda: Requests(
            config=config, server_state=state, app_state={}, connections=places, patience=patience
        ),
        "127.0.0.1",
        0,
    )
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", state
