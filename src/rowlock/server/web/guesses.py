"""How many codes may be tried that no table has, so that nobody finds a table by trying them all.

Who mistypes a code loses one of many tries. Whoever is told that there is no such table can go on
trying, so these are few enough that it takes a long time to find one; docs/security.md has the
arithmetic.
"""

import time
from collections.abc import Callable

from rowlock.server.live.buckets import Buckets
from rowlock.server.web.logs import shortened

SECONDS = 600.0
"""The time for which the tries of an address are given."""


class Guesses:
    """The tries that are left to addresses, and to the networks they are in: whoever has one
    address of a network can often have others."""

    def __init__(
        self, of_address: int, of_network: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._addresses = Buckets(of_address, SECONDS, now)
        self._networks = Buckets(of_network, SECONDS, now)

    def take(self, home: str) -> float:
        """Take a try, if there is one: 0.0. Otherwise in how many seconds there will be."""
        wait = self._addresses.take(home)
        if wait:
            return wait
        wait = self._networks.take(network_of(home))
        if wait:
            self._addresses.put_back(home)
        return wait

    def put_back(self, home: str) -> None:
        """There was such a table."""
        self._addresses.put_back(home)
        self._networks.put_back(network_of(home))


def network_of(home: str) -> str:
    """The network that an address is counted with, as the log shortens it."""
    return shortened(home.partition("/")[0])
