"""How true forecasts are: what was expected beside what came."""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.arena.intervals import critical_value
from rowlock.kernels.log import Records

Numbers = npt.NDArray[np.floating[Any]]
Integers = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]

PHASES = 4
FEWEST_GAMES = 10
"""Of what happened in fewer games nothing is said."""


class Forecasts(NamedTuple):
    """What was expected, what came, and in which game: one number each for every forecast."""

    expected: Numbers
    came: Numbers
    games: Integers

    def among(self, chosen: Flags) -> "Forecasts":
        """Some of them."""
        return Forecasts(self.expected[chosen], self.came[chosen], self.games[chosen])

    @property
    def error(self) -> float:
        """By how much more was expected than came, in the mean."""
        return float((self.expected - self.came).mean())

    @property
    def squared(self) -> float:
        """The mean squared error."""
        return float(((self.expected - self.came) ** 2).mean())

    @property
    def margin(self) -> float:
        """How far the mean error reaches to each side, with 95 %. Forecasts of one game depend on
        each other, games do not."""
        _, game = np.unique(self.games, return_inverse=True)
        sums = np.bincount(game, weights=self.expected - self.came - self.error)
        if len(sums) < 2:
            return math.inf
        few_games = math.sqrt(len(sums) / (len(sums) - 1))
        spread = float(np.sqrt((sums**2).sum())) / len(self.games)
        return critical_value(len(sums)) * spread * few_games


class Bin(NamedTuple):
    """Forecasts that are alike: their mean, the mean of what came, how far that reaches to each
    side, and how many there are."""

    expected: float
    came: float
    margin: float
    size: int


def chances(notes: Records) -> Forecasts:
    """The chances to win and the shares of the win, as they were noted."""
    return Forecasts(notes.chance.astype(float), notes.won.astype(float), notes.game)


def scores(notes: Records) -> Forecasts:
    """The expected and the final scores."""
    return Forecasts(notes.expected.astype(float), notes.points.astype(float), notes.game)


def in_bins(forecasts: Forecasts, width: float) -> list[Bin]:
    """The forecasts by what was expected, in steps of this width. Steps that hardly any game has
    been in are left out."""
    step = np.floor(forecasts.expected / width).astype(int)
    bins = []
    for number in np.unique(step):
        alike = forecasts.among(step == number)
        if len(np.unique(alike.games)) >= FEWEST_GAMES:
            means = float(alike.expected.mean()), float(alike.came.mean())
            bins.append(Bin(*means, alike.margin, len(alike.games)))
    return bins


def calibration_error(bins: list[Bin]) -> float:
    """How far results are from forecasts in the mean over all bins, each by its size."""
    whole = sum(one.size for one in bins)
    return sum(one.size * abs(one.expected - one.came) for one in bins) / whole


def phase_of(turns: Integers) -> npt.NDArray[np.intp]:
    """The part of the game a position is in: by its turn, so that all parts are about equally
    large. What comes later does not count, or long games would be thought to be foreseen."""
    limits = np.quantile(turns, [part / PHASES for part in range(1, PHASES)])
    return np.searchsorted(limits, turns, side="left")
