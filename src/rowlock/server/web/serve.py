"""Running the server, and telling people where it is."""

import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator

import uvicorn

from rowlock.server.web.addresses import ANYWHERE, network_address
from rowlock.server.web.app import Config, make_app
from rowlock.server.web.qr import qr_terminal

MOST_MESSAGE = 16 * 1024


def serve(config: Config, port: int, show: bool) -> None:
    """Serve until interrupted. Raises OSError if the address cannot be used."""
    listener = _listen(config.listening, port)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    settings = uvicorn.Config(
        make_app(config),
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    port = int(listener.getsockname()[1])
    _Announcing(settings, config, port, show).run([listener])


class _Announcing(uvicorn.Server):
    """A server that says where it is once it answers."""

    def __init__(self, settings: uvicorn.Config, config: Config, port: int, show: bool) -> None:
        super().__init__(settings)
        self._here = config, port
        self._open_browser = show

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            for line in announcement(*self._here):
                print(line, flush=True)
            if self._open_browser and has_desktop():
                webbrowser.open(local_address(*self._here))


def announcement(config: Config, port: int) -> Iterator[str]:
    """Where the game is: here, and for phones in the same network."""
    yield "Rowlock is ready."
    yield f"  on this computer      {local_address(config, port)}"
    shared = network_address() if config.listening in ANYWHERE else None
    if shared:
        address = f"http://{shared}:{port}"
        yield f"  in the same network   {address}"
        if sys.stdout.isatty():
            yield ""
            yield qr_terminal(address)
    yield "Stop it with Ctrl+C; every game is kept."


def local_address(config: Config, port: int) -> str:
    """The address to open on this computer."""
    host = "localhost" if config.listening in ANYWHERE else config.listening
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def has_desktop() -> bool:
    """Whether there is a screen a browser can open on."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener
