"""Who is at the other end: the address, scheme and host, also behind proxies that are trusted.

What a proxy says is believed only if the proxy is, and nothing else in the server looks at it.
`Forwarded` is not read: proxies that only know the older headers pass on whatever anybody wrote
there.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple

from rowlock.server.web.hosts import Address
from rowlock.server.web.kinds import Network

Headers = Iterable[tuple[bytes, bytes]]

ONE_HOME = 64
"""So many leading bits of an IPv6 address are a home's; it may choose the rest as it likes."""

LONGEST_ADDRESS = 100
"""In letters, with a port and a zone."""

MOST_KNOWN = 4096
"""So many addresses are remembered: each is read several times for every connection."""

NOWHERE = ""
_OF_PROXIES = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
_SCHEMES = {
    ("http", "https"): "https",
    ("http", "wss"): "https",
    ("https", "http"): "http",
    ("https", "ws"): "http",
    ("ws", "https"): "wss",
    ("ws", "wss"): "wss",
    ("wss", "http"): "ws",
    ("wss", "ws"): "ws",
}
"""By what came to us and what the proxy says came to it; otherwise the former."""


class Client(NamedTuple):
    """Who asks, and how: `scheme` and `host` are those of the address bar. The host is empty if
    there is none, or more than one."""

    address: str
    scheme: str
    host: str
    by_proxy: bool = False


def client_of(scope: Any, trusted: Sequence[Network]) -> Client:
    """Who asks this."""
    peer = scope["client"][0] if scope["client"] else NOWHERE
    return client_behind(peer, scope["scheme"], scope["headers"], trusted)


def with_client(scope: Any, client: Client) -> Any:
    """What is asked as it was before it came to a trusted proxy, for all that look at it."""
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "client": (client.address, 0),
        "scheme": client.scheme,
        "headers": [*others, (b"host", client.host.encode("latin-1"))],
    }


def client_behind(peer: str, scheme: str, headers: Headers, trusted: Sequence[Network]) -> Client:
    """The client behind a connection from `peer`."""
    host = _only_host(headers)
    nearest = _address(peer)
    if nearest is None or not _is_trusted(nearest, trusted):
        return Client(str(nearest or NOWHERE), scheme, host)
    # The last word in a header is the nearest proxy's own; those before it may be anybody's.
    said = _words(headers)
    spoken = said.get(b"x-forwarded-proto", [scheme])[-1].lower()
    return Client(
        address=str(_first_untrusted(nearest, said.get(b"x-forwarded-for", []), trusted)),
        scheme=_SCHEMES.get((scheme, spoken), scheme),
        host=host and said.get(b"x-forwarded-host", [host])[-1],
        by_proxy=True,
    )


def home_of(address: str) -> str:
    """The address as limits count it: for IPv6 the network of a home."""
    found = _address(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, ONE_HOME), strict=False))
    return address


def plain_address(peer: str) -> str:
    """The address of a peer, IPv4 also where it came as IPv6; nowhere if it is none."""
    return str(_address(peer) or NOWHERE)


def is_trusted_proxy(peer: str, trusted: Sequence[Network]) -> bool:
    """Whether a peer is a proxy that brings what others ask."""
    nearest = _address(peer)
    return nearest is not None and _is_trusted(nearest, trusted)


def _only_host(headers: Headers) -> str:
    """Whatever a request asks two hosts for, nobody can say which of them was meant (RFC 9112,
    3.2)."""
    hosts = [value.decode("latin-1").strip() for name, value in headers if name.lower() == b"host"]
    return hosts[0] if len(hosts) == 1 else ""


def _words(headers: Headers) -> dict[bytes, list[str]]:
    """What proxies say, in its order, whether it came in one line or in several."""
    said: dict[bytes, list[str]] = {}
    for name, value in headers:
        for word in value.decode("latin-1").split(",") if name.lower() in _OF_PROXIES else ():
            if word.strip():
                said.setdefault(name.lower(), []).append(word.strip())
    return said


def _first_untrusted(nearest: Address, path: list[str], trusted: Sequence[Network]) -> Address:
    """Where a request came from: going back on its path, the first that is no trusted proxy. What
    stands before that, or before a word that is no address, anybody may have written."""
    for word in reversed(path):
        before = _address(word)
        if before is None:
            break
        nearest = before
        if not _is_trusted(nearest, trusted):
            break
    return nearest


def _address(text: str) -> Address | None:
    """The address somebody wrote, with or without a port; None if it is none."""
    return _read_address(text) if len(text) <= LONGEST_ADDRESS else None


@lru_cache(MOST_KNOWN)
def _read_address(text: str) -> Address | None:
    bare = text.strip().strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)
