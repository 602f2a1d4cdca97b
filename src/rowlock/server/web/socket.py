"""The socket of a table: a page's asks come in, views and answers go out."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from rowlock.server.live.hub import Hub
from rowlock.server.live.page import Page
from rowlock.server.messages import asks
from rowlock.server.messages.reading import read_json
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import AnyTold, Done, Link, Refused
from rowlock.server.web.addresses import shared_origin
from rowlock.server.web.keys import holder_of, is_foreign
from rowlock.server.web.qr import qr_image

CLOSED_BY_REFUSAL = 4400
"""The close code of a socket that cannot be opened; its reason is the code of the refusal."""

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
    await socket.accept()
    hub: Hub = socket.app.state.hub
    try:
        if is_foreign(socket):
            raise Refuse(Refusal.FOREIGN_ORIGIN, "this page is not one of this server's")
        live = await hub.table(code)
    except Refuse as refused:
        await socket.close(CLOSED_BY_REFUSAL, refused.code)
        return
    page = Page(live, holder_of(socket), since)
    try:
        await live.enter(page)
        await _talk(socket, hub, page)
    finally:
        live.leave(page)
        with contextlib.suppress(Exception):
            await socket.close()


async def _talk(socket: AnySocket, hub: Hub, page: Page) -> None:
    """Send and receive until either comes to its end."""
    tasks = [
        asyncio.create_task(_send(socket, page)),
        asyncio.create_task(_receive(socket, hub, page)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                _log.error("table %s: a socket failed", page.live.table.code, exc_info=ended)


async def _send(socket: AnySocket, page: Page) -> None:
    # Sending to a page that has just gone is one of these.
    with contextlib.suppress(OSError, WebSocketDisconnect):
        while True:
            for told in await page.next():
                await socket.send_data(_encode(told), mode="text")


async def _receive(socket: AnySocket, hub: Hub, page: Page) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_data(mode="text")
            await page.answer(await _answer(socket, hub, page, text))


async def _answer(socket: AnySocket, hub: Hub, page: Page, text: str) -> AnyTold:
    n = 0
    try:
        n = _number(text)
        ask = read_json(_asks, text)
        if isinstance(ask, asks.MakeLink):
            return await _link(socket, hub, page, ask)
        if isinstance(ask, asks.Expect):
            return await hub.expect(page.live, page.holder, ask)
        table = await hub.ask(page.live, page.holder, ask)
    except Refuse as refused:
        return Refused(n, refused.code, refused.message)
    return Done(n, table.version)


async def _link(socket: AnySocket, hub: Hub, page: Page, ask: asks.MakeLink) -> Link:
    secret = await hub.make_link(page.live, page.holder, ask.seat)
    scheme = "https" if socket.url.scheme == "wss" else "http"
    host = socket.headers.get("host", "")
    origin = shared_origin(scheme, host, socket.app.state.listening)
    # What follows the # is never sent to a server, so no log has it.
    url = f"{origin}/claim#{secret}"
    return Link(ask.n, ask.seat, url, qr_image(url))


def _number(text: str) -> int:
    try:
        return read_json(_numbers, text).n
    except Refuse:
        return 0
