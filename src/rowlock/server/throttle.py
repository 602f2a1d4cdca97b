"""What happens again and again is told of once in a while, with a count."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

MINUTE = 60.0
MOST_KEYS = 200
"""How many kinds and networks are told apart. Beyond that all networks of a kind are one, so that
no crowd of networks makes more lines."""

ANY_NETWORK = ""


class Repeated(NamedTuple):
    """What happened, where it came from, and how often since it was last told of."""

    kind: str
    network: str
    times: int


class _Seen:
    """The last time that something was told of, and how often it has happened since."""

    __slots__ = ("count", "told")

    def __init__(self, told: float) -> None:
        self.told = told
        self.count = 0


class Throttle:
    """Lets the first of a kind from a network pass, and then one in so many seconds.

    Nothing is lost: what passes later has the count of all that did not. Kinds are few, and named
    by the program; what a stranger has sent is no kind.
    """

    def __init__(
        self,
        seconds: float = MINUTE,
        now: Callable[[], float] = time.monotonic,
        most_keys: int = MOST_KEYS,
    ) -> None:
        self._seconds = seconds
        self._now = now
        self._most_keys = most_keys
        # The one that was told of first is due first: whoever is told of goes to the end.
        self._seen: dict[tuple[str, str], _Seen] = {}

    def __len__(self) -> int:
        return len(self._seen)

    def __contains__(self, key: tuple[str, str]) -> bool:
        return key in self._seen

    def note(self, kind: str, network: str = ANY_NETWORK) -> int | None:
        """It has happened: how often since it was last told of, this time included, if it is to be
        told of now. None if not."""
        now = self._now()
        key = self._key(kind, network)
        seen = self._seen.get(key)
        if seen is None:
            self._seen[key] = _Seen(now)
            return 1
        seen.count += 1
        if now - seen.told < self._seconds:
            return None
        count = seen.count
        self._tell(key, now)
        return count

    def due(self) -> Iterator[Repeated]:
        """What was held back long enough; each is told of herewith. What has not happened again
        meanwhile is forgotten."""
        now = self._now()
        while self._seen:
            key, seen = next(iter(self._seen.items()))
            if now - seen.told < self._seconds:
                return
            if seen.count:
                self._tell(key, now)
                yield Repeated(*key, seen.count)
            else:
                del self._seen[key]

    def rest(self) -> Iterator[Repeated]:
        """All that is held back, for the end."""
        seen, self._seen = self._seen, {}
        return (Repeated(*key, one.count) for key, one in seen.items() if one.count)

    def _key(self, kind: str, network: str) -> tuple[str, str]:
        key = (kind, network)
        known = key in self._seen or len(self._seen) < self._most_keys
        return key if known else (kind, ANY_NETWORK)

    def _tell(self, key: tuple[str, str], now: float) -> None:
        del self._seen[key]
        self._seen[key] = _Seen(now)
