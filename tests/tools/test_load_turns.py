"""Two versions under load are compared round by round, with an interval of the ratio."""

import math
from pathlib import Path

import pytest
from benchmarks.load.measure import Played
from benchmarks.load.turns import Round, ratio, row, source_of

ROOT = Path(__file__).parents[2]


def played(moves: float) -> Played:
    return Played(100, None, moves, (moves,), (0.0, 0.0, 0.0), 1 / moves, 0.0, 1.0, 0.5, 0.0, 1)


def rounds(*pairs: tuple[float, float]) -> list[Round]:
    return [Round(played(old), played(new)) for old, new in pairs]


def test_a_ratio_compares_what_was_done_in_the_same_minutes() -> None:
    # The machine was ten times slower in the second round, for both alike.
    estimate = ratio(rounds((1000, 2000), (100, 200)), lambda played: played.moves)
    assert estimate.value == pytest.approx(2)
    assert (estimate.low, estimate.high) == pytest.approx((2, 2))


def test_the_interval_is_that_of_the_logarithm() -> None:
    estimate = ratio(rounds((100, 90), (100, 100), (100, 110)), lambda played: played.moves)
    logs = [math.log(0.9), 0.0, math.log(1.1)]
    middle = sum(logs) / 3
    error = math.sqrt(sum((log - middle) ** 2 for log in logs) / 2 / 3)
    reach = 4.303 * error  # Student's t with two degrees of freedom
    assert estimate.low == pytest.approx(math.exp(middle - reach), rel=1e-3)
    assert estimate.high == pytest.approx(math.exp(middle + reach), rel=1e-3)


def test_one_round_gives_no_interval() -> None:
    assert row("sqlite", 100, rounds((1000, 950))) == (
        "| sqlite | 100 | 1 | 1,000 | 950 | 0.950 | - | 1.053 | - |"
    )


def test_a_revision_that_git_does_not_know_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit, match="git has no sources of no-such-revision"):
        source_of("no-such-revision", tmp_path)
