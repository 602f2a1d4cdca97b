"""Mixes of two who choose at once: against them, no choice brings more than the value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.matrix_twin import solve
from rowlock.kernels import layout
from rowlock.kernels.clash import MOST, Clash, drawn_choice, settle, sure_choice

NEAR = 1e-9

Gains = list[list[float]]


@st.composite
def gains(draw: st.DrawFn) -> Gains:
    """Often with equal entries, as ends of games have them."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    entry = draw(st.sampled_from([st.integers(-2, 2), st.floats(-1, 1, width=32)]))
    line = st.lists(entry.map(float), min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


def settled(matrix: Gains) -> Clash:
    clash: Clash = layout.empty(layout.layout(Clash))
    clash.rows, clash.columns = len(matrix), len(matrix[0])
    clash.mixes[...] = 7
    clash.gains[: len(matrix), : len(matrix[0])] = matrix
    settle(clash)
    return clash


def check(matrix: Gains, value: float) -> None:
    clash, table = settled(matrix), np.array(matrix)
    rows, columns = table.shape
    first, second = clash.mixes[0, :rows], clash.mixes[1, :columns]
    for mix in (first, second):
        assert mix.sum() == pytest.approx(1, abs=NEAR)
        assert (mix >= 0).all()
    assert (first @ table).min() >= value - NEAR, "the first gets the value whatever is chosen"
    assert (table @ second).max() <= value + NEAR, "and no more"


@given(gains())
def test_no_choice_beats_a_mix(matrix: Gains) -> None:
    check(matrix, solve(matrix)[0])


def test_there_is_room_for_large_ones() -> None:
    rng = np.random.default_rng(1)
    for shape in ((MOST, MOST), (MOST, 1), (1, MOST)):
        matrix = rng.normal(size=shape).tolist()
        check(matrix, solve(matrix)[0])


def test_known_ones() -> None:
    pennies = settled([[1.0, -1.0], [-1.0, 1.0]])
    assert pennies.mixes[:, :2].ravel().tolist() == pytest.approx([0.5] * 4)
    uneven = settled([[3.0, 0.0], [0.0, 1.0]])
    assert uneven.mixes[:, :2].ravel().tolist() == pytest.approx([0.25, 0.75] * 2)


@given(gains())
def test_what_is_sure(matrix: Gains) -> None:
    """With one best choice of each, both make it; where somebody mixes, nothing is sure."""
    clash = settled(matrix)
    for side, count in enumerate((clash.rows, clash.columns)):
        sure, mix = sure_choice(clash, side), clash.mixes[side, :count].tolist()
        assert sure == (mix.index(max(mix)) if max(mix) > 1 - NEAR else -1)
    table = np.array(matrix)
    low, high = table.min(axis=1).max(), table.max(axis=0).min()
    if low < high - NEAR:
        assert sure_choice(clash, 0) < 0 or sure_choice(clash, 1) < 0


def test_draws_follow_the_mix() -> None:
    clash = settled([[1.0]])
    clash.rows, clash.columns = 4, 2
    clash.mixes[0, :4], clash.mixes[1, :2] = (0.0, 0.25, 0.75, 0.0), (1.0, 0.0)
    points = (np.arange(1000) + 0.5) / 1000
    drawn = [drawn_choice(clash, 0, point) for point in points]
    assert drawn == [1] * 250 + [2] * 750
    assert {drawn_choice(clash, 1, point) for point in points} == {0}
    assert drawn_choice(clash, 0, 1.0) == 2, "what rounding leaves is the last one's"
