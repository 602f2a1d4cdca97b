"""Ratings: by hand, from known strengths, and where there is little to go by."""

import math
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.meetings import meeting, meetings, simulate
from rowlock.arena import elo
from rowlock.arena.elo import MEAN, PRIOR, SCALE, Floats, Rating, fit, rate
from rowlock.arena.intervals import critical_value
from rowlock.arena.statistics import Played

STRENGTHS = {"a": 1.0, "b": 0.4, "c": -0.2, "d": -1.2}


def by_label(ratings: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.label: rating for rating in ratings}


def test_two_bots_by_hand() -> None:
    # Of six games a has won three and drawn two, so four; b two.
    games = [(5, 1), (5, 1), (5, 1), (3, 3), (3, 3), (1, 5)]
    first, second = rate([meeting(("b", "a"), [(b, a) for a, b in games])])
    # Half a drawn game more is a quarter of a win for each.
    apart = 400 * math.log10(4.25 / 2.25)
    assert (first.label, second.label) == ("a", "b")
    assert first.elo.value == pytest.approx(MEAN + apart / 2)
    assert second.elo.value == pytest.approx(MEAN - apart / 2)
    assert first.games == second.games == 6


@pytest.mark.parametrize("deals", [2, 5, 400])
def test_the_interval_of_two_bots_by_hand(deals: int) -> None:
    """With two bots the model's chance is the share of wins, the prior ones included."""
    played = simulate(("a", "b"), (0.5, 0.0), deals, np.random.default_rng(2), luck=1.0)
    won = (played.scores[:, 0] > played.scores[:, 1]).reshape(-1, 2).sum(axis=1)
    games = 2 * deals + 2 * PRIOR
    chance = (won.sum() + PRIOR) / games
    information = games * chance * (1 - chance)
    scatter = ((won - 2 * chance) ** 2).sum() + PRIOR**2 * (chance**2 + (1 - chance) ** 2)
    error_of_difference = math.sqrt(scatter * deals / (deals - 1)) / information
    for rating in rate([played]):
        reach = SCALE * error_of_difference / 2 * critical_value(deals)
        assert rating.elo.margin == pytest.approx(reach)


def expectations(wins: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    """What every bot won, and what it should have: equal where the likelihood is greatest."""
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return wins.sum(axis=1), ((wins + wins.T) * chances).sum(axis=1)


def log_likelihood(wins: Floats, strengths: Floats) -> float:
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return float((wins * np.log(chances)).sum())


@given(
    st.integers(2, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 10**6), min_size=n, max_size=n), min_size=n, max_size=n
        )
    ),
    st.integers(0, 10**6),
)
def test_no_other_strengths_are_likelier(counts: list[list[int]], seed: int) -> None:
    wins = np.array(counts, dtype=float) + PRIOR
    np.fill_diagonal(wins, 0)
    strengths = fit(wins)
    assert strengths.mean() == pytest.approx(0, abs=1e-9)
    won, expected = expectations(wins, strengths)
    assert expected == pytest.approx(won, rel=1e-6)
    best = log_likelihood(wins, strengths)
    rng = np.random.default_rng(seed)
    for _ in range(5):
        other = strengths + rng.normal(scale=0.1, size=len(wins))
        assert log_likelihood(wins, other) <= best + 1e-9 * abs(best)


def test_a_long_chain_of_overwhelming_wins() -> None:
    bots = 12
    wins = np.zeros((bots, bots))
    for better, worse in pairwise(range(bots)):
        wins[better, worse], wins[worse, better] = 1e7 + PRIOR, PRIOR
    steps = -np.diff(fit(wins))
    assert steps == pytest.approx([math.log((1e7 + PRIOR) / PRIOR)] * (bots - 1), rel=1e-6)


def test_a_full_step_would_go_too_far() -> None:
    """Newton's method alone leaves these results further behind with every step."""
    wins = np.array(
        [
            [0, 1200, 0, 0],
            [0, 0, 0, 0],
            [0, 8400, 0, 50_800],
            [1, 0, 0, 0],
        ],
        dtype=float,
    )
    met = np.array([[0, 1, 0, 1], [1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 0]])
    strengths = fit(wins + PRIOR * met)
    won, expected = expectations(wins + PRIOR * met, strengths)
    assert expected == pytest.approx(won, rel=1e-6)


def round_robin(deals: int, rng: np.random.Generator, luck: float = 0.0) -> list[Played]:
    return [
        simulate(pair, [STRENGTHS[label] for label in pair], deals, rng, luck=luck)
        for pair in combinations(STRENGTHS, 2)
    ]


def test_known_strengths_are_found() -> None:
    ratings = rate(round_robin(20_000, np.random.default_rng(4)))
    assert [rating.label for rating in ratings] == ["a", "b", "c", "d"]
    for rating in ratings:
        truth = MEAN + SCALE * STRENGTHS[rating.label]
        assert rating.elo.margin is not None
        assert rating.elo.margin < 2
        assert abs(rating.elo.value - truth) < 2 * rating.elo.margin, "four standard errors"
        assert rating.games == 3 * 2 * 20_000


