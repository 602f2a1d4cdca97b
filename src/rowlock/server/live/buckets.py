"""Token buckets: who may have how much, now and over time."""

import time
from collections.abc import Callable
from math import inf

MOST_KEYS = 20_000
"""How many buckets are remembered; beyond that the fullest are forgotten first."""


class Buckets:
    """A bucket for each key. A full one holds `most`, and an empty one is full after `seconds`.

    All that is remembered of a bucket is when it will be full again, and of a full one nothing.
    """

    def __init__(
        self, most: float, seconds: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most or inf
        self._seconds = seconds
        self._now = now
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, amount: float = 1.0) -> float:
        """Take so much, if it is there: 0.0. Otherwise in how many seconds it will be."""
        wait = self.wait(key, amount)
        if not wait:
            self.spend(key, amount)
        return wait

    def wait(self, key: str, amount: float = 1.0) -> float:
        """In how many seconds so much will be there; 0.0 if it is."""
        return max(0.0, self._until_full(key) + self._worth(amount) - self._seconds)

    def spend(self, key: str, amount: float) -> None:
        """Take so much in any case; what was not there is owed."""
        worth = self._worth(amount)
        if worth:
            self._full_at[key] = self._now() + self._until_full(key) + worth
        if len(self._full_at) > MOST_KEYS:
            self._forget()

    def put_back(self, key: str, amount: float = 1.0) -> None:
        """What was taken was not needed."""
        if key in self._full_at:
            self._full_at[key] -= self._worth(amount)

    def share_left(self, key: str) -> float:
        """How full the bucket is: 1.0 when it is full, negative when something is owed."""
        return 1.0 - self._until_full(key) / self._seconds

    def _until_full(self, key: str) -> float:
        return max(0.0, self._full_at.get(key, 0.0) - self._now())

    def _worth(self, amount: float) -> float:
        """How many seconds it takes until so much is there."""
        return amount * self._seconds / self._most

    def _forget(self) -> None:
        emptiest = sorted(self._full_at.items(), key=lambda item: item[1])[-MOST_KEYS // 2 :]
        self._full_at = {key: at for key, at in emptiest if at > self._now()}
