"""A fault of ours, wherever it is: people are told in our own words, and the log stays short."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rowlock.server.live.hub import Hub
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Start
from rowlock.server.messages.tells import Refused
from rowlock.server.web import health
from rowlock.server.web import socket as sockets
from rowlock.server.web.app import make_app
from rowlock.server.web.front import Front
from rowlock.server.web.repeats import kind_of
from rowlock.server.web.settings import Settings
from server.people import PATIENCE, Person, new_table
from server.sockets import serving
from server.test_health import asked

TIMES = 5
INTERNAL_ERROR = 1011


async def broken(*_: object, **__: object) -> None:
    raise RuntimeError("secret")


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Front]:
    settings = Settings(data=folder, pace=0.0, limits=False, warm_up=False)
    app = make_app(settings)
    async with app.lifespan():
        yield Front(app, settings)


@asynccontextmanager
async def open_to(front: Front) -> AsyncIterator[tuple[Person, str]]:
    """Somebody without a key, and the code of a table."""
    code = await front.app.state.hub.create(new_table(), "ann")
    async with serving(front) as (address, _):
        yield Person(address), code


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log of a server would have: one of each kind."""
    told = {kind_of(one): one.message for one in caplog.records if one.levelno >= logging.WARNING}
    return list(told.values())


async def test_a_request_is_answered_in_our_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Hub, "lists", broken)
    async with running(tmp_path) as front:
        for _ in range(TIMES):
            status, said = await asked(front, "/api/tables")
            assert (status, said["code"], sorted(said)) == (500, "failure", ["code", "message"])
            assert "secret" not in said["message"]
    assert lines(caplog) == ["a request failed"]


@pytest.mark.parametrize("where", ["_why_not", "_health"])
async def test_so_is_one_that_fails_before_the_framework(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    where: str,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(health, where, fail)
    async with running(tmp_path) as front:
        for _ in range(TIMES):
            status, said = await asked(front, "/ready")
            assert (status, said["code"]) == (500, "failure")
    assert lines(caplog) == ["a request failed"]


async def test_an_ask_is_answered_and_the_socket_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sockets, "answer_ask", broken)
    async with (
        running(tmp_path) as front,
        open_to(front) as (guest, code),
        guest.at(code, ready=False) as page,
    ):
        for _ in range(TIMES):
            answer = await page.ask(Start())
            assert isinstance(answer, Refused)
            assert (answer.code, "secret" in answer.message) == ("failure", False)
    assert lines(caplog) == [f"table {code}: an ask failed"]


@pytest.mark.parametrize(
    ("owner", "name", "said"),
    [
        (Hub, "table", "a socket could not be opened"),
        (LiveTable, "enter", "table %s: a socket failed"),
        (LiveTable, "view", "table %s: a socket failed"),
    ],
)
async def test_a_socket_is_closed_with_a_reason(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    owner: type,
    name: str,
    said: str,
) -> None:
    def broken_view(*_: object) -> None:
        raise RuntimeError("secret")

    async with running(tmp_path) as front, open_to(front) as (guest, code):
        monkeypatch.setattr(owner, name, broken_view if name == "view" else broken)
        for _ in range(TIMES):
            async with guest.at(code, ready=False) as page:
                closed = await asyncio.wait_for(page.closed(), PATIENCE)
                assert closed == (INTERNAL_ERROR, "failure")
        monkeypatch.undo()
        async with guest.at(code, ready=False) as page:
            await page.until(lambda _: True)
    assert lines(caplog) == [said.replace("%s", code)]
