"""The checked examples of the rulebooks, by their numbers."""

import pytest

from helpers import act, crossed, legal, play, position, rolled
from rowlock.rules import (
    Code,
    Game,
    IllegalMove,
    Phase,
    Reason,
    can_cross,
    closed_spaces,
    points,
    winners,
)
from rowlock.rules.variant import Place

GREEN_READY = "g12 g11 g10 g9 g8"


def open_numbers(game: Game, letter: str) -> list[int]:
    """The numbers of a row that seat 0 has not left behind, end numbers included."""
    closed = closed_spaces(game, 0)
    return [
        cross.number
        for cross, reasons in closed.items()
        if cross.row == letter and Code.BEHIND not in reasons
    ]


def test_example_1_left_to_right() -> None:
    game = position("original", "r5 r7 y10 g6 b10")
    assert open_numbers(game, "r") == [8, 9, 10, 11, 12]
    assert open_numbers(game, "y") == [11, 12]
    assert open_numbers(game, "g") == [5, 4, 3, 2]
    assert open_numbers(game, "b") == [9, 8, 7, 6, 5, 4, 3, 2]
    for gone in (2, 3, 4, 6):
        assert not can_cross(game, 0, game.variant.places["r", gone])
    assert not can_cross(game, 0, game.variant.places["y", 12]), "the end number needs its 5"


def test_example_2_white_action() -> None:
    game = play(position("original", "", "", "", ""), "w41", "r5 y5 - -")
    assert crossed(game, 0, "r") == [5]
    assert crossed(game, 1, "y") == [5]
    game = act(game, "-")
    assert [sheet.misses for sheet in game.sheets] == [0, 0, 0, 0]


def test_example_3_colour_action() -> None:
    game = play(position("original", "", "", "", ""), "w41 b6", "r5 y5 - -", "b10")
    assert crossed(game, 0, "b") == [10]
    assert game.phase is Phase.ROLL
    assert game.active == 1


def test_example_4_miss_of_the_active_player_only() -> None:
    game = play(position("original", "", ""), "w41", "- -", "-")
    assert [sheet.misses for sheet in game.sheets] == [1, 0]


def test_example_5_locking() -> None:
    game = play(position("original", GREEN_READY, ""), "w11", "g2 -")
    assert crossed(game, 0, "g") == [12, 11, 10, 9, 8, 2]
    assert points(game.variant, game.sheets[0]).rows[2] == 28, "seven crosses with the lock"
    assert game.is_locked(2)
    assert game.dice_in_play == ("r", "y", "b")
    assert "g" not in legal(act(game, "-"), 1)


def test_example_6_four_crosses_do_not_lock() -> None:
    game = rolled(position("original", GREEN_READY, "g12 g11 g10 g9"), "w11")
    with pytest.raises(IllegalMove) as caught:
        act(game, "g2 g2")
    assert caught.value.code is Code.NEEDS_CROSSES
    assert caught.value.seat == 1


def test_example_7_two_players_lock_at_once() -> None:
    game = play(position("original", GREEN_READY, "g12 g7 g6 g5 g4 g3"), "w11", "g2 g2")
    assert [sheet.locks(game.variant) for sheet in game.sheets] == [0b100, 0b100]


def test_example_8_three_rows_locked() -> None:
    ready = "r2 r3 r4 r5 r6", "y2 y3 y4 y5 y6"
    game = play(position("original", *ready, locked="g"), "w66", "r12 y12")
    assert game.locked == 0b0111
    assert game.over
    assert game.reason is Reason.LOCKS
    assert legal(game) == ""


def test_example_9_score() -> None:
    sheet = "r2 r3 r4 r5 y2 y3 y4 g12 g11 g10 g9 g8 g7 g6 b12 b11 b10 b9 b8 b7 b6 b5 x2"
    game = position("original", sheet)
    worth = points(game.variant, game.sheets[0])
    assert worth.rows == (10, 6, 28, 36)
    assert worth.misses == -10
    assert worth.total == 70


def test_example_10_pawn_to_green_10() -> None:
    game = play(position("on-board", "", ""), "w41", "- -", "-", "+5")
    assert game.sheets[0].pawn == 5
    assert crossed(game, 0, "g") == [10]
    assert game.sheets[0].misses == 0


def test_example_11_pawn_on_a_crossed_number() -> None:
    game = play(position("on-board", "g7 p16", ""), "w41", "- -", "-", "+4")
    assert game.sheets[0].pawn == 20
    assert crossed(game, 0, "g") == [7]
    assert game.sheets[0].misses == 1


def test_example_12_longo_left_to_right() -> None:
    game = position("longo", "y13 g11 b14 r5 r7")
    assert open_numbers(game, "y") == [14, 15, 16]
    assert open_numbers(game, "g") == [10, 9, 8, 7, 6, 5, 4, 3, 2]
    assert open_numbers(game, "b") == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
    assert not any(can_cross(game, 0, game.variant.places["r", gone]) for gone in (2, 3, 4, 6))


def test_example_13_longo_lucky() -> None:
    game = rolled(position("longo", "r3 y4 b12", lucky=(6, 11)), "w51")
    assert legal(game) == "r6 y6 g16* g6 b6 -"
    assert crossed(act(game, "g16*"), 0, "g") == [16]


def test_example_14_longo_colour() -> None:
    game = play(position("longo", ""), "w51 b8", "-", "b13")
    assert crossed(game, 0, "b") == [13]


def test_example_15_longo_locks_on_the_last_but_one() -> None:
    game = play(position("longo", "g16 g15 g14 g13 g12 g11", ""), "w21", "g3 -")
    assert game.is_locked(2)
    assert crossed(game, 0, "g")[-1] == 3
    assert not can_cross(game, 0, Place(2, 14)), "2 is gone"
    assert not can_cross(game, 1, Place(2, 14)), "for everyone"


def test_example_16_longo_three_rows_locked() -> None:
    ready = "r2 r3 r4 r5 r6 r7", "y2 y3 y4 y5 y6 y7"
    game = play(position("longo", *ready, locked="g"), "w88", "r16 y16")
    assert game.locked == 0b0111
    assert game.reason is Reason.LOCKS


def test_example_17_longo_score() -> None:
    green, blue = " ".join(f"g{n}" for n in range(16, 7, -1)), "b16 b15 b14 b13 b12 b11 b10 b9"
    game = position("longo", f"r2 r3 r4 r5 y2 y3 y4 {green} {blue} x2")
    worth = points(game.variant, game.sheets[0])
    assert worth.rows == (10, 6, 45, 36)
    assert worth.total == 87
    assert winners(game) is None
