"""Whether a server lives and whether it can serve, as whatever watches over it asks."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from browser.serving import Server
from rowlock.server.storage import Store
from rowlock.server.storage.engine import READING
from rowlock.server.web.app import make_app
from rowlock.server.web.front import Front
from rowlock.server.web.settings import Settings
from server.people import PATIENCE, Person


async def asked(front: Front, path: str, method: str = "GET") -> tuple[int, dict[str, Any]]:
    """The status and body of an answer, without a network. Every one is guarded."""
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "state": {},
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await front(scope, receive, send)
    headers = dict(sent[0]["headers"])
    assert headers[b"content-security-policy"].startswith(b"default-src 'none'")
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"cache-control"] == b"no-store"
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], json.loads(body)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Front]:
    settings = Settings(data=folder, pace=0.0)
    app = make_app(settings)
    async with app.lifespan():
        yield Front(app, settings)


def test_both_are_answered_to_anybody_and_nobody_gets_a_key(server: Server) -> None:
    for path in ("/health", "/ready"):
        answer = Person(server.address).get(path)
        assert (answer.status, answer.body) == (200, b'{"status":"ok"}')
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


async def test_it_is_not_ready_before_it_has_started(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    front = Front(make_app(settings), settings)
    assert (await asked(front, "/health"))[0] == 200
    status, said = await asked(front, "/ready")
    assert (status, said["why"]) == (503, "the server is starting")


async def test_it_is_not_ready_when_it_stops_and_takes_nothing_more(tmp_path: Path) -> None:
    async with running(tmp_path) as front:
        assert await asked(front, "/ready") == (200, {"status": "ok"})
        front.stop()
        status, said = await asked(front, "/ready")
        assert (status, said["why"]) == (503, "the server is stopping")
        assert (await asked(front, "/health"))[0] == 200
        status, said = await asked(front, "/api/tables", "POST")
        assert (status, said["code"]) == (503, "unavailable")


async def test_it_is_not_ready_without_its_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as front:
        held = [await front.app.state.store.engine.connect() for _ in range(READING.connections)]
        with monkeypatch.context() as patch:
            patch.setattr("rowlock.server.web.health.PATIENCE", 0.05)
            patch.setattr("rowlock.server.web.health.KEPT", 0.0)
            status, said = await asked(front, "/ready")
        assert (status, said["why"]) == (503, "the database does not answer")
        assert (await asked(front, "/health"))[0] == 200
        for connection in held:
            await connection.close()
        assert (await asked(front, "/ready"))[0] == 200


async def test_however_many_ask_the_database_is_asked_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_at: list[float] = []

    async def why_not(_store: Store) -> None:
        asked_at.append(time.monotonic())
        await asyncio.sleep(0)

    monkeypatch.setattr(Store, "why_not", why_not)
    monkeypatch.setattr("rowlock.server.web.health.KEPT", 1000.0)
    async with running(tmp_path) as front:
        found = await asyncio.gather(*(asked(front, "/ready") for _ in range(20)))
    assert {status for status, _ in found} == {200}
    assert len(asked_at) == 1


async def test_it_is_not_ready_while_it_does_not_hear_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as front:
        monkeypatch.setattr(front.app.state.company, "alone", False, raising=False)
        monkeypatch.setattr(front.app.state.company, "listening", False, raising=False)
        status, said = await asked(front, "/ready")
        assert (status, said["why"]) == (503, "other processes are not heard")


async def test_a_socket_that_comes_too_late_is_told_to_come_again(tmp_path: Path) -> None:
    async with running(tmp_path) as front:
        front.stop()
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "websocket",
            "path": "/api/tables/AAAAAA/socket",
            "raw_path": b"",
            "scheme": "ws",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
        }
        await asyncio.wait_for(front(scope, receive, send), PATIENCE)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == 1012
