"""QR codes of links: drawn beside the tables, one at a time, and only what a link can be.

One takes tens of milliseconds of Python, all of which the tables would wait for. A thread of their
own has them wait for a fraction of a millisecond again and again, and a second one would double
that.
"""

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

import segno
from litestar.connection import ASGIConnection

from rowlock.server.messages.refusals import Refusal, Refuse

MOST_LETTERS = 600
"""The longest text that is drawn; no link of a server is longer."""

MOST_KEPT = 500
"""How many pictures are remembered: everybody who comes to a table may want the same."""

MOST_WAITING = 100
"""How many may wait for theirs. The last of them waits for some seconds."""

# Dark on light whatever the page's theme: cameras want that.
_LOOK: dict[str, Any] = {"border": 2, "dark": "#24211c", "light": "#fffdf8", "omitsize": True}
T = TypeVar("T")


class QrCodes:
    """Draws the QR codes of a server."""

    def __init__(self) -> None:
        self._drawn: dict[str, bytes] = {}
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, "qr")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def has(self, text: str) -> bool:
        """Whether the picture of this link for all is remembered."""
        return text in self._drawn

    async def svg(self, text: str) -> bytes:
        """A picture of a link for all, which is remembered."""
        drawn = self._drawn.get(text)
        if drawn is not None:
            return drawn
        if self._waiting >= MOST_WAITING:
            raise Refuse(Refusal.UNAVAILABLE, "too many QR codes are being drawn: try again")
        return await self._draw(self._svg, text)

    async def image(self, text: str) -> str:
        """A picture of a link with a secret, as the source of an image. It is not remembered:
        nobody ever asks for the same, and a secret should be in memory no longer than it must. It
        is never refused: the secret is told once only, and this is where."""
        return await self._draw(qr_image, text)

    async def _draw(self, draw: Callable[[str], T], text: str) -> T:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, draw, text)
        finally:
            self._waiting -= 1

    def _svg(self, text: str) -> bytes:
        # All of this is done by the one thread: who waited for the same finds it here.
        if text not in self._drawn:
            if len(self._drawn) >= MOST_KEPT:
                del self._drawn[next(iter(self._drawn))]
            self._drawn[text] = qr_svg(text)
        return self._drawn[text]


def qr_codes_of(connection: ASGIConnection[Any, Any, Any, Any]) -> QrCodes:
    """The QR codes of this server."""
    found = connection.app.state.qr_codes
    assert isinstance(found, QrCodes)
    return found


def qr_svg(text: str) -> bytes:
    """A picture that scales."""
    out = io.BytesIO()
    _code(text).save(out, kind="svg", **_LOOK)
    return out.getvalue()


def qr_image(text: str) -> str:
    """The same as the source of an image."""
    return str(_code(text).svg_data_uri(**_LOOK))


def qr_terminal(text: str) -> str:
    """The same for a terminal."""
    out = io.StringIO()
    _code(text).terminal(out, border=2, compact=True)
    return out.getvalue()


def _code(text: str) -> segno.QRCode:
    if len(text) > MOST_LETTERS:
        what = f"a QR code of {len(text)} letters would be too large; {MOST_LETTERS} are possible"
        raise Refuse(Refusal.TOO_LARGE, what)
    return segno.make(text, error="m", micro=False)
