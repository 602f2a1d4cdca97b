"""QR codes of links."""

import io

import segno


def qr_svg(text: str) -> bytes:
    """A picture that scales, dark on light whatever the page's theme: cameras want that."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=2, dark="#24211c", light="#fffdf8", omitsize=True
    )
    return out.getvalue()


def qr_image(text: str) -> str:
    """The same as the source of an image."""
    code = segno.make(text, error="m", micro=False)
    return str(code.svg_data_uri(border=2, dark="#24211c", light="#fffdf8", omitsize=True))


def qr_terminal(text: str) -> str:
    """The same for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
