"""Sockets of the server's kind in this process, for any application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from rowlock.server.web.frames import Frames


class Hasty(Frames):
    """Sockets that wait for nothing for long."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = 0.1


@asynccontextmanager
async def serving(app: Callable[..., Any], **more: Any) -> AsyncIterator[tuple[str, ServerState]]:
    """Sockets of this application: their address, and those that are open."""
    config = uvicorn.Config(app, ws=Hasty, log_config=None, ws_per_message_deflate=False, **more)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(
        lambda: Hasty(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", state
