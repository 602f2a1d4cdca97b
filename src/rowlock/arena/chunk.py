"""Some games of a meeting, in a row: what is played, kept and sent around."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rowlock.arena.entrants import Meeting
from rowlock.arena.statistics import Played
from rowlock.kernels.log import Records

Span = tuple[int, int]
"""The number of the first game, and how many there are."""


class Chunk(NamedTuple):
    """Games from number `first` on: their results by seat and, if it was wanted, their log."""

    first: int
    results: Records
    log: Records | None = None

    def played(self, meeting: Meeting) -> Played:
        """The results by bot, wherever it sat."""
        seats, games = len(meeting.entrants), len(self.results)
        shifts = (self.first + np.arange(games)) % seats
        seat_of = (np.arange(seats) - shifts[:, np.newaxis]) % seats
        by_seat = self.results.scores[:, :seats].astype(np.int32)
        return Played(
            meeting.labels,
            np.take_along_axis(by_seat, seat_of, axis=1),
            self.results.turns.astype(np.int32),
            self.results.reason - np.int8(1),
        )


def spans(games: int, seats: int, size: int) -> Iterator[Span]:
    """The spans of chunks of about this size: whole deals, and at least `games` in all."""
    whole = -(-games // seats) * seats
    step = max(seats, size // seats * seats)
    for first in range(0, whole, step):
        yield first, min(step, whole - first)
