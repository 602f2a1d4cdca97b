"""How games begin."""

from dataclasses import replace

import pytest

from helpers import position
from rowlock.rules import BadPosition, Game, Sheet, empty_sheet, find_variant, resume, start


@pytest.mark.parametrize(
    ("name", "most"), [("original", 5), ("on-board", 4), ("longo", 5), ("mixx-a", 5), ("mixx-b", 5)]
)
def test_seats(name: str, most: int) -> None:
    variant = find_variant(name)
    for seats in range(1, most + 1):
        assert len(start(variant, seats).sheets) == seats
    for seats in (0, most + 1):
        with pytest.raises(BadPosition, match=f"1 to {most} seats"):
            start(variant, seats)


def test_first_seat() -> None:
    game = start(find_variant("original"), 3, first=2)
    assert game.active == 2
    with pytest.raises(BadPosition, match="no seat 4 to go first among 3"):
        start(find_variant("original"), 3, first=3)


def test_lucky_pairs() -> None:
    longo = find_variant("longo")
    assert [sheet.lucky for sheet in start(longo, 2).sheets] == [(4, 9), (5, 8)]
    assert start(longo, 1, lucky=[(2, 16)]).sheets[0].lucky == (2, 16)
    assert start(find_variant("original")).sheets[0].lucky is None
    with pytest.raises(BadPosition, match="1 lucky pairs for 2 seats"):
        start(longo, 2, lucky=[(4, 9)])
    with pytest.raises(BadPosition, match="1 lucky pairs for 3 seats"):
        start(replace(longo, lucky=((4, 9),)), 3)
    for pair in ((4, 4), (1, 5), (5, 17)):
        with pytest.raises(BadPosition, match="two different ones from 2 to 16"):
            start(longo, 1, lucky=[pair])


@pytest.mark.parametrize(
    ("variant", "sheet", "why"),
    [
        ("original", "r12", "lock"),
        ("original", "rL", "lock"),
        ("original", "r2 r3 r4 r5 r12 rL", "needs 5 crosses"),
        ("longo", "r2 r3 r4 r5 r6 r15 rL", "needs 6 crosses"),
        ("original", "x4", "at most 3 misses"),
        ("on-board", "p36", "beyond space 35"),
    ],
)
def test_bad_sheets(variant: str, sheet: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        position(variant, sheet)


def test_locks_on_a_sheet_close_the_row() -> None:
    game = position("original", "r2 r3 r4 r5 r6 r12 rL", "")
    assert game.locked == 1
    with pytest.raises(BadPosition, match="2 rows locked"):
        position("original", "r2 r3 r4 r5 r6 r12 rL", "", locked="b")
    assert position("original", "r2 r3 r4 r5 r6 r12 rL", locked="r").locked == 1


def test_both_end_numbers_are_taken_as_they_are() -> None:
    game = position("longo", "r2 r3 r4 r5 r6 r15 r16 rL")
    assert game.sheets[0].rows[0].bit_count() == 8


def test_pawns() -> None:
    assert position("on-board", "p35", "p34", "", "").sheets[0].pawn == 35
    with pytest.raises(BadPosition, match="two pawns"):
        position("on-board", "p3", "p3")


EMPTY = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "sheet", "why"),
    [
        ("original", Sheet((0, 0, 0)), "has 4 rows, not 3"),
        ("original", Sheet((1 << 12, 0, 0, 0)), "no such spaces"),
        ("original", Sheet((-1, 0, 0, 0)), "no such spaces"),
        ("original", Sheet(EMPTY, misses=-1), "at most 3 misses"),
        ("original", Sheet(EMPTY, pawn=3), "1 pawns for 1 seats"),
        ("original", Sheet(EMPTY, lucky=(4, 9)), "original cannot have"),
        ("on-board", Sheet(EMPTY), "0 pawns for 1 seats"),
        ("on-board", Sheet(EMPTY, pawn=-1), "from 0 to 35"),
        ("longo", Sheet(EMPTY), "longo cannot have"),
        ("longo", Sheet(EMPTY, lucky=(4, 4)), "two different"),
    ],
)
def test_impossible_sheets(name: str, sheet: Sheet, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        resume(find_variant(name), [sheet])


def test_impossible_games() -> None:
    original = find_variant("original")
    with pytest.raises(BadPosition, match="1 to 5 seats, not 6"):
        resume(original, [Sheet(EMPTY)] * 6)
    with pytest.raises(BadPosition, match="1 to 5 seats, not 0"):
        resume(original, [])
    with pytest.raises(BadPosition, match="names a row that is not there"):
        resume(original, [Sheet(EMPTY)], locked=1 << 7)
    with pytest.raises(BadPosition, match="original cannot have"):
        start(original, 1, lucky=[(4, 9)])


def test_an_empty_sheet() -> None:
    sheet = empty_sheet(find_variant("on-board"))
    assert sheet.rows == (0, 0, 0, 0)
    assert sheet.pawn == 0
    assert resume(find_variant("on-board"), [sheet]) == start(find_variant("on-board"), 1)


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
