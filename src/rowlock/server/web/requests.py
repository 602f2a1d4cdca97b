"""Requests below the application: how long they may take to come, and answers to be taken.

What the application does in between, such as waiting for news, has its own time.
"""

import asyncio
from functools import partial
from random import Random
from typing import Any, NamedTuple

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from rowlock.server.messages.answers import Problem
from rowlock.server.messages.refusals import Refusal
from rowlock.server.web.connections import Connections, Place
from rowlock.server.web.frames import Frames
from rowlock.server.web.limits import hit
from rowlock.server.web.logs import PeerLog

TOO_SLOW = "too-slow"
"""The name of the limit, for metrics and the log."""


class Patience(NamedTuple):
    """How many seconds a request has: its head from the opening of the connection or its first
    byte, its body from then on; and an answer to be taken."""

    head: float = 10.0
    body: float = 20.0
    answer: float = 30.0


PATIENCE = Patience()

SPREAD = 0.2
"""By up to this share a deadline is longer, by chance: peers that came together and are cut do not
all come back at the same moment."""

_rng = Random()


def _full() -> bytes:
    problem = Problem(Refusal.TOO_MANY_SOCKETS, "too many connections are open from your address")
    body = msgspec.json.encode(problem)
    head = (
        "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 60\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


FULL = _full()
"""What somebody is told who gets no place."""


class Requests(H11Protocol):
    """Uvicorn's connections, for peers that take their time."""

    def __init__(
        self,
        *arguments: Any,
        connections: Connections,
        patience: Patience | None = None,
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        self._all = connections
        self._patience = patience or PATIENCE
        self._place: Place | None = None
        # What is waited for, of which request, and how long still.
        self._awaited: tuple[float, object] = (0.0, None)
        self._deadline: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn has it
        """Somebody has connected; they get a place if there is one."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._place = self._all.enter(address, transport)
        if self._place is None:
            transport.write(FULL)
            transport.close()
            return
        # Both do for Uvicorn all that it asks of a logger and of a class.
        log: Any = PeerLog(self.logger, address)
        socket: Any = partial(Frames, left=partial(self._all.leave, self._place))
        self.logger, self.ws_protocol_class = log, socket
        self._await(self._patience.head)

    def data_received(self, data: bytes) -> None:
        """Something of a request has come, if only the rest of one that is answered already."""
        super().data_received(data)
        if self._look() and self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def on_response_complete(self) -> None:
        """All of an answer is on its way; the next request may have begun to come before that."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """It becomes a socket, and keeps its place."""
        self._await(0.0)
        self._stop_taking()
        if self._place is not None:
            self._place.busy = True
            self._place = None
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """The peer has sent what is no request. It is told so unless an answer has begun; for
        whoever is about to answer it has gone, Uvicorn would call that a fault of theirs."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def pause_writing(self) -> None:
        """The peer takes less than it is sent."""
        super().pause_writing()
        self._taking = self.loop.call_later(self._patience.answer, self._cut)

    def resume_writing(self) -> None:
        """It has taken it."""
        super().resume_writing()
        self._stop_taking()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked for. A peer that does not take the last answer cannot keep it."""
        if self.transport.get_write_buffer_size():
            self._cut()
        else:
            super().timeout_keep_alive_handler()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and its place is free."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._await(0.0)
        self._stop_taking()
        if self._place is not None:
            self._all.leave(self._place)
            self._place = None

    def shutdown(self) -> None:
        """The server ends."""
        if not self.transport.is_closing():
            super().shutdown()

    def _look(self) -> bool:
        """Wait for what is to come next; whether that is a request of which nothing is there."""
        if self._place is None:
            return False
        state, seconds = self.conn.their_state, 0.0
        if self.transport.is_closing():
            seconds = self._patience.answer
        elif state is h11.SEND_BODY:
            seconds = self._patience.body
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            seconds = self._patience.head
        self._place.busy = not seconds and state is not h11.IDLE
        self._await(seconds)
        return not seconds and state is h11.IDLE

    def _await(self, seconds: float) -> None:
        """Wait so long at most; what is waited for already does not get more time."""
        awaited = (seconds, self.cycle)
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._deadline is not None:
            self._deadline.cancel()
        if seconds:
            late = seconds * (1 + SPREAD * _rng.random())
            self._deadline = self.loop.call_later(late, self._cut)
        else:
            self._deadline = None

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _cut(self) -> None:
        if self._place is not None:
            hit(TOO_SLOW, self._place.home)
        self.transport.abort()
