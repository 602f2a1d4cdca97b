"""What a start is without being told, and starts with only one thing wrong."""

import pytest

from helpers import position
from rowlock.rules import BadPosition, Game, find_variant, resume, start


def test_two_seats_unless_told_and_nothing_has_happened() -> None:
    game = start(find_variant("original"))
    assert len(game.sheets) == 2
    assert (game.turn, game.active, game.locked) == (1, 0, 0)
    assert not game.crossed
    assert game.rolled is None
    assert game.last_turn is None
    assert game.reason is None


def test_a_game_needs_no_more_than_its_variant_and_sheets() -> None:
    game = start(find_variant("longo"), 3)
    assert Game(game.variant, game.sheets) == game


def test_an_end_number_comes_with_its_lock_however_many_crosses_there_are() -> None:
    assert position("original", "r2 r3 r4 r5 r6 r12 rL").locked == 1
    with pytest.raises(BadPosition, match="an end number"):
        position("original", "r2 r3 r4 r5 r6 r12")
    with pytest.raises(BadPosition, match="an end number"):
        position("longo", "g16 g15 g14 g13 g12 g11 g3")


def test_a_lock_comes_with_an_end_number_however_many_crosses_there_are() -> None:
    with pytest.raises(BadPosition, match="without an end number"):
        position("original", "b12 b11 b10 b9 b8 bL")


def test_there_is_one_lucky_pair_for_each_seat() -> None:
    longo = find_variant("longo")
    pairs = [(4, 9), (5, 8), (6, 11)]
    assert [sheet.lucky for sheet in start(longo, 3, lucky=pairs).sheets] == pairs
    with pytest.raises(BadPosition, match="3 lucky pairs for 2 seats"):
        start(longo, 2, lucky=pairs)
    with pytest.raises(BadPosition, match="3 lucky pairs for 4 seats"):
        start(longo, 4, lucky=pairs)


def test_no_seat_before_the_first_goes_first() -> None:
    with pytest.raises(BadPosition, match="no seat 0 to go first among 2"):
        start(find_variant("original"), 2, first=-1)


@pytest.mark.parametrize("locked", [-1, 1 << 4])
def test_only_rows_that_are_there_are_locked_at_the_start(locked: int) -> None:
    game = start(find_variant("original"))
    assert resume(game.variant, game.sheets, locked=1 << 3).dice_in_play == ("r", "y", "g")
    with pytest.raises(BadPosition, match="names a row that is not there"):
        resume(game.variant, game.sheets, locked=locked)


@pytest.mark.parametrize("sheets", [("p36", "p3"), ("p3", "p36"), ("", "p40")])
def test_one_pawn_too_far_is_enough(sheets: tuple[str, str]) -> None:
    with pytest.raises(BadPosition, match="none beyond space 35"):
        position("on-board", *sheets)
