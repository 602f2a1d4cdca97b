"""Headers that every answer has, whatever it is."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

ALWAYS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # Most answers are for one person; what others may keep says so itself.
    "cache-control": "no-store",
}


async def add_headers(message: Message, _scope: Scope) -> None:
    """Adds what the answer does not say itself."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in ALWAYS.items():
            headers.setdefault(name, value)
