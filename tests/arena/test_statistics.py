"""The numbers of a meeting: by hand, beside a slow twin, and whatever the games."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.meetings import meeting, meetings, simulate
from reference import summary_twin
from rowlock.arena.intervals import Estimate, critical_value
from rowlock.arena.statistics import (
    MeetingSummary,
    Played,
    possible_ends,
    summarise,
)
from rowlock.rules import Reason, find_variant

BY_HAND = meeting(
    ("a", "b"),
    [(60, 40), (50, 50), (70, 20), (10, 30), (99, 0)],
    [20, 22, 30, 28, 99],
    [Reason.LOCKS, Reason.LOCKS, Reason.MISSES, Reason.LOCKS, Reason.FINISH],
)


def about(number: float | None, within: float = 1e-3) -> Any:
    return None if number is None else pytest.approx(number, abs=within)


def near(value: float, low: float, high: float) -> Estimate:
    return Estimate(about(value), about(low), about(high))


def test_by_hand() -> None:
    summary = summarise(BY_HAND)
    a, b = summary.bots
    assert (summary.games, summary.deals) == (4, 2), "the fifth game is no whole deal"
    assert (a.label, b.label) == ("a", "b")
    # 1 + 1/2 in the first deal, 1 in the second: 0.75 and 0.5, so 0.625 with an error of 0.125,
    # as 15 trials have; and Student's t is 12.706.
    assert a.wins == near(0.625, 0.0336, 0.9876)
    assert b.wins == near(0.375, 0.0124, 0.9664)
    # One game of each deal: no spread, two trials.
    assert a.strict_wins == near(0.5, 0.00306, 0.99694)
    assert b.strict_wins is not None
    assert b.strict_wins.value == 0.25
    # Deals of 55 and 40: 47.5 with an error of 7.5.
    assert a.score == near(47.5, 47.5 - 95.297, 47.5 + 95.297)
    assert a.spread == pytest.approx(518.75**0.5)
    assert a.quantiles == {5: 10, 25: 10, 50: 50, 75: 60, 95: 70}
    assert b.score.value == 35
    assert b.quantiles == {5: 20, 25: 20, 50: 30, 75: 40, 95: 50}
    # Deals of 21 and 29.
    assert summary.turns == near(25, 25 - 4 * 12.7062, 25 + 4 * 12.7062)
    assert summary.turns_spread == pytest.approx(17**0.5)
    assert summary.ties is not None
    assert summary.ties.value == 0.25
    assert {end: share.value for end, share in summary.ends.items()} == {
        Reason.LOCKS: 0.75,
        Reason.MISSES: 0.25,
    }


def test_three_share_a_win() -> None:
    played = meeting(("a", "b", "c"), [(7, 7, 7), (9, 9, 1), (1, 2, 3)])
    a, b, c = summarise(played).bots
    assert a.wins == b.wins == Estimate(about((1 / 3 + 1 / 2 + 0) / 3, 1e-12))
    assert c.wins == Estimate(about((1 / 3 + 0 + 1) / 3, 1e-12))
    assert a.strict_wins == b.strict_wins == Estimate(0)
    assert c.strict_wins == Estimate(about(1 / 3, 1e-12))


def test_nobody_wins_alone() -> None:
    summary = summarise(meeting(("a",), [(30,), (50,), (40,)]))
    (bot,) = summary.bots
    assert (summary.games, summary.deals) == (3, 3), "a solo game is a deal"
    assert (bot.wins, bot.strict_wins, summary.ties) == (None, None, None)
    # An error of 10 / sqrt(3), and Student's t for two degrees of freedom.
    assert bot.score == near(40, 40 - 24.8414, 40 + 24.8414)


def test_ends_that_are_possible_are_told_although_no_game_ended_so() -> None:
    played = meeting(("a",), [(30,), (50,)], ends=[Reason.MISSES] * 2)
    assert list(summarise(played).ends) == [Reason.MISSES]
    on_board = possible_ends(find_variant("on-board"))
    ends = summarise(played, on_board).ends
    assert {end: share.value for end, share in ends.items()} == {
        Reason.LOCKS: 0,
        Reason.MISSES: 1,
        Reason.FINISH: 0,
    }
    assert possible_ends(find_variant("longo")) == (Reason.LOCKS, Reason.MISSES)


def test_without_a_whole_deal_there_is_no_summary() -> None:
    with pytest.raises(ValueError, match="a, b, c: a deal has 3 games, but 2 were played"):
        summarise(meeting(("a", "b", "c"), [(1, 2, 3)] * 2))


def test_only_games_of_one_lineup_can_be_joined() -> None:
    with pytest.raises(ValueError, match="of one lineup can be joined, not of 2"):
        Played.joined([meeting(("a",), [(1,)]), meeting(("b",), [(1,)])])
    with pytest.raises(ValueError, match="not of 0"):
        Played.joined([])


@given(meetings(), st.data())
def test_chunks_make_the_same_meeting(played: Played, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(played.turns))), label="cuts"))
    edges = [0, *cuts, len(played.turns)]
    chunks = [
        Played(
            played.lineup,
            played.scores[start:stop],
            played.turns[start:stop],
            played.reasons[start:stop],
        )
        for start, stop in pairwise(edges)
    ]
    joined = Played.joined(chunks)
    assert joined.lineup == played.lineup
    assert np.array_equal(joined.scores, played.scores)
    assert np.array_equal(joined.turns, played.turns)
    assert np.array_equal(joined.reasons, played.reasons)
    assert [part.dtype for part in joined[1:]] == [np.int32, np.int32, np.int8]


def same(ours: Estimate | None, twin: summary_twin.Estimated | None) -> bool:
    if ours is None or twin is None:
        return ours is None and twin is None
    value, interval = twin
    low, high = interval or (None, None)
    return ours == Estimate(about(value, 1e-9), about(low, 1e-9), about(high, 1e-9))


def compare(ours: MeetingSummary, twin: dict[str, Any]) -> None:
    assert (ours.games, ours.deals) == (twin["games"], twin["deals"])
    for bot, other in zip(ours.bots, twin["bots"], strict=True):
        assert same(bot.wins, other["wins"])
        assert same(bot.strict_wins, other["strict_wins"])
        assert same(bot.score, other["score"])
        assert bot.spread == pytest.approx(other["spread"])
        assert bot.quantiles == other["quantiles"]
    assert same(ours.turns, twin["turns"])
    assert ours.turns_spread == pytest.approx(twin["turns_spread"])
    assert same(ours.ties, twin["ties"])
    assert ours.ends.keys() == twin["ends"].keys()
    assert all(same(share, twin["ends"][end]) for end, share in ours.ends.items())


def twin_of(played: Played) -> dict[str, Any]:
    ends = [tuple(Reason)[index] for index in played.reasons]
    critical = critical_value(played.deals) if played.deals > 1 else float("nan")
    return summary_twin.summary(played.scores.tolist(), played.turns.tolist(), ends, critical)


@given(meetings())
def test_the_slow_twin_agrees(played: Played) -> None:
    compare(summarise(played), twin_of(played))


def test_the_slow_twin_agrees_on_many_games() -> None:
    rng = np.random.default_rng(3)
    for seats in range(1, 6):
        scores = rng.integers(40, 60, (30 * seats + seats - 1, seats)).tolist()
        played = meeting(("a", "b", "c", "d", "e")[:seats], scores)
        compare(summarise(played), twin_of(played))


@given(meetings(least=2))
def test_all_wins_are_somebodys(played: Played) -> None:
    summary = summarise(played)
    wins = [bot.wins.value for bot in summary.bots if bot.wins]
    strict = [bot.strict_wins.value for bot in summary.bots if bot.strict_wins]
    assert len(wins) == len(strict) == len(played.lineup)
    assert sum(wins) == pytest.approx(1)
    assert summary.ties is not None
    assert sum(strict) + summary.ties.value == pytest.approx(1)
    assert sum(share.value for share in summary.ends.values()) == pytest.approx(1)


@given(meetings())
def test_intervals_hold_what_was_measured(played: Played) -> None:
    summary = summarise(played)
    shares = [summary.ties, *summary.ends.values()]
    shares += [share for bot in summary.bots for share in (bot.wins, bot.strict_wins)]
    for share in filter(None, shares):
        if summary.deals == 1:
            assert (share.low, share.high) == (None, None)
        else:
            assert share.low is not None
            assert share.high is not None
            assert 0 <= share.low <= share.value <= share.high <= 1
            assert share.low < share.high, "nothing is certain"
    for mean in (summary.turns, *(bot.score for bot in summary.bots)):
        if mean.low is not None:
            assert mean.high is not None
            assert mean.low < mean.value < mean.high


@given(meetings(), st.randoms(use_true_random=False))
def test_the_order_of_the_lineup_does_not_matter(played: Played, rng: Random) -> None:
    order = list(range(len(played.lineup)))
    rng.shuffle(order)
    other = played._replace(
        lineup=tuple(played.lineup[bot] for bot in order), scores=played.scores[:, order]
    )
    ours, theirs = summarise(played), summarise(other)
    assert {bot.label: bot for bot in ours.bots} == {bot.label: bot for bot in theirs.bots}
    assert (ours.turns, ours.ties, ours.ends) == (theirs.turns, theirs.ties, theirs.ends)


def test_small_tournaments_cover_the_truth() -> None:
    """Three bots of known strength, 30 deals, luck that lasts a deal."""
    rng = np.random.default_rng(11)
    lineup, strengths = ("a", "b", "c"), (1.0, 0.5, 0.0)
    truth = summarise(simulate(lineup, strengths, 200_000, rng, luck=1.0))
    covered = []
    for _ in range(400):
        summary = summarise(simulate(lineup, strengths, 30, rng, luck=1.0))
        for bot, true in zip(summary.bots, truth.bots, strict=True):
            for ours, known in ((bot.wins, true.wins), (bot.score, true.score)):
                assert ours is not None
                assert known is not None
                assert ours.low is not None
                assert ours.high is not None
                covered.append(ours.low <= known.value <= ours.high)
    assert 0.93 <= np.mean(covered) <= 0.97
