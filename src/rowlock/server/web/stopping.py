"""How a server stops without losing anything: nothing more is taken, what was taken is finished."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.connection import ASGIConnection

SERVICE_RESTART = 1012
"""The close code of sockets that are to be opened again at once."""


class Stopping:
    """Whether the server stops."""

    def __init__(self) -> None:
        self.begun = False
        self._waiting: set[asyncio.Task[object]] = set()

    def begin(self) -> None:
        """The server stops: whoever waits for the next message waits no more."""
        self.begun = True
        for task in self._waiting:
            task.cancel()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """While a task waits for what it need not get, it can be cancelled."""
        task = asyncio.current_task()
        assert task is not None
        if self.begun:
            raise asyncio.CancelledError
        self._waiting.add(task)
        try:
            yield
        finally:
            self._waiting.discard(task)


def stopping_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Stopping:
    """Whether the server of this connection stops."""
    stopping = connection.app.state.stopping
    assert isinstance(stopping, Stopping)
    return stopping
