"""How many codes may be tried that no table has, so that nobody finds a table by trying them all.

Who mistypes a code loses one of many tries. Whoever is told that there is no such table can go on
trying, so these are few enough that it takes a long time to find one; docs/security.md has the
arithmetic.
"""

import time
from collections.abc import Callable
from ipaddress import IPv6Network, ip_network
from typing import NamedTuple

from rowlock.server.live.buckets import Buckets
from rowlock.server.web.logs import shortened

SECONDS = 600.0
"""The time for which the tries of an address are given."""

DAY = 24 * 3600.0
OF_NEWCOMER = 3
"""So many tries a day an address has that do not count for its network: what somebody else does
there keeps nobody from a table who mistypes its code now and then."""

ONE_LINE = 56
"""The bits that all IPv6 addresses of one customer have in common, or more than that."""


class Try(NamedTuple):
    """A try that was taken, and where from; or, if there was none, in how many seconds there is."""

    wait: float
    taken: tuple[tuple[Buckets, str], ...] = ()

    def put_back(self) -> None:
        """There was such a table."""
        for buckets, key in self.taken:
            buckets.put_back(key)


class Guesses:
    """The tries that are left to addresses, and to the networks they are in: whoever has one
    address of a network can often have others."""

    def __init__(
        self, of_address: int, of_network: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._addresses = Buckets(of_address, SECONDS, now)
        self._networks = Buckets(of_network, SECONDS, now)
        self._newcomers = Buckets(OF_NEWCOMER, DAY, now)

    def take(self, home: str) -> Try:
        """Take a try, if there is one."""
        wait = self._addresses.take(home)
        if wait:
            return Try(wait)
        own, network = (self._addresses, home), network_of(home)
        wait = self._networks.take(network)
        if not wait:
            return Try(0.0, (own, (self._networks, network)))
        line = line_of(home)
        if not self._newcomers.take(line):
            return Try(0.0, (own, (self._newcomers, line)))
        self._addresses.put_back(home)
        return Try(wait)


def network_of(home: str) -> str:
    """The network that an address is counted with, as the log shortens it."""
    return shortened(home.partition("/")[0])


def line_of(home: str) -> str:
    """What one customer of a network has."""
    try:
        found = ip_network(home)
    except ValueError:
        return home
    return str(found.supernet(new_prefix=ONE_LINE)) if isinstance(found, IPv6Network) else home
