"""A row as an integer, and what a row may be."""

from dataclasses import replace

import pytest

from rowlock.rules import Row, find_variant
from rowlock.rules.row import cross, crosses, is_behind, next_space, numbers, skipped

GREEN = find_variant("original").rows[2]


def test_a_row_with_gaps() -> None:
    bits = cross(GREEN, cross(GREEN, 0, 1), 4)
    assert numbers(GREEN, bits) == [11, 8]
    assert crosses(bits) == 2
    assert next_space(bits) == 5
    assert [is_behind(bits, space) for space in (3, 4, 5)] == [True, True, False]


@pytest.mark.parametrize(
    ("bits", "space", "left"), [(0, 0, 0), (0, 3, 3), (0b101, 3, 0), (1, 4, 3)]
)
def test_spaces_left_behind(bits: int, space: int, left: int) -> None:
    assert skipped(bits, space) == left


def test_end_spaces_are_some_of_the_rows_own() -> None:
    def with_ends(ends: int) -> Row:
        return replace(GREEN, ends=ends)

    assert with_ends(1).end_bits == 1 << 10
    assert with_ends(11).end_bits == with_ends(11).all_bits
    for ends in (0, 12):
        with pytest.raises(ValueError, match="end space"):
            with_ends(ends)


def test_points_reach_to_a_full_row_and_its_lock() -> None:
    original = find_variant("original")
    assert len(original.points) == 13
    with pytest.raises(ValueError, match="points of row r end before its last cross"):
        replace(original, points=original.points[:12])
    assert replace(original, points=(*original.points, 91)).points[13] == 91


def test_a_variant_is_called_by_its_expression() -> None:
    variant = replace(find_variant("original"), name="short game", misses=1)
    assert variant.called("short_game()") is variant
    assert repr(replace(variant)) == "short_game()"
