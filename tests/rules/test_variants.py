"""The sheets as they are printed, and Mixx, which proves that sheets are data."""

import pytest

from helpers import ON_BOARD, all_variants, crossed, legal, play, position, rolled
from rowlock.rules import Code, Cross, Variant, find_variant, on_side, refusal


def row_text(variant: Variant, letter: str) -> str:
    row = variant.rows[variant.row_index[letter]]
    return " ".join(f"{space.colour}{space.number}" for space in row.spaces)


def test_original_rows() -> None:
    original = find_variant("original")
    assert row_text(original, "r") == "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12"
    assert row_text(original, "b") == "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2"


def test_longo_rows() -> None:
    longo = find_variant("longo")
    assert row_text(longo, "y").endswith("y14 y15 y16")
    assert row_text(longo, "g").startswith("g16 g15")
    assert longo.faces == 8


@pytest.mark.parametrize("variant", all_variants(), ids=repr)
def test_points(variant: Variant) -> None:
    assert variant.points[:13] == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


def test_boards() -> None:
    for side in "AB":
        board = on_side(ON_BOARD, side).board
        assert board is not None
        assert len(board.path) == len(set(board.path)) == 40
        assert board.bonus[0] == 0
        assert board.bonus[1:] == tuple(n for n in range(1, 21) for _ in range(2))
    assert on_side(ON_BOARD, "A") == ON_BOARD
    assert on_side(ON_BOARD, "B") != ON_BOARD


def test_mixx_a_colours_are_mixed() -> None:
    mixx = find_variant("mixx-a")
    assert row_text(mixx, "a") == "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12"
    assert row_text(mixx, "c") == "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2"
    assert [row.die for row in mixx.rows] == ["r", "y", "g", "b"]


def test_mixx_a_colour_dice_find_their_colour_in_any_row() -> None:
    game = play(position("mixx-a", ""), "w12 r1 y5 g6 b6", "-")
    found = set(legal(game).split()) - {"-"}
    assert found == {"b2", "b3", "d6", "c7", "b7", "a8", "a7", "b8"}


def test_mixx_a_a_lock_removes_the_die_of_its_last_colour() -> None:
    game = play(position("mixx-a", "a2 a3 a4 a5 a6", ""), "w66 r1", "a12 -")
    assert game.is_locked(0)
    assert game.dice_in_play == ("y", "g", "b")
    assert refusal(game, 0, Cross("d", 7)) is Code.WRONG_NUMBER, "no red die is left for red 7"
    game = play(game, "-", "w34")
    assert "d7" in legal(game).split(), "white still finds red spaces elsewhere"


def test_mixx_b_runs_by_place_not_by_number() -> None:
    game = play(position("mixx-b", "r10 r6"), "w11", "r2")
    assert crossed(game, 0, "r") == [10, 6, 2]
    game = play(game, "-", "w64")
    assert refusal(game, 0, Cross("r", 10)) is Code.BEHIND


def test_mixx_b_locks_at_its_last_number() -> None:
    game = rolled(position("mixx-b", "r10 r6 r2 r8 r3"), "w56")
    assert "r11" in legal(game).split()
    assert play(game, "r11").is_locked(0)
