"""The socket of a table: a page's asks come in, views and answers go out."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from uvicorn.protocols.utils import ClientDisconnected

from rowlock.server import meters
from rowlock.server.live.page import Page
from rowlock.server.messages import asks
from rowlock.server.messages.reading import read_json
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import AnyTold, Refused
from rowlock.server.web.answering import answer_ask
from rowlock.server.web.keys import check_sender, holder_of
from rowlock.server.web.limits import Line, check_size, home_at, limits_of
from rowlock.server.web.lookup import table_at
from rowlock.server.web.problems import FAILED
from rowlock.server.web.stopping import SERVICE_RESTART, stopping_of

CLOSED_BY_REFUSAL = 4400
"""The close code of a socket that cannot be opened; its reason is the code of the refusal."""

TRY_AGAIN_LATER = 1013
"""The close code of one that can be, when the database is back."""

INTERNAL_ERROR = 1011
"""The close code of one that fails by a fault of ours."""

_CLOSE_CODES: dict[str, int] = {
    Refusal.UNAVAILABLE: TRY_AGAIN_LATER,
    Refusal.FAILURE: INTERNAL_ERROR,
}

LAST_WORDS = 2.0
"""How long a page that is to be closed has to take what it was still to be told, in seconds."""

_asks: msgspec.json.Decoder[asks.AnyAsk] = msgspec.json.Decoder(asks.AnyAsk)
_encode = msgspec.json.encode

AnySocket = WebSocket[Any, Any, Any]
_log = logging.getLogger(__name__)


class _Numbered(msgspec.Struct):
    """As much of a message as an answer needs."""

    n: int = 0


_numbers = msgspec.json.Decoder(_Numbered)


@websocket("/api/tables/{code:str}/socket")
async def table_socket(socket: AnySocket, code: FromPath[str], since: FromQuery[int] = 0) -> None:
    """A page at a table."""
    # Who has gone before they could be told anything is missed by nobody.
    with contextlib.suppress(ClientDisconnected):
        await socket.accept()
        try:
            await _let_in(socket, code, since)
        except Refuse as refused:
            await _refuse(socket, refused.code)
        except ClientDisconnected:
            raise
        except Exception:
            _log.exception("a socket could not be opened")
            await _refuse(socket, FAILED.code)
    # A socket holds these, and they hold the socket: together they would be garbage to look for.
    del socket.send, socket.receive


async def _let_in(socket: AnySocket, code: str, since: int) -> None:
    home = home_at(socket)
    with limits_of(socket).socket(home) as line:
        check_sender(socket)
        live = await table_at(socket, code)
        await _visit(socket, Page(live, holder_of(socket), since, home), line)


async def _refuse(socket: AnySocket, code: str) -> None:
    await socket.close(_CLOSE_CODES.get(code, CLOSED_BY_REFUSAL), code)


async def _visit(socket: AnySocket, page: Page, line: Line) -> None:
    """Be at the table while the socket is open; its messages are counted by `line`."""
    try:
        meters.OPEN_SOCKETS.inc()
        await page.live.enter(page)
        await _talk(socket, page, line)
    except Refuse as refused:
        page.end(refused.code)
    except Exception as error:
        _fail(page, error)
    finally:
        page.live.leave(page)
        meters.OPEN_SOCKETS.dec()
        with contextlib.suppress(Exception):
            if stopping_of(socket).begun:
                await socket.close(SERVICE_RESTART)
            elif page.ended is not None:
                await _refuse(socket, page.ended)
            else:
                await socket.close()


def _fail(page: Page, error: Exception) -> None:
    _log.error("table %s: a socket failed", page.live.table.code, exc_info=error)
    page.end(FAILED.code)


async def _talk(socket: AnySocket, page: Page, line: Line) -> None:
    """Send and receive until either comes to its end."""
    tasks = [
        asyncio.create_task(_send(socket, page)),
        asyncio.create_task(_receive(socket, page, line)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if stopping_of(socket).begun:
            page.end(Refusal.UNAVAILABLE)
        if page.ended is not None:
            await asyncio.wait(tasks[:1], timeout=LAST_WORDS)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                _fail(page, ended)


async def _send(socket: AnySocket, page: Page) -> None:
    # Sending to a page that has just gone is one of these.
    with contextlib.suppress(OSError, WebSocketDisconnect):
        while news := await page.next():
            for told in news:
                await socket.send_data(_encode(told), mode="text")


async def _receive(socket: AnySocket, page: Page, line: Line) -> None:
    limits, stopping = limits_of(socket), stopping_of(socket)
    with contextlib.suppress(WebSocketDisconnect):
        while not limits.is_flooded(line):
            with stopping.waiting():
                text = await socket.receive_data(mode="text")
            await page.answer(await _answer(socket, page, text, line))
        page.end(Refusal.TOO_MANY_MESSAGES)


async def _answer(socket: AnySocket, page: Page, text: str, line: Line) -> AnyTold:
    n = 0
    try:
        n = _number(text)
        limits_of(socket).message(line)
        check_size(text)
        ask = read_json(_asks, text)
        return await answer_ask(socket, page.live, ask)
    except Refuse as refused:
        return Refused(n, refused.code, refused.message)
    except Exception:
        _log.exception("table %s: an ask failed", page.live.table.code)
        return Refused(n, FAILED.code, FAILED.message)


def _number(text: str) -> int:
    try:
        return read_json(_numbers, text).n
    except Refuse:
        return 0
