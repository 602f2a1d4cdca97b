"""Intervals hold the truth as often as they say, also where little happened."""

import numpy as np
import pytest

from rowlock.arena.intervals import Estimate, critical_value, mean_estimate, share_estimate

# Student's t at 0.975, by degrees of freedom, from printed tables.
STUDENT = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423}


@pytest.mark.parametrize("freedom", STUDENT)
def test_critical_values(freedom: int) -> None:
    assert critical_value(freedom + 1) == pytest.approx(STUDENT[freedom], rel=0.0013)


def test_many_deals_come_near_the_normal_distribution() -> None:
    assert critical_value(10**6) == pytest.approx(1.95996, abs=1e-5)


def test_margin_is_to_the_farther_end() -> None:
    assert Estimate(0.9, 0.7, 0.95).margin == pytest.approx(0.2)
    assert Estimate(0.1, 0.05, 0.3).margin == pytest.approx(0.2)
    assert Estimate(0.5).margin is None


def test_other_units() -> None:
    assert Estimate(0.5, 0.25, 0.75).times(100) == Estimate(50, 25, 75)
    assert Estimate(0.5).times(100) == Estimate(50)


def test_one_deal_has_no_interval() -> None:
    assert mean_estimate(np.array([120]), 2) == Estimate(60)
    assert share_estimate(np.array([1]), 2) == Estimate(0.5)


def test_a_mean_of_equal_deals_has_no_interval() -> None:
    # 100 / 3 is no float: only in integers are the deals seen to be equal.
    estimate = mean_estimate(np.full(10, 100), 3)
    assert estimate.value == pytest.approx(100 / 3)
    assert (estimate.low, estimate.high) == (None, None)


def test_winning_always_is_no_certainty() -> None:
    few, many = (share_estimate(np.full(deals, 2), 2) for deals in (50, 5000))
    assert (few.value, few.high) == (1, 1)
    assert few.low == pytest.approx(0.9253, abs=1e-4)  # 50 / (50 + 2.0096²)
    assert many.low == pytest.approx(5000 / (5000 + 1.9604**2), abs=1e-6)
    never = share_estimate(np.zeros(50, dtype=int), 2)
    assert few.low is not None
    assert (never.value, never.low) == (0, 0)
    assert never.high == pytest.approx(1 - few.low)


def test_one_deal_that_differs_does_not_make_much_surer() -> None:
    always = share_estimate(np.full(50, 2), 2)
    nearly = share_estimate(np.array([2] * 49 + [1]), 2)
    assert always.low is not None
    assert nearly.low is not None
    assert always.low < nearly.low < always.low + 0.03
    assert nearly.high is not None
    assert 0.99 < nearly.high < 1


def test_always_half_in_every_deal() -> None:
    half = share_estimate(np.full(100, 1), 2)
    # Wilson's for 50 of 100, with Student's t of 1.9842.
    assert half.value == 0.5
    assert half.low == pytest.approx(0.4027, abs=1e-4)
    assert half.high == pytest.approx(0.5973, abs=1e-4)


def covers(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


@pytest.mark.parametrize("deals", [5, 20, 200])
@pytest.mark.parametrize("agreement", [-0.4, 0.0, 0.9])
def test_means_are_covered_however_the_games_of_a_deal_depend(deals: int, agreement: float) -> None:
    rng = np.random.default_rng(5)
    covariance = 15.0**2 * np.array([[1, agreement], [agreement, 1]])
    trials = rng.multivariate_normal([60, 60], covariance, size=(1000, deals))
    sums = np.rint(trials).astype(np.int32).sum(axis=2)
    assert 0.93 <= np.mean([covers(mean_estimate(trial, 2), 60) for trial in sums]) <= 0.97


@pytest.mark.parametrize("deals", [20, 60, 300])
@pytest.mark.parametrize("share", [0.03, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("copied", [0.0, 0.7])
def test_shares_are_covered(deals: int, share: float, copied: float) -> None:
    """Two games a deal, the second a copy of the first with the chance given."""
    rng = np.random.default_rng(6)
    games = rng.random((1000, deals, 2)) < share
    same = rng.random((1000, deals)) < copied
    games[:, :, 1] = np.where(same, games[:, :, 0], games[:, :, 1])
    covered = np.mean([covers(share_estimate(trial, 2), share) for trial in games.sum(axis=2)])
    assert 0.91 <= covered <= 0.99
