"""The connections that are open, counted by homes, so that no home takes the place of all others.

A home may have a number of connections, and never more than a share of what the process can have.
When all places are taken, whoever comes from a home that has few gets the place of a connection of
the home that has most: the newest of those that nothing is done for just now, such as silent ones
and those that are in the middle of a request; only if there is none, the newest of all.
"""

import asyncio
from collections.abc import Iterator, Sequence

from rowlock.server.web.clients import home_of, is_trusted_proxy, plain_address
from rowlock.server.web.descriptors import Room
from rowlock.server.web.kinds import Network
from rowlock.server.web.limits import hit
from rowlock.server.web.settings import Settings

TOO_MANY = "too-many-connections"
"""The name of the limit, for metrics and the log."""


class Place:
    """A connection that is open. It is busy when something is done for it."""

    __slots__ = ("busy", "home", "transport")

    def __init__(self, home: str, transport: asyncio.Transport) -> None:
        self.home = home
        self.transport = transport
        self.busy = False


class Connections:
    """All places that are taken. Those of trusted proxies count towards no home's: behind them is
    everybody."""

    def __init__(self, most: int, most_of_home: int, proxies: Sequence[Network] = ()) -> None:
        self._most = most
        self._most_of_home = most_of_home
        self._proxies = proxies
        self._count = 0
        # In the order they came.
        self._homes: dict[str, dict[Place, None]] = {}

    def __len__(self) -> int:
        return self._count

    def of_home(self, home: str) -> int:
        """How many a home has."""
        return len(self._homes.get(home, ()))

    def enter(self, address: str, transport: asyncio.Transport) -> Place | None:
        """Somebody connects from there: their place, or None if they get none."""
        place = Place(home_of(plain_address(address)), transport)
        if is_trusted_proxy(address, self._proxies):
            fits = self._count < self._most or self._makes_room(0)
        else:
            before = self.of_home(place.home)
            fits = before < self._most_of_home and (
                self._count < self._most or self._makes_room(before + 1)
            )
            if fits:
                self._homes.setdefault(place.home, {})[place] = None
        if not fits:
            hit(TOO_MANY, place.home)
            return None
        self._count += 1
        return place

    def leave(self, place: Place) -> None:
        """A connection is gone."""
        self._count -= 1
        self._forget(place)

    def _makes_room(self, wanted: int) -> bool:
        """Close one of the home that has most, if that is more than is wanted now. It is not
        counted there any more, but is one of all until it is gone."""
        home = max(self._homes, key=self.of_home, default="")
        if self.of_home(home) <= wanted:
            return False
        places = self._homes[home]
        place = next(_idle(places), None) or next(reversed(places))
        self._forget(place)
        hit(TOO_MANY, home)
        place.transport.abort()
        return True

    def _forget(self, place: Place) -> None:
        places = self._homes.get(place.home, {})
        places.pop(place, None)
        if not places:
            self._homes.pop(place.home, None)


def connections_for(settings: Settings, room: Room) -> Connections:
    """The places of a server with these settings."""
    limit = settings.limits * settings.limit_connections or room.all
    most_of_home = min(limit, room.home) if settings.limits else room.all
    return Connections(room.all, most_of_home, settings.trusted_proxies)


def _idle(places: dict[Place, None]) -> Iterator[Place]:
    return (place for place in reversed(places) if not place.busy)
