"""Estimates with 95 % intervals.

The games of a deal share their dice, so they depend on each other; deals do not. Intervals are
therefore made from what happened deal by deal. All sums are integers, so that no spread at all is
told apart from a small one.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Sums = npt.NDArray[np.integer[Any]]

LEVEL = 0.95
"""How often an interval holds the truth."""

_QUANTILE = (1 + LEVEL) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was measured, and between which numbers the truth lies; None where nobody can tell."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def margin(self) -> float | None:
        """How far the farther end of the interval is from the value."""
        if self.low is None or self.high is None:
            return None
        return max(self.value - self.low, self.high - self.value)

    def times(self, factor: float) -> "Estimate":
        """The same in another unit."""
        if self.low is None or self.high is None:
            return Estimate(factor * self.value)
        return Estimate(factor * self.value, factor * self.low, factor * self.high)


def critical_value(deals: int) -> float:
    """How many standard errors an interval from so many deals reaches to each side.

    The quantile of Student's t, to a tenth of a percent (Abramowitz and Stegun 26.7.5; in closed
    form for two and three deals).
    """
    freedom = deals - 1
    if freedom == 1:
        return math.tan(math.pi * (_QUANTILE - 0.5))
    if freedom == 2:
        return (2 * _QUANTILE - 1) / math.sqrt(2 * _QUANTILE * (1 - _QUANTILE))
    z = NormalDist().inv_cdf(_QUANTILE)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / math.pow(freedom, power) for power, term in enumerate(terms))


def mean_estimate(sums: Sums, unit: int) -> Estimate:
    """The mean from the sum of every deal, `unit` being the size of a deal.

    There is no interval without a spread to make it from: not for one deal, and not for deals
    that are all equal.
    """
    value = float(sums.mean()) / unit
    error = _standard_error(sums) / unit
    if error == 0:
        return Estimate(value)
    reach = critical_value(len(sums)) * error
    return Estimate(value, value - reach, value + reach)


def share_estimate(sums: Sums, unit: int) -> Estimate:
    """The same for a share, which lies between 0 and 1: `unit` is the sum of a deal with a share
    of 1.

    The interval is Wilson's, which stays between 0 and 1 and never becomes a point, for the number
    of independent trials that would have the standard error of these deals. Where all deals are
    equal, every deal is taken as one trial: a bot that wins all of 50 deals has 93 to 100 %, not
    100 for certain. One deal gives no interval.
    """
    deals = len(sums)
    value = float(sums.mean()) / unit
    if deals == 1:
        return Estimate(value)
    error = _standard_error(sums) / unit
    trials = value * (1 - value) / error**2 if error else deals
    return Estimate(value, *_wilson(value, trials, critical_value(deals)))


def _standard_error(sums: Sums) -> float:
    """Of the mean of these sums; exactly 0 when all of them are equal."""
    if sums.min() == sums.max():
        return 0.0
    return float(sums.std(ddof=1)) / math.sqrt(len(sums))


def _wilson(share: float, trials: float, critical: float) -> tuple[float, float]:
    weight = critical**2 / trials
    centre = (share + weight / 2) / (1 + weight)
    reach = math.sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    # Rounding must not push the ends beyond the share itself, which at 0 and 1 is an end.
    return max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach))