def test_known_strengths_are_found_at_tables_of_four() -> None:
    played = simulate(tuple(STRENGTHS), tuple(STRENGTHS.values()), 10_000, np.random.default_rng(8))
    for label, rating in by_label(rate([played])).items():
        assert rating.elo.value == pytest.approx(MEAN + SCALE * STRENGTHS[label], abs=8)


@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_intervals_cover_the_truth(luck: float) -> None:
    """Also when the games of a deal agree, the truth then being the rating in very many games."""
    rng = np.random.default_rng(9)
    truth = {label: MEAN + SCALE * strength for label, strength in STRENGTHS.items()}
    if luck:
        truth = {rating.label: rating.elo.value for rating in rate(round_robin(50_000, rng, luck))}
    covered = []
    for _ in range(250):
        for rating in rate(round_robin(40, rng, luck)):
            assert rating.elo.low is not None
            assert rating.elo.high is not None
            covered.append(rating.elo.low <= truth[rating.label] <= rating.elo.high)
    assert 0.93 <= np.mean(covered) <= 0.97


def test_games_that_agree_say_less() -> None:
    rng = np.random.default_rng(12)
    agreeing = simulate(("a", "b"), (0.3, 0.0), 500, rng, luck=3.0)
    shuffled = agreeing._replace(scores=rng.permutation(agreeing.scores))
    ours, other = rate([agreeing])[0].elo, rate([shuffled])[0].elo
    assert ours.value == other.value
    assert ours.margin is not None
    assert other.margin is not None
    assert ours.margin > 1.15 * other.margin


def test_deals_of_equal_number_may_share_their_dice() -> None:
    """The same games played twice say no more than once."""
    once = rate([simulate(("a", "b"), (0.3, 0.0), 500, np.random.default_rng(1))])
    played = simulate(("a", "b"), (0.3, 0.0), 500, np.random.default_rng(1))
    twice = rate([played, played])
    assert once[0].elo.margin is not None
    assert twice[0].elo.margin == pytest.approx(once[0].elo.margin, rel=0.01)


def test_blocks_of_deals_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    games = [simulate(("a", "b"), (0.3, 0), 50, rng), simulate(("b", "c", "d"), (0, 0, 0), 33, rng)]
    whole = rate(games)
    monkeypatch.setattr(elo, "_BLOCK", 7)
    for ours, other in zip(rate(games), whole, strict=True):
        assert ours.elo.value == other.elo.value
        assert ours.elo.margin == pytest.approx(other.elo.margin)


def test_a_bot_that_won_everything_has_a_finite_rating_that_is_not_sure() -> None:
    few, many = (rate([meeting(("a", "b"), [(50, 10)] * games)])[0].elo for games in (20, 2000))
    assert few.value == pytest.approx(MEAN + SCALE / 2 * math.log((20 + PRIOR) / PRIOR))
    assert many.value > few.value
    for rating in (few, many):
        assert rating.margin is not None
        assert rating.margin > 100


def test_one_deal_has_no_interval() -> None:
    ratings = rate([meeting(("a", "b"), [(5, 1), (1, 5), (9, 9)])])
    assert [(rating.elo.low, rating.elo.high) for rating in ratings] == [(None, None)] * 2
    assert ratings[0].elo.value == pytest.approx(MEAN)
    assert ratings[0].games == 2, "the third game is no whole deal"


def test_a_bot_with_one_deal_beside_bots_with_many() -> None:
    games = [
        simulate(("a", "b"), (0, 0), 50, np.random.default_rng(1)),
        meeting(("b", "c"), [(5, 1), (1, 5)]),
    ]
    margins = {label: rating.elo.margin for label, rating in by_label(rate(games)).items()}
    assert margins["c"] is None
    assert margins["a"] is not None


def test_bots_that_never_met() -> None:
    groups = [(("a", "b"), 2), (("c", "d"), 2), (("b", "e"), 2)]
    games = [meeting(pair, [(1, 2)] * count) for pair, count in groups]
    with pytest.raises(ValueError, match=r"these never did: a, b, e \| c, d$"):
        rate(games)
    rate([*games, meeting(("e", "d"), [(1, 2)] * 2)])


@pytest.mark.parametrize("games", [[], [meeting(("a",), [(1,)])]])
def test_fewer_than_two_bots(games: list[Played]) -> None:
    with pytest.raises(ValueError, match=f"there are {len(games)}: two are needed"):
        rate(games)


@given(meetings(least=2), st.randoms(use_true_random=False))
def test_the_order_of_the_lineup_does_not_matter(played: Played, rng: Random) -> None:
    order = list(range(len(played.lineup)))
    rng.shuffle(order)
    other = played._replace(
        lineup=tuple(played.lineup[bot] for bot in order), scores=played.scores[:, order]
    )
    ours, theirs = by_label(rate([played])), by_label(rate([other]))
    assert ours.keys() == theirs.keys()
    for label, rating in ours.items():
        assert rating.elo.value == pytest.approx(theirs[label].elo.value)
        assert rating.elo.margin == pytest.approx(theirs[label].elo.margin)
    assert np.mean([rating.elo.value for rating in ours.values()]) == pytest.approx(MEAN)
