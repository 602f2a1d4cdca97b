"""What stands in a `Host` header: a name or an address, perhaps with a port (RFC 9110, 7.2)."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

Address = IPv4Address | IPv6Address

MOST_LETTERS = 253
"""The longest name there is."""

_LABEL = "[a-z0-9_-]{1,63}"
# A dot at the end means that nothing is to be added to a name. An address with a zone is of use to
# the computer that wrote it alone, so no header has one (RFC 9844).
_HOST = re.compile(
    rf"(?:(?P<name>{_LABEL}(?:\.{_LABEL})*)\.?|\[(?P<six>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{{,5}}))?",
    re.ASCII | re.IGNORECASE,
)
_MOST_WRITTEN = MOST_LETTERS + len(".:65535")


class Host(NamedTuple):
    """A host in the one way it is compared in: in small letters, without a dot at its end, an IPv6
    address in its shortest form and in brackets. `address` is there if it is no name."""

    name: str
    port: int | None
    address: Address | None

    @property
    def is_this_computer(self) -> bool:
        """Whether whoever uses it reaches nothing but their own computer."""
        return self.address.is_loopback if self.address else self.name == "localhost"


def read_host(text: str) -> Host | None:
    """The host that somebody wrote; None if it is none."""
    found = _HOST.fullmatch(text) if len(text) <= _MOST_WRITTEN else None
    if found is None:
        return None
    port = int(found["port"]) if found["port"] else None
    if port is not None and not 0 < port <= 65535:
        return None
    if found["six"]:
        six = _address(found["six"])
        return Host(f"[{six}]", port, six) if isinstance(six, IPv6Address) else None
    name = found["name"].lower()
    return Host(name, port, _address(name)) if len(name) <= MOST_LETTERS else None


def _address(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
