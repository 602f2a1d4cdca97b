"""Elo ratings from meetings: who is how strong, whoever met whom.

Every two bots at a table are compared in every game: more points win, equal points are half a
win. The ratings are those of the Bradley-Terry model that make the results likeliest. Every two
bots that met are taken to have drawn half a game more than they played, so that a bot that won
everything has a finite rating.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rowlock.arena.intervals import Estimate, critical_value
from rowlock.arena.statistics import Played

Floats = npt.NDArray[np.float64]

MEAN = 1500
"""The mean of all ratings."""

SCALE = 400 / math.log(10)
"""Elo points for a unit of strength: 400 points are odds of ten to one."""

PRIOR = 0.25
"""Wins that each of two bots that met has over the other before the first game."""

_MOST_STEPS = 1000
_CLOSE = 1e-7
_BLOCK = 1 << 16
"""How many deals are looked at together, which bounds the memory."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is beside the mean of all bots, and how many games say so."""

    label: str
    elo: Estimate
    games: int


class _Table(NamedTuple):
    """A meeting: which of all bots sit there, and their scores by deal, game and bot."""

    bots: tuple[int, ...]
    scores: npt.NDArray[np.int32]

    @property
    def games(self) -> int:
        return len(self.scores) * len(self.bots)

    def balances(self, deals: slice) -> Iterator[tuple[int, int, npt.NDArray[np.integer[Any]]]]:
        """For every two bots: in each of these deals, how many games more the first one won."""
        scores = self.scores[deals]
        for first, second in combinations(range(len(self.bots)), 2):
            signs = np.sign(scores[:, :, first] - scores[:, :, second])
            yield self.bots[first], self.bots[second], signs.sum(axis=1)


def rate(meetings: Sequence[Played]) -> tuple[Rating, ...]:
    """The ratings of all bots of these meetings, the strongest first; equal labels are one bot.

    An interval is for a rating beside the mean of all of them. It respects that the games of a
    deal share their dice, as the deals of the same number in different meetings may do. A bot
    that played a single deal has none.
    """
    labels = list(dict.fromkeys(label for played in meetings for label in played.lineup))
    tables = [_table(played, labels) for played in meetings]
    wins = _count_wins(tables, len(labels))
    _check_connected(wins, labels)
    strengths = fit(wins)
    errors = _standard_errors(tables, wins, strengths)
    ratings = [
        _rating(label, [table for table in tables if bot in table.bots], strength, error)
        for bot, (label, strength, error) in enumerate(zip(labels, strengths, errors, strict=True))
    ]
    return tuple(sorted(ratings, key=lambda rating: -rating.elo.value))


def fit(wins: Floats) -> Floats:
    """The strengths, with mean 0, that make these wins (of row over column) likeliest.

    Newton's method on a concave function, with steps of a length that cannot go too far (Sun and
    Tran-Dinh 2019, on generalized self-concordant functions).
    """
    strengths: Floats = np.zeros(len(wins))
    for _ in range(_MOST_STEPS):
        chances, information = _model(wins, strengths)
        surprise = (wins * chances.T - wins.T * chances).sum(axis=1)
        step = np.linalg.solve(information, surprise)
        size = float(np.ptp(step))
        if size < _CLOSE:
            break
        strengths = strengths + step * (math.log1p(size) / size)
    return strengths


def _table(played: Played, labels: Sequence[str]) -> _Table:
    seats = len(played.lineup)
    scores = played.whole_deals().scores.reshape(-1, seats, seats)
    return _Table(tuple(map(labels.index, played.lineup)), scores)


def _count_wins(tables: Sequence[_Table], bots: int) -> Floats:
    """The wins of row over column, the prior ones included."""
    wins = np.zeros((bots, bots))
    for table in tables:
        for first, second, balances in table.balances(slice(None)):
            balance = int(balances.sum())
            wins[first, second] += (table.games + balance) / 2
            wins[second, first] += (table.games - balance) / 2
    return wins + PRIOR * (wins + wins.T > 0)


def _check_connected(wins: Floats, labels: Sequence[str]) -> None:
    if len(labels) < 2:
        raise ValueError(f"ratings compare bots, and there are {len(labels)}: two are needed")
    linked = np.linalg.matrix_power((wins > 0) | np.eye(len(labels), dtype=bool), len(labels))
    groups = dict.fromkeys(
        ", ".join(label for label, met in zip(labels, row, strict=True) if met) for row in linked
    )
    if len(groups) > 1:
        raise ValueError(
            "ratings need bots that met, directly or through others; "
            f"these never did: {' | '.join(groups)}"
        )


def _model(wins: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    """The chance of row to beat column, and the information these games hold on the strengths.

    Only differences of strengths matter: what is added to the information holds their mean.
    """
    chances = np.exp(-np.logaddexp(0, strengths[None, :] - strengths[:, None]))
    weights = (wins + wins.T) * chances * chances.T
    return chances, _laplacian(weights) + weights.mean()


def _laplacian(weights: Floats) -> Floats:
    """The matrix that adds up (strength of row - strength of column)² with these weights."""
    return np.diag(weights.sum(axis=1)) - weights


def _standard_errors(tables: Sequence[_Table], wins: Floats, strengths: Floats) -> Floats:
    """The sandwich estimate: how much the surprises of deals scatter, not how much they would
    if games did not depend on each other."""
    chances, information = _model(wins, strengths)
    # The prior wins are surprises too: without them a bot that won everything would seem certain.
    scatter = _laplacian(PRIOR**2 * (chances**2 + chances.T**2) * (wins > 0))
    for start in range(0, max(len(table.scores) for table in tables), _BLOCK):
        surprises = np.zeros((_BLOCK, len(wins)))
        for table in tables:
            games_a_deal = len(table.bots)
            for first, second, balances in table.balances(slice(start, start + _BLOCK)):
                surprise = balances / 2 + games_a_deal * (0.5 - chances[first, second])
                surprises[: len(surprise), first] += surprise
                surprises[: len(surprise), second] -= surprise
        scatter += surprises.T @ surprises
    bread = np.linalg.inv(information)
    errors: Floats = np.sqrt(np.diag(bread @ scatter @ bread))
    return errors


def _rating(label: str, tables: Sequence[_Table], strength: float, error: float) -> Rating:
    """The rating of a bot that sat at these tables."""
    value = MEAN + SCALE * float(strength)
    games = sum(table.games for table in tables)
    deals = max(len(table.scores) for table in tables)
    if deals == 1:
        return Rating(label, Estimate(value), games)
    few_deals = math.sqrt(deals / (deals - 1))
    reach = SCALE * float(error) * few_deals * critical_value(deals)
    return Rating(label, Estimate(value, value - reach, value + reach), games)
