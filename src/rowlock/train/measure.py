"""How far a network has come: what it still gets wrong, and how strong it plays."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from rowlock.arena.chunk import Chunk
from rowlock.arena.entrants import Entrant, Meeting
from rowlock.arena.intervals import Estimate
from rowlock.arena.statistics import summarise
from rowlock.kernels.batch import Batch, play_batch
from rowlock.kernels.network import POINTS
from rowlock.kernels.weights import Weights
from rowlock.rules import Variant
from rowlock.train.course import Taught

LEARNER = "master"
OPPONENTS = ("heuristic", "cautious")
"""Who sits in all other seats, meeting by meeting."""

ALONE = "alone"
"""What the games of a solo course are called among the meetings."""

GAMES = 10_000
"""How many games a meeting has, made up to whole deals."""

SEED = 2_718_281_828
"""The games of all measures are the same, and not those that were learned from."""


class Errors(NamedTuple):
    """What lessons found wrong: their number, and the sums of squared errors of chances to win and
    of scores, as they are learned."""

    lessons: float = 0.0
    win: float = 0.0
    score: float = 0.0

    def plus(self, taught: Taught) -> "Errors":
        """These and those of more lessons."""
        return Errors(
            self.lessons + taught.lessons, self.win + taught.loss, self.score + taught.surprise
        )

    @property
    def loss(self) -> float:
        """The mean squared error of chances to win."""
        return self.win / self.lessons

    @property
    def points(self) -> float:
        """The error of scores in points: the root of the mean square."""
        return POINTS * sqrt(self.score / self.lessons)


@dataclass(frozen=True)
class Strength:
    """How the network plays against others: its share of the wins, None in solo games, and its
    mean score."""

    wins: Estimate | None
    score: Estimate


@dataclass(frozen=True)
class Measure:
    """A point of the curve: after so many games and seconds of learning. `loss` is the mean squared
    error of chances to win since the point before (None in solo games, where all win), `points`
    the error of scores; `strength` is told by opponent."""

    games: int
    seconds: float
    loss: float | None
    points: float
    strength: Mapping[str, Strength]


def strength(variant: Variant, seats: int, weights: Weights, threads: int) -> dict[str, Strength]:
    """How a network plays against each of the opponents, or alone."""
    if seats == 1:
        return {ALONE: _meet(variant, (LEARNER,), weights, threads)}
    return {
        other: _meet(variant, (LEARNER, *[other] * (seats - 1)), weights, threads)
        for other in OPPONENTS
    }


def _meet(variant: Variant, bots: tuple[str, ...], weights: Weights, threads: int) -> Strength:
    games = -(-GAMES // len(bots)) * len(bots)
    results = play_batch(Batch(variant, bots, SEED, weights), games, threads=threads)
    entrants = tuple(Entrant(bot, f"{bot} {place}") for place, bot in enumerate(bots, start=1))
    learner = summarise(Chunk(0, results).played(Meeting(variant, entrants, SEED))).bots[0]
    return Strength(learner.wins, learner.score)
