"""Mixes of two who choose at once: against them, no choice brings more than the value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.kernels import layout
from rowlock.kernels.clash import GRAIN, MOST, Clash, drawn_choice, settle, sure_choice

NEAR = 1e-9

Gains = list[list[float]]

WHOLE = st.integers(-2, 2)


@st.composite
def gains(draw: st.DrawFn) -> Gains:
    """Often with equal entries, as ends of games have them, or with all but equal ones."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    little = 10.0 ** -draw(st.integers(4, 14))
    all_but_equal = st.builds(lambda n, more: n + more * little, WHOLE, st.integers(-1, 1))
    entry = draw(st.sampled_from([WHOLE, all_but_equal, st.floats(-1, 1, width=32)]))
    line = st.lists(entry.map(float), min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


def settled(matrix: Gains) -> Clash:
    clash: Clash = layout.empty(layout.layout(Clash))
    clash.rows, clash.columns = len(matrix), len(matrix[0])
    clash.mixes[...] = 7
    clash.gains[: len(matrix), : len(matrix[0])] = matrix
    settle(clash)
    return clash


def check(matrix: Gains) -> None:
    """Whatever the second chooses, the first gets so much, and whatever the first chooses, no more:
    so this is the value, and both mixes are best."""
    clash, table = settled(matrix), np.array(matrix)
    rows, columns = table.shape
    first, second = clash.mixes[0, :rows], clash.mixes[1, :columns]
    for mix in (first, second):
        assert mix.sum() == pytest.approx(1, abs=NEAR)
        assert (mix >= 0).all()
    assert (table @ second).max() - (first @ table).min() <= GRAIN + NEAR


@given(gains())
def test_no_choice_beats_a_mix(matrix: Gains) -> None:
    check(matrix)


def test_there_is_room_for_large_ones() -> None:
    rng = np.random.default_rng(1)
    for shape in ((MOST, MOST), (MOST, 1), (1, MOST)):
        matrix = rng.normal(size=shape).tolist()
        check(matrix)


def test_known_ones() -> None:
    pennies = settled([[1.0, -1.0], [-1.0, 1.0]])
    assert pennies.mixes[:, :2].ravel().tolist() == pytest.approx([0.5] * 4)
    uneven = settled([[3.0, 0.0], [0.0, 1.0]])
    assert uneven.mixes[:, :2].ravel().tolist() == pytest.approx([0.25, 0.75] * 2)


def test_choices_that_are_all_but_equal() -> None:
    check([[0.0, -0.5, 0.0], [1.0, -1.0, 0.0], [1e-9, -0.5, 0.0]])
    rng = np.random.default_rng(1)
    for _ in range(300):
        shape, little = rng.integers(2, 8, 2), 10.0 ** -rng.integers(4, 15)
        few = rng.integers(-1, 2, shape) * (rng.random(shape) < 0.3)
        check((rng.integers(-2, 3, shape) + few * little).tolist())


@given(gains())
def test_what_is_sure(matrix: Gains) -> None:
    """With one best choice of each, both make it; where somebody mixes, nothing is sure."""
    clash = settled(matrix)
    for side, count in enumerate((clash.rows, clash.columns)):
        sure, mix = sure_choice(clash, side), clash.mixes[side, :count].tolist()
        assert sure == (mix.index(max(mix)) if max(mix) > 1 - NEAR else -1)
    table = np.array(matrix)
    low, high = table.min(axis=1).max(), table.max(axis=0).min()
    if low < high - GRAIN:
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
