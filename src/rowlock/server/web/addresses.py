"""Addresses people can use: of this server, in this network."""

import socket
from ipaddress import ip_address
from typing import Any

from litestar.connection import ASGIConnection

from rowlock.server.web.hosts import read_host
from rowlock.server.web.keys import is_secure

ANYWHERE = ("0.0.0.0", "::")


class CannotListen(Exception):
    """An address that cannot be used, and what to do about it."""

    def __init__(self, host: str, port: int, error: OSError, other: str) -> None:
        super().__init__(f"{host}:{port} cannot be used: {error.strerror}; choose another {other}")


def here(host: str) -> str:
    """How addresses on this computer name who listens there."""
    if host in ANYWHERE:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def network_address() -> str | None:
    """This computer's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ip_address(address).is_loopback else address


def shared_origin(scheme: str, host: str, listening: str) -> str:
    """The origin to put into links for others: a page opened as localhost is reached by the
    network's address, if the server listens there."""
    found = read_host(host)
    if (
        found
        and found.is_this_computer
        and listening in ANYWHERE
        and (address := network_address())
    ):
        return f"{scheme}://{address}{f':{found.port}' if found.port else ''}"
    return f"{scheme}://{host}"


def origin_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The origin to put into links, for whoever is connected."""
    settings = connection.app.state.settings
    if settings.public_url:
        return str(settings.public_url)
    scheme = "https" if is_secure(connection) else "http"
    return shared_origin(scheme, connection.headers.get("host", ""), settings.host)


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address to put before the paths of links, for whoever is connected."""
    return f"{origin_of(connection)}{connection.app.state.settings.base_path}"
