"""Headers that every answer has, whatever it is."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    # The QR code of a link that moves a seat is a picture within the message.
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    # What turns the templates of the page into elements.
    "trusted-types": "svelte-trusted-html",
}
"""What a page may load and from where: nothing but our own, and no script or style within it."""

NOT_NEEDED = (
    "accelerometer",
    "bluetooth",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
"""What browsers offer and no page of ours asks for."""

ALWAYS = {
    "content-security-policy": "; ".join(f"{what} {where}" for what, where in POLICY.items()),
    "permissions-policy": ", ".join(f"{what}=()" for what in NOT_NEEDED),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # Most answers are for one person; what others may keep says so itself.
    "cache-control": "no-store",
}
SECONDS_A_DAY = 24 * 3600


async def add_headers(message: Message, scope: Scope) -> None:
    """Adds what the answer does not say itself."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        days = scope["litestar_app"].state.settings.hsts_days
        for name, value in headers_for(scope["scheme"], days).items():
            headers.setdefault(name, value)


def headers_for(scheme: str, hsts_days: int) -> dict[str, str]:
    """What every answer says to somebody who came this way."""
    if not hsts_days or scheme != "https":
        return ALWAYS
    return {**ALWAYS, "strict-transport-security": f"max-age={hsts_days * SECONDS_A_DAY}"}
