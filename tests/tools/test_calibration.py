"""Forecasts are measured as they should be, and the page says what was measured."""

from pathlib import Path

import calibration
import numpy as np
import pytest
import typer
from calibration import Told
from forecasts import (
    Forecasts,
    calibration_error,
    chances,
    in_bins,
    phase_of,
    scores,
)
from parts import marks, part_of

from rowlock.kernels.log import Records, room
from rowlock.train.judged import JUDGEMENT

GAMES = 300


@pytest.fixture(scope="module")
def page() -> str:
    return calibration.PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def network() -> calibration.Network:
    """The original with two seats."""
    return next(one for one in calibration.networks() if (one.game, one.seats) == ("original", 2))


def made_up(expected: list[float], came: list[float], games: list[int]) -> Forecasts:
    return Forecasts(np.array(expected), np.array(came), np.array(games))


def notes_of(expected: list[float], came: list[float]) -> Records:
    notes = room(JUDGEMENT, len(expected))
    notes.chance, notes.won = expected, came
    notes.game, notes.turn = np.arange(len(expected)), np.arange(len(expected))
    notes.expected, notes.points = 50 + np.arange(len(expected)), 50
    return notes


def cells(page: str, part: str) -> list[list[str]]:
    lines = [line for line in part_of(page, part).splitlines() if line[:1] == "|"]
    assert lines, "run tools/calibration.py"
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


def test_errors_by_hand() -> None:
    one = made_up([0.5, 0.7], [1.0, 0.0], [0, 1])
    assert one.error == pytest.approx(0.1)
    assert one.squared == pytest.approx((0.25 + 0.49) / 2)


def test_a_game_counts_once_however_often_it_was_looked_at() -> None:
    """Looking at the same games ten times over makes nothing surer."""
    rng = np.random.default_rng(1)
    expected, came = rng.uniform(size=200), rng.integers(0, 2, 200).astype(float)
    once = Forecasts(expected, came, np.arange(200))
    often = Forecasts(expected.repeat(10), came.repeat(10), np.arange(200).repeat(10))
    assert often.margin == pytest.approx(once.margin)
    plain = 1.972 * (expected - came).std(ddof=1) / np.sqrt(200)
    assert once.margin == pytest.approx(plain, rel=1e-3)
    assert made_up([0.5, 0.5], [0, 1], [3, 3]).margin == np.inf


def test_true_forecasts_are_found_true_and_bold_ones_are_not() -> None:
    rng = np.random.default_rng(2)
    truth = rng.uniform(size=20_000)
    came = (rng.uniform(size=20_000) < truth).astype(float)
    games = np.arange(20_000)
    true = in_bins(Forecasts(truth, came, games), 0.05)
    bold = in_bins(Forecasts(np.clip(0.5 + 1.5 * (truth - 0.5), 0, 0.99), came, games), 0.05)
    assert len(true) == 20
    assert sum(abs(one.expected - one.came) > one.margin for one in true) <= 3
    assert sum(abs(one.expected - one.came) > one.margin for one in bold) >= 10
    assert calibration_error(true) < 0.015
    assert calibration_error(bold) > 0.05


def test_bins_by_hand() -> None:
    """Ten games at 11 to 12 %, of which three were won; nine games are too few."""
    low, high = [0.11] * 5 + [0.12] * 5, [0.9] * 9
    one = made_up(low + high, [1.0] * 3 + [0.0] * 16, list(range(19)))
    ((expected, came, margin, size),) = in_bins(one, 0.05)
    assert [expected, came, size] == pytest.approx([0.115, 0.3, 10])
    assert margin > 0.3
    assert calibration_error(in_bins(one, 0.05)) == pytest.approx(0.185)


def test_parts_of_a_game_are_equally_large() -> None:
    turns = np.repeat(np.arange(1, 21), 5)
    phases = phase_of(turns)
    assert np.bincount(phases).tolist() == [25] * 4
    assert (np.diff(phases) >= 0).all()


def test_a_line_on_chances(network: calibration.Network) -> None:
    """By hand: errors of 0.1 throughout, beside those of 0.5."""
    notes = notes_of([0.9] * 10 + [0.1] * 10, [1.0] * 10 + [0.0] * 10)
    line = calibration.chance_cells(Told(network, notes))
    assert line == ["original", "2", "20", "0.0100", "0.2500", "96.0 %", "10.00 %"]


def test_a_line_on_scores(network: calibration.Network) -> None:
    """By hand: the later, the more too much, by one a turn; the score is always the same."""
    line = calibration.score_cells(Told(network, notes_of([0.5] * 8, [1.0] * 8)))
    assert line[:3] == ["original", "2", "0.0"]
    assert [cell.split(" ±")[0] for cell in line[3::2]] == ["+0.50", "+2.50", "+4.50", "+6.50"]
    assert line[4] == "0.7", "the root of a half"


def test_every_network_is_on_the_page(page: str) -> None:
    wanted = [[one.game, str(one.seats)] for one in calibration.networks()]
    assert ["original", "2"] in wanted
    assert [row[:2] for row in cells(page, calibration.SCORES)] == wanted
    several = [row for row in wanted if row[1] != "1"]
    assert [row[:2] for row in cells(page, calibration.CHANCES)] == several


@pytest.mark.soak
def test_the_page_says_what_is_measured(page: str, network: calibration.Network) -> None:
    """Few games again, the first of those of the page."""
    notes = calibration.ask(network, GAMES, 1).notes
    by_game = [chances(notes[notes.game == game]).squared for game in range(GAMES)]
    row = next(row for row in cells(page, calibration.CHANCES) if row[:2] == ["original", "2"])
    error = float(np.std(by_game)) / np.sqrt(GAMES)
    assert abs(float(row[3]) - chances(notes).squared) < 4 * error, "run tools/calibration.py"
    assert chances(notes).squared < 0.25, "better than the even guess"
    assert abs(scores(notes).error) < 4 * scores(notes).margin


@pytest.mark.early
def test_tables_and_pictures_are_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, network: calibration.Network
) -> None:
    monkeypatch.setattr(calibration, "networks", lambda: [network])
    file = tmp_path / "page.md"
    parts = ["\n".join(marks(name)) for name in (calibration.CHANCES, calibration.SCORES)]
    file.write_text("\n\n".join(parts), encoding="utf-8")
    (tmp_path / "pictures").mkdir()
    calibration.main(games=20, threads=1, page=file)
    once = file.read_text(encoding="utf-8")
    assert "20 games of each network" in once
    assert len(cells(once, calibration.CHANCES)) == len(cells(once, calibration.SCORES)) == 1
    for name in ("bots-chances.svg", "bots-scores.svg"):
        drawn = (tmp_path / "pictures" / name).read_text(encoding="utf-8")
        assert drawn.count("<svg") == 1
        assert "original" in drawn
    calibration.main(games=20, threads=2, page=file)
    assert file.read_text(encoding="utf-8") == once


def test_a_page_without_marks_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.md"
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(typer.Exit) as stopped:
        calibration.main(games=20, page=file)
    assert stopped.value.exit_code == 1
    assert "there must be a line <!-- calibration:chances -->" in capsys.readouterr().err
