"""QR codes of links. One takes milliseconds, so servers have a thread make them."""

import io
from functools import lru_cache
from typing import Any

import segno

MOST_KEPT = 500
"""How many pictures are remembered: everybody who comes to a table may want the same."""

# Dark on light whatever the page's theme: cameras want that.
_LOOK: dict[str, Any] = {"border": 2, "dark": "#24211c", "light": "#fffdf8", "omitsize": True}


def _code(text: str) -> segno.QRCode:
    return segno.make(text, error="m", micro=False)


@lru_cache(MOST_KEPT)
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
