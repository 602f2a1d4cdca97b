"""What a setting may be: each kind reads a text, or says what would be right."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar

from rowlock.server.web.hosts import read_host

Network = IPv4Network | IPv6Network
T = TypeVar("T")
Kind = Callable[[str], T]
"""Reads a text; raises ValueError with what would be right."""

OWN_PATHS = ("api", "assets", "claim", "health", "privacy", "ready", "rules", "t")
"""How the paths of the server begin; a test compares."""

MOST_BASE_PATH = 200
"""So long a base path may be: it is in every link, and a QR code has to hold that."""

MOST = 1_000_000_000
"""No setting needs a larger number, and every larger one that is not refused is a trap later on."""

_PORT = re.compile(r"[0-9]{1,5}")
_YES = ("1", "on", "true", "yes")
_NO = ("0", "off", "false", "no", "")
_PART = re.compile(r"[A-Za-z0-9._~-]+")
_STORAGES = {"sqlite": "sqlite", "postgresql": "postgresql", "postgres": "postgresql"}
_PASSWORD = re.compile(r"^((?:[\w+.-]*://)?+)([^:@/]*):.*@", re.DOTALL)


def text(value: str) -> str:
    """Any text."""
    return value.strip()


def folder(value: str) -> Path:
    """A folder."""
    if not value.strip():
        raise ValueError("give the path of a folder")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise ValueError("give the path of a folder; there is no such user") from None


def switch(value: str) -> bool:
    """On or off."""
    if value.strip().lower() in _YES:
        return True
    if value.strip().lower() in _NO:
        return False
    raise ValueError("give on or off")


def whole(least: int, most: int = MOST) -> Kind[int]:
    """A whole number in these bounds."""
    right = f"give a whole number {_bounds(least, most)}"

    def read(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise ValueError(right) from None
        return _within(number, least, most, right)

    return read


def decimal(least: float, most: float = MOST) -> Kind[float]:
    """A number in these bounds."""
    right = f"give a number {_bounds(least, most)}"

    def read(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            raise ValueError(right) from None
        return _within(number, least, most, right)

    return read


def one_of(*names: str) -> Kind[str]:
    """One of these words."""

    def read(value: str) -> str:
        if value.strip().lower() not in names:
            raise ValueError(f"give one of {', '.join(names)}")
        return value.strip().lower()

    return read


def networks(value: str) -> tuple[Network, ...]:
    """Addresses and networks, with commas between them."""
    return tuple(_network(part.strip()) for part in value.split(",") if part.strip())


def base_path(value: str) -> str:
    """The path in front of everything: empty, or with a slash before each part."""
    parts = [part for part in value.strip().split("/") if part]
    if any(not _PART.fullmatch(part) or part in {".", ".."} for part in parts):
        raise ValueError("give a path such as /games/rowlock, of letters, digits and -._~")
    if sum(map(len, parts)) + len(parts) > MOST_BASE_PATH:
        raise ValueError(f"give a path of at most {MOST_BASE_PATH} letters")
    if parts and parts[0] in OWN_PATHS:
        # A proxy may take the base path off, and then nobody could tell the one from the other.
        raise ValueError(f"/{parts[0]} begins as paths of the game do; give another")
    return "".join(f"/{part}" for part in parts)


def origin(value: str) -> str:
    """Scheme, host and port of a site, without a path."""
    if not value.strip():
        return ""
    scheme, _, rest = value.strip().rstrip("/").partition("://")
    host, path, _ = rest.partition("/")
    if not host.isascii():
        raise ValueError("write the host as browsers send it, as in https://xn--bcher-kva.example")
    if path:
        raise ValueError("give it without a path, such as https://games.example.org")
    if scheme.lower() not in {"http", "https"} or read_host(host) is None:
        raise ValueError("give an address such as https://games.example.org")
    return f"{scheme.lower()}://{host}"


def listening(value: str) -> tuple[str, int] | None:
    """An address and a port to listen on; empty or off for none."""
    if value.strip().lower() in _NO:
        return None
    host, _, port = value.strip().rpartition(":")
    if not _PORT.fullmatch(port) or int(port) > 65535:
        raise ValueError("give an address and a port, such as 127.0.0.1:9464")
    return host.strip("[]") or "127.0.0.1", int(port)


def database(value: str) -> str:
    """The address of a database, or nothing for the file in the data folder."""
    if not value.strip():
        return ""
    scheme, found, rest = value.strip().partition("://")
    if not found or scheme not in _STORAGES:
        raise ValueError("give sqlite:///PATH or postgresql://USER@HOST/NAME")
    if _STORAGES[scheme] == "sqlite" and (not rest.startswith("/") or rest in {"/", "/:memory:"}):
        raise ValueError("give the path of a file, as in sqlite:////var/lib/rowlock/rowlock.db")
    address = f"{_STORAGES[scheme]}://{rest}"
    if _STORAGES[scheme] == "postgresql":
        # What reads addresses takes a while to load, and only this needs it.
        from rowlock.server.storage.engine import driver_url  # noqa: PLC0415

        driver_url(address)
    return address


def without_password(url: str) -> str:
    """The address of a database as anybody may see it."""
    shown = _PASSWORD.sub(r"\1\2:***@", url)
    return re.sub(r"(?i)([?&]password=)[^&#]*", r"\1***", shown)


def _network(part: str) -> Network:
    try:
        return ip_network(part, strict=False)
    except ValueError:
        raise ValueError(
            f"{part!r} is no address or network; give some such as 127.0.0.1, 10.0.0.0/8"
        ) from None


N = TypeVar("N", int, float)


def _within(number: N, least: N, most: N, right: str) -> N:
    # Written so that what is not a number at all is refused too.
    if not least <= number <= most:
        raise ValueError(right)
    return number


def _bounds(least: float, most: float) -> str:
    if most == MOST:
        return f"of at least {least:g} and at most {most:,}"
    return f"from {least:g} to {most:g}"
