"""Games of one choice at once: known ones, and the proof that comes with every answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.matrix_twin import has_saddle, simplex, solve


@st.composite
def matrices(draw: st.DrawFn) -> list[list[float]]:
    """Up to five choices each; often with equal entries, where the simplex method could cycle."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    entry = draw(st.sampled_from([st.floats(0, 1), st.integers(0, 2).map(lambda n: n / 2)]))
    row = st.lists(entry, min_size=columns, max_size=columns)
    return draw(st.lists(row, min_size=rows, max_size=rows))


@given(matrices())
def test_neither_gets_beyond_the_value(matrix: list[list[float]]) -> None:
    for value, first, second in (solve(matrix), simplex(matrix)):
        for mix in (first, second):
            assert min(mix) >= -1e-9
            assert sum(mix) == pytest.approx(1)
        for column in zip(*matrix, strict=True):
            assert sum(a * b for a, b in zip(first, column, strict=True)) >= value - 1e-9
        for row in matrix:
            assert sum(a * b for a, b in zip(second, row, strict=True)) <= value + 1e-9


def test_rock_paper_scissors() -> None:
    value, first, second = solve([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])
    assert value == pytest.approx(1 / 2)
    assert first == pytest.approx([1 / 3] * 3)
    assert second == pytest.approx([1 / 3] * 3)


def test_two_choices_each() -> None:
    """By hand: the first takes row 1 with p such that 0.8 p + 0.1 (1 − p) = 0.3 p + 0.9 (1 − p)."""
    matrix = [[0.8, 0.3], [0.1, 0.9]]
    assert not has_saddle(matrix)
    value, first, second = solve(matrix)
    assert value == pytest.approx(0.69 / 1.3)
    assert first == pytest.approx([0.8 / 1.3, 0.5 / 1.3])
    assert second == pytest.approx([0.6 / 1.3, 0.7 / 1.3])


def test_a_saddle_needs_no_mix() -> None:
    matrix = [[0.2, 0.9, 0.1], [0.6, 0.7, 0.5], [0.9, 0.1, 0.4]]
    assert has_saddle(matrix)
    assert solve(matrix) == (0.5, [0, 1, 0], [0, 0, 1])
