"""The picture of scores shows what was played, and is the same every time."""

import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.meetings import meeting, meetings
from rowlock.arena.extras import MissingExtra
from rowlock.arena.picture import (
    assign_looks,
    draw_scores,
    fitting_width,
    frequencies,
    picture_kind,
    scores_figure,
)
from rowlock.arena.statistics import Played

if TYPE_CHECKING:
    # Every process of the tests reads this file, and Matplotlib takes long to load.
    from matplotlib.axes import Axes

PAIR = meeting(("a", "b"), [(60, 40), (50, 41), (70, 42), (10, 43), (99, 0)])
SOLO = meeting(("b",), [(-5,), (7,), (9,)])


def legend_of(panel: "Axes") -> list[str]:
    legend = panel.get_legend()
    assert legend is not None
    return [text.get_text() for text in (legend.get_title(), *legend.get_texts())]


def test_a_panel_for_each_meeting() -> None:
    pair, solo, other = scores_figure([PAIR, SOLO, PAIR]).axes
    assert legend_of(pair) == ["games: 4", "a, mean 47.5", "b, mean 41.5"], "whole deals only"
    assert legend_of(solo) == ["games: 3", "b, mean 3.7"]
    assert legend_of(other) == legend_of(pair)
    assert pair.get_xlabel() == "score"
    assert pair.get_ylabel() == "games at each score, %"
    assert pair.get_xlim() == solo.get_xlim(), "panels can be compared"


def test_lines_show_the_shares_and_the_mean() -> None:
    (panel,) = scores_figure([meeting(("a",), [(1,)] * 3 + [(2,)])]).axes
    line, mean = panel.get_lines()
    assert np.array_equal(line.get_xydata(), [(0, 0), (1, 75), (2, 25), (3, 0)])
    assert np.array_equal(mean.get_xdata(), [1.25, 1.25])


def test_a_bot_looks_the_same_in_all_panels_and_like_no_other() -> None:
    pair, solo = scores_figure([PAIR, SOLO]).axes
    a, _, b, _ = pair.get_lines()
    alone, _ = solo.get_lines()
    assert alone.get_color() == b.get_color() != a.get_color()
    assert a.get_linestyle() != b.get_linestyle(), "without colours too"
    many = [meeting(tuple(f"bot {table} {seat}" for seat in range(5)), []) for table in range(7)]
    looks = assign_looks(many)
    assert len(looks) == len(set(looks.values())) == 35


def test_long_labels_are_cut_and_signs_stay_signs() -> None:
    labels = ("cmd:python3 -m somewhere.deep.inside.a.package", "cmd:$HOME/bot $x^2$")
    (panel,) = scores_figure([meeting(labels, [(1, 2)] * 2)]).axes
    assert legend_of(panel)[1:] == [
        "cmd:python3 -m somewhere.d…, mean 1.0",
        "cmd:$HOME/bot $x^2$, mean 2.0",
    ]


@given(meetings(), st.integers(1, 9))
def test_frequencies_count_every_game(played: Played, width: int) -> None:
    scores = played.scores[:, 0]
    middles, shares = frequencies(scores, width)
    assert len(middles) == len(shares)
    assert np.allclose(np.diff(middles), width)
    assert shares[0] == shares[-1] == 0
    assert shares.sum() * width == pytest.approx(1)
    for middle, share in zip(middles, shares, strict=True):
        inside = [score for score in scores.tolist() if abs(score - middle) < width / 2]
        assert share == pytest.approx(len(inside) / len(scores) / width)


def test_more_games_show_more_detail() -> None:
    rng = np.random.default_rng(1)
    few, many = (rng.normal(60, 15, games).astype(np.int32) for games in (100, 10**6))
    assert fitting_width(few) == pytest.approx(2 * 1.349 * 15 / 100 ** (1 / 3), abs=2)
    assert fitting_width(many) == 1
    assert fitting_width(np.full(10, 7, dtype=np.int32)) == 1


def test_png(tmp_path: Path) -> None:
    file = tmp_path / "scores.PNG"
    draw_scores([PAIR, SOLO, SOLO], file)
    picture = file.read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 800
    assert height == 680, "two rows"


def test_svg_is_the_same_every_time(tmp_path: Path) -> None:
    import matplotlib as mpl

    files = [tmp_path / name for name in ("1.svg", "2.svg")]
    before = dict(mpl.rcParams)
    draw_scores([PAIR, SOLO], files[0])
    assert dict(mpl.rcParams) == before, "nobody else's settings are touched"
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.hashsalt": "other"}):
        draw_scores([PAIR, SOLO], files[1])
    first, second = (file.read_text(encoding="utf-8") for file in files)
    assert first == second
    root = ElementTree.fromstring(first)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<dc:date>" not in first


def test_labels_are_no_formulas_in_the_file(tmp_path: Path) -> None:
    # This is no formula that could be drawn, so an attempt would fail.
    draw_scores([meeting((r"cmd:$\frac$",), [(1,), (2,)])], tmp_path / "scores.svg")
    assert (tmp_path / "scores.svg").stat().st_size > 0


def test_pyplot_and_its_windows_are_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    draw_scores([PAIR], tmp_path / "scores.svg")
    assert (tmp_path / "scores.svg").exists()


@pytest.mark.parametrize("name", ["scores.pdf", "scores", "svg", "scores.svg.gz"])
def test_other_endings(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"ends in \.svg or \.png, and '{name}' does not"):
        draw_scores([PAIR], tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_kinds() -> None:
    assert picture_kind(Path("a.b/scores.SVG")) == "svg"
    assert picture_kind(Path("scores.png")) == "png"


def test_nothing_to_draw(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no meeting to draw"):
        draw_scores([], tmp_path / "scores.svg")
    with pytest.raises(ValueError, match="a deal has 2 games, but 1 were played"):
        draw_scores([meeting(("a", "b"), [(1, 2)])], tmp_path / "scores.svg")


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(MissingExtra, match=r"^pictures need matplotlib: pip install 'rowlock\["):
        draw_scores([PAIR], tmp_path / "scores.svg")
