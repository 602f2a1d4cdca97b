"""How strong a network is, and the picture of how it became so."""

import sys
from pathlib import Path

import numpy as np
import pytest

from rowlock.arena.extras import MissingExtra
from rowlock.arena.intervals import Estimate
from rowlock.kernels.batch import Batch, play_batch
from rowlock.train import measure
from rowlock.train.course import Course, Taught
from rowlock.train.curve import check_pictures, curve_figure, draw_curve
from rowlock.train.measure import Errors, Measure, Strength, strength
from train.courses import SHORT, TINY


def test_errors_are_means() -> None:
    taught = Taught(SHORT.begin().weights, 4.0, 1.0, 0.04)
    errors = Errors().plus(taught).plus(taught)
    assert errors == Errors(8.0, 2.0, 0.08)
    assert errors.loss == 0.25
    assert errors.points == pytest.approx(50 * 0.1), "scores are learned in units of 50"


@pytest.mark.parametrize("seats", [2, 3])
def test_strength_counts_the_learners_wins(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "GAMES", 400)
    weights = Course(TINY, seats, 10).begin().weights
    found = strength(TINY, seats, weights, threads=2)
    assert list(found) == ["heuristic", "cautious"]
    games = -(-400 // seats) * seats
    bots = ("master", *["cautious"] * (seats - 1))
    results = play_batch(Batch(TINY, bots, measure.SEED, weights), games)
    mine, won = [], 0.0
    for game, scores in enumerate(results.scores[:, :seats].tolist()):
        mine.append(scores[-game % seats])
        if mine[-1] == max(scores):
            won += 1 / scores.count(mine[-1])
    wins = found["cautious"].wins
    assert wins
    assert wins.value == pytest.approx(won / games)
    assert wins.low is not None
    assert wins.low < wins.value
    assert found["cautious"].score.value == pytest.approx(np.mean(mine))


def test_alone_there_are_no_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "GAMES", 100)
    found = strength(TINY, 1, Course(TINY, 1, 10).begin().weights, threads=1)
    assert list(found) == ["alone"]
    assert found["alone"].wins is None
    assert found["alone"].score.low is not None


def measures(alone: bool) -> list[Measure]:
    def found(wins: float) -> Strength:
        share = None if alone else Estimate(wins, wins - 0.1, wins + 0.1)
        return Strength(share, Estimate(100 * wins))

    others = ["alone"] if alone else ["heuristic", "cautious"]
    return [
        Measure(
            games,
            games / 1000,
            None if alone else 0.3 - games / 10_000,
            20.0,
            {other: found(games / 2000) for other in others},
        )
        for games in (500, 1000)
    ]


@pytest.mark.parametrize(
    ("alone", "labels"),
    [
        (True, ["error of score, points", "mean score"]),
        (False, ["squared error of win chance", "error of score, points", "wins, %", "mean score"]),
    ],
)
def test_what_the_curve_shows(alone: bool, labels: list[str]) -> None:
    pytest.importorskip("matplotlib")
    figure = curve_figure(measures(alone))
    assert [panel.get_ylabel() for panel in figure.axes] == labels
    legend = figure.axes[-1].get_legend()
    assert legend
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == (["alone"] if alone else ["against heuristic", "against cautious"])


def test_the_curve_as_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("one.svg", "two.svg", "three.png"):
        draw_curve(measures(alone=False), tmp_path / name)
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn == (tmp_path / "two.svg").read_bytes(), "the same curve, the same picture"
    assert b"<svg" in drawn
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")


def test_nothing_to_draw_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as missing:
        check_pictures()
    assert str(missing.value) == "pictures need matplotlib: pip install 'rowlock[train]'"
