"""Sockets below their messages: frames that bring none, and ends that nobody waits for."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rowlock.server import meters
from rowlock.server.messages.refusals import Refusal
from rowlock.server.web.logs import PeerLog
from rowlock.server.web.socket import CLOSED_BY_REFUSAL

ACCEPT = "websocket.accept"
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
MOST_FRAMES = 200
"""How many pings, pongs and parts of messages are taken between two of our own pings, which are
20 seconds apart. No limit of messages counts them, yet each is read, and pings are answered whether
the answer is taken or not. Browsers send none by themselves but an answer to each ping."""


class Frames(WebSocketsSansIOProtocol):
    """Uvicorn's sockets, for peers that do not mean well. `left` is called when one is gone."""

    def __init__(
        self, *arguments: Any, left: Callable[[], None] = lambda: None, **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        self._left = left
        self._taken = 0
        self._cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is about to open a socket."""
        super().connection_made(transport)
        # The adapter does for Uvicorn and websockets all that the logger does.
        log: Any = PeerLog(self.logger, self.client[0] if self.client else "")
        self.logger = self.conn.logger = log

    def data_received(self, data: bytes) -> None:
        """Something has come. If it is to open a socket and cannot be read, nobody else answers
        it: Uvicorn would keep it for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()) or UNREADABLE)
            self.transport.close()

    def send(self, message: Any) -> Coroutine[Any, Any, None]:
        """What the application has to say."""
        return self._accept(message) if message["type"] == ACCEPT else super().send(message)

    async def _accept(self, message: Any) -> None:
        """Let the peer in; nobody wants to know any more what was said at the door."""
        await super().send(message)
        del self.request, self.response

    def handle_ping(self) -> None:
        """A ping; its answer is on the way already."""
        super().handle_ping()
        self._take()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping of ours, or to none."""
        super().handle_pong(event)
        self._take()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        super().handle_cont(event)
        self._take()

    def send_keepalive_ping(self) -> None:
        """Time has passed."""
        self._taken = 0
        super().send_keepalive_ping()

    def _take(self) -> None:
        self._taken += 1
        if self._taken > MOST_FRAMES and not self.close_sent:
            meters.LIMITS_HIT.labels(Refusal.TOO_MANY_MESSAGES).inc()
            self.conn.fail(CLOSED_BY_REFUSAL, Refusal.TOO_MANY_MESSAGES)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        """The peer has sent what nobody may, and was told so. For whoever is about to send
        something it has gone; Uvicorn would call that a fault of theirs."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        """The peer has not answered: nothing will ever take what is still to be sent."""
        super().keepalive_timeout()
        self.disconnected = True
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """All is said. A peer that does not take it cannot keep it here."""
        super().on_task_complete(task)
        self._cut = self.loop.call_later(self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        super().connection_lost(exc)
        if self._cut is not None:
            self._cut.cancel()
        self._left()
