"""Running the server, and telling people where it is."""

import asyncio
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import cast

import uvicorn

from rowlock import __version__
from rowlock.server.web.addresses import ANYWHERE, CannotListen, here, network_address
from rowlock.server.web.app import make_app
from rowlock.server.web.connections import connections_for
from rowlock.server.web.descriptors import raise_limit, room_in
from rowlock.server.web.frames import Frames
from rowlock.server.web.front import Front
from rowlock.server.web.limits import MOST_MESSAGE
from rowlock.server.web.logs import set_up_logging
from rowlock.server.web.metrics import metrics_served
from rowlock.server.web.qr import qr_terminal
from rowlock.server.web.requests import Requests
from rowlock.server.web.running import Running
from rowlock.server.web.settings import Settings

_log = logging.getLogger(__name__)


SWITCH_SECONDS = 0.0005
"""How long the thread that writes may have to wait for the one that answers, at each step: Python's
own 5 ms would add up."""


def serve(settings: Settings, show: bool) -> None:
    """Serve until interrupted. Raises CannotListen if an address cannot be used."""
    sys.setswitchinterval(SWITCH_SECONDS)
    lines = set_up_logging(settings)
    room = room_in(raise_limit())
    requests = partial(Requests, connections=connections_for(settings, room))
    with (
        closing(_listen(settings.host, settings.port)) as listener,
        metrics_served(settings) as metrics,
    ):
        port = int(listener.getsockname()[1])
        front = Front(make_app(settings), settings)
        running = uvicorn.Config(
            front,
            # Named and not found, for what is installed must not decide what guards the server.
            http=cast("type[asyncio.Protocol]", requests),
            ws=Frames,
            # Python's event loop takes so many connections at a time; more may wait (`Running`).
            backlog=room.batch,
            ws_max_size=MOST_MESSAGE,
            # Views are small; packing them would take longer than sending them.
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            # Who is behind a proxy is found out in one place only, which is ours.
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            # Longer than proxies keep an idle connection: they should be the ones to close it.
            timeout_keep_alive=75,
        )
        announce = partial(_announce, settings, port, metrics, show)
        Running(running, front, announce, lines.write_due).run([listener])


def _announce(settings: Settings, port: int, metrics: str | None, show: bool) -> None:
    fields = {"version": __version__, "port": port, "database": settings.shown_url}
    _log.info("ready", extra=fields)
    for line in announcement(settings, port, metrics):
        print(line, flush=True)
    if show and has_desktop():
        webbrowser.open(local_address(settings, port))


def announcement(settings: Settings, port: int, metrics: str | None = None) -> Iterator[str]:
    """Where the game is: here, and for phones in the same network; and where its metrics are."""
    yield "Rowlock is ready."
    yield f"  on this computer      {local_address(settings, port)}"
    everywhere = settings.host in ANYWHERE and not settings.public_url
    shared = network_address() if everywhere else None
    if shared:
        address = f"http://{shared}:{port}{settings.base_path}"
        yield f"  in the same network   {address}"
        if sys.stdout.isatty():
            yield ""
            yield qr_terminal(address)
    if metrics:
        yield f"  metrics               {metrics}"
    yield "Stop it with Ctrl+C; every game is kept."


def local_address(settings: Settings, port: int) -> str:
    """The address to open on this computer: with a public one the server answers to no other."""
    if settings.public_url:
        return f"{settings.public_url}{settings.base_path}"
    return f"http://{here(settings.host)}:{port}{settings.base_path}"


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
    except OSError as error:
        listener.close()
        other = "with --port, or make play PORT=9000"
        raise CannotListen(host, port, error, other) from error
    return listener
