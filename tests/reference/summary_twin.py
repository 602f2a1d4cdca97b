"""The numbers of a meeting, written down plainly: exact fractions and loops over games."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")
Values = list[int] | list[bool] | list[Fraction]
Interval = tuple[float, float]
Estimated = tuple[float, Interval | None]

PERCENTS = (5, 25, 50, 75, 95)


def whole_games(games: list[T], seats: int) -> list[T]:
    """The games of whole deals."""
    return games[: len(games) // seats * seats]


def deal_means(values: Values, seats: int) -> list[Fraction]:
    """The mean of each deal."""
    means = []
    for start in range(0, len(values), seats):
        means.append(mean(values[start : start + seats]))
    return means


def mean(values: Values) -> Fraction:
    total = Fraction(0)
    for value in values:
        total += value
    return total / len(values)


def variance(values: Values, taken_off: int) -> Fraction:
    centre = mean(values)
    total = Fraction(0)
    for value in values:
        total += (value - centre) * (value - centre)
    return total / (len(values) - taken_off)


def mean_interval(values: Values, seats: int, critical: float) -> Interval | None:
    """From a standard error of deal means; None without a spread of them."""
    deals = deal_means(values, seats)
    if len(set(deals)) == 1:
        return None
    error = math.sqrt(variance(deals, 1) / len(deals))
    centre = float(mean(deals))
    return centre - critical * error, centre + critical * error


def share_interval(values: Values, seats: int, critical: float) -> Interval | None:
    """Wilson's: the shares p with |p - observed| <= critical * sqrt(p (1 - p) / trials), which
    are those between two roots; found here by halving."""
    deals = deal_means(values, seats)
    if len(deals) == 1:
        return None
    observed = mean(deals)
    spread = variance(deals, 1) / len(deals)
    trials = observed * (1 - observed) / spread if spread else Fraction(len(deals))

    def plausible(p: float) -> bool:
        return abs(p - float(observed)) <= critical * math.sqrt(p * (1 - p) / float(trials))

    return edge(plausible, float(observed), 0.0), edge(plausible, float(observed), 1.0)


def edge(plausible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where plausible shares end on the way from one that is to one that is not."""
    if inside == outside:
        return inside
    for _ in range(200):
        middle = (inside + outside) / 2
        if plausible(middle):
            inside = middle
        else:
            outside = middle
    return inside


def win_parts(scores: list[int], bot: int) -> Fraction:
    """How much of a win a bot has in a game with these scores."""
    winners = [score for score in scores if score == max(scores)]
    return Fraction(1, len(winners)) if scores[bot] == max(scores) else Fraction(0)


def quantile(values: list[int], percent: int) -> int:
    """The lowest value that so many per cent of all do not exceed."""
    for candidate in sorted(values):
        if 100 * sum(value <= candidate for value in values) >= percent * len(values):
            return candidate
    raise AssertionError("the highest value is always enough")


def summary(
    scores: list[list[int]], turns: list[int], ends: list[str], critical: float
) -> dict[str, Any]:
    """All numbers; an estimate is its value and its interval or None."""
    seats = len(scores[0])
    scores = whole_games(scores, seats)
    turns = whole_games(turns, seats)
    ends = whole_games(ends, seats)

    def share(values: Values) -> Estimated:
        return float(mean(values)), share_interval(values, seats, critical)

    def average(values: Values) -> Estimated:
        return float(mean(values)), mean_interval(values, seats, critical)

    bots = []
    for bot in range(seats):
        own = [game[bot] for game in scores]
        parts = [win_parts(game, bot) for game in scores]
        bots.append(
            {
                "wins": share(parts) if seats > 1 else None,
                "strict_wins": share([part == 1 for part in parts]) if seats > 1 else None,
                "score": average(own),
                "spread": math.sqrt(variance(own, 0)),
                "quantiles": {percent: quantile(own, percent) for percent in PERCENTS},
            }
        )
    tied = [sum(score == max(game) for score in game) > 1 for game in scores]
    return {
        "games": len(scores),
        "deals": len(scores) // seats,
        "bots": bots,
        "turns": average(turns),
        "turns_spread": math.sqrt(variance(turns, 0)),
        "ties": share(tied) if seats > 1 else None,
        "ends": {end: share([other == end for other in ends]) for end in set(ends)},
    }
