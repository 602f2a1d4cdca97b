"""The server from its first answer to its last, and how it ends."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from rowlock.server.web.front import Front

LONGEST_DRAIN = 4.0
"""How long what was taken has to be finished, in seconds."""

BACKLOG = 2048
"""How many connections may wait to be taken, as far as the system has room for them."""

LAST_WORDS = 0.7
"""How long peers have to take the last they are sent: less than Uvicorn waits, which would call it
a failure."""

_LOOK_AGAIN = 0.02
_log = logging.getLogger(__name__)


class Running(uvicorn.Server):
    """A server that says when it is ready, and stops without losing anything.

    On a signal nothing more is taken; what was taken is committed and answered, then sockets are
    closed so that pages open them again at once. A second signal ends it there and then, which
    loses nothing that was answered either.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        front: Front,
        announce: Callable[[], None],
        on_tick: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._front = front
        self._announce = announce
        self._on_tick = on_tick

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)
        if self.started:
            self._announce()

    async def on_tick(self, counter: int) -> bool:
        """A tenth of a second has passed; whether it is time to end."""
        self._on_tick()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nothing more, finish what was taken, end."""
        _log.info("stopping", extra={"sockets": len(self.server_state.connections)})
        for server in self.servers:
            server.close()
        self._front.stop()
        await self._finish_what_was_taken()
        asyncio.get_running_loop().call_later(LAST_WORDS, self._cut_all)
        await super().shutdown(sockets)
        _log.info("stopped")

    async def _finish_what_was_taken(self) -> None:
        try:
            async with asyncio.timeout(LONGEST_DRAIN):
                while self.server_state.tasks:
                    await asyncio.sleep(_LOOK_AGAIN)
        except TimeoutError:
            _log.warning("%d requests were not finished in time", len(self.server_state.tasks))

    def _cut_all(self) -> None:
        """Whoever has half a request, or does not take their last words, keeps nobody waiting."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # Uvicorn gives both
        """A signal: the first asks it to end, the second ends it."""
        if self.should_exit:
            os._exit(128 + sig)
        # Uvicorn would raise the signal again in the end, as if the server had been cut off.
        self.should_exit = True
