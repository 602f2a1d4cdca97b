"""The connections that are open, counted by homes, so that no home takes the place of all others.

A home may have a number of connections, and never more than a share of what the process can have.
When all places are taken, whoever comes from a home that has few gets the place of a connection of
the home that has most: the newest of those that nothing is done for just now, such as silent ones
and those that are in the middle of a request; only if there is none, the newest of all.
"""

import asyncio
from collections.abc import Sequence

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


class Homes:
    """The places of each home, in the order they came, and which home has most. Homes are kept by
    how many places they have, so that nobody looks through all of them."""

    def __init__(self) -> None:
        self._places: dict[str, dict[Place, None]] = {}
        self._by_size: dict[int, dict[str, None]] = {}
        self._most = 0

    def size(self, home: str) -> int:
        """How many places a home has."""
        return len(self._places.get(home, ()))

    def largest(self) -> str | None:
        """A home that has most, if any has one."""
        return next(iter(self._by_size[self._most])) if self._most else None

    def newest_first(self, home: str) -> list[Place]:
        """The places of a home."""
        return list(reversed(self._places[home]))

    def add(self, place: Place) -> None:
        """A place is taken."""
        before = self.size(place.home)
        self._places.setdefault(place.home, {})[place] = None
        self._resize(place.home, before)
        self._most = max(self._most, before + 1)

    def remove(self, place: Place) -> None:
        """It is free again, if it was taken."""
        places = self._places.get(place.home, {})
        if place not in places:
            return
        del places[place]
        self._resize(place.home, len(places) + 1)
        # Whichever home had most has only one place less now.
        self._most -= self._most not in self._by_size
        if not places:
            del self._places[place.home]

    def _resize(self, home: str, before: int) -> None:
        """A home has another number of places than before."""
        if before:
            del self._by_size[before][home]
            if not self._by_size[before]:
                del self._by_size[before]
        if now := self.size(home):
            self._by_size.setdefault(now, {})[home] = None


class Connections:
    """All places that are taken. Those of trusted proxies count towards no home's: behind them is
    everybody."""

    def __init__(self, most: int, most_of_home: int, proxies: Sequence[Network] = ()) -> None:
        self._most = most
        self._most_of_home = most_of_home
        self._proxies = proxies
        self._count = 0
        self._homes = Homes()

    def __len__(self) -> int:
        return self._count

    def of_home(self, home: str) -> int:
        """How many a home has."""
        return self._homes.size(home)

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
                self._homes.add(place)
        if not fits:
            hit(TOO_MANY, place.home)
            return None
        self._count += 1
        return place

    def leave(self, place: Place) -> None:
        """A connection is gone."""
        self._count -= 1
        self._homes.remove(place)

    def _makes_room(self, wanted: int) -> bool:
        """Close one of the home that has most, if that is more than is wanted now. It is not
        counted there any more, but is one of all until it is gone."""
        home = self._homes.largest()
        if home is None or self.of_home(home) <= wanted:
            return False
        newest_first = self._homes.newest_first(home)
        place = next((place for place in newest_first if not place.busy), newest_first[0])
        self._homes.remove(place)
        hit(TOO_MANY, home)
        place.transport.abort()
        return True


def connections_for(settings: Settings, room: Room) -> Connections:
    """The places of a server with these settings."""
    limit = settings.limits * settings.limit_connections or room.all
    most_of_home = min(limit, room.home) if settings.limits else room.all
    return Connections(room.all, most_of_home, settings.trusted_proxies)
