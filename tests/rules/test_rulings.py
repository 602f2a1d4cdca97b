"""Every ruling, and every known misprint of the printed rules: nobody is to "fix" the game."""

import pytest

from helpers import act, crossed, legal, play, position, rolled
from rowlock.rules import (
    Code,
    Game,
    IllegalMove,
    Phase,
    Reason,
    find_variant,
    parse_move,
    parse_roll,
    points,
    refusal,
    start,
    winners,
)

RED, YELLOW = "r2 r3 r4 r5 r6", "y2 y3 y4 y5 y6"
GREEN, BLUE = "g12 g11 g10 g9 g8", "b12 b11 b10 b9 b8"


def refused(code: Code, game: Game, tokens: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        act(game, tokens)
    assert caught.value.code is code


class TestOriginal:
    def test_no_miss_when_the_white_action_ends_the_game(self) -> None:
        game = play(position("original", "", RED, locked="g"), "w66", "- r12")
        assert game.over
        assert game.sheets[0].misses == 0

    def test_equal_totals_share_the_win(self) -> None:
        game = play(position("original", RED, RED, "", locked="g"), "w66", "r12 r12 -")
        assert winners(game) == (0, 1)

    def test_first_and_second_row_locked_at_once(self) -> None:
        game = play(position("original", RED, YELLOW), "w66", "r12 y12")
        assert game.reason is Reason.LOCKS
        assert game.locked == 0b0011

    def test_row_locked_by_white_is_out_of_the_colour_action(self) -> None:
        game = play(position("original", YELLOW, RED), "w66 r6", "- r12")
        assert game.phase is Phase.COLOUR
        assert "r" not in legal(game)
        refused(Code.ROW_LOCKED, game, "r12")

    def test_crosses_in_a_row_others_locked_still_score(self) -> None:
        game = play(position("original", "r2 r3", RED), "w66", "- r12")
        assert points(game.variant, game.sheets[0]).rows[0] == 3
        assert game.sheets[0].locks(game.variant) == 0

    def test_locks_wait_for_all_choices(self) -> None:
        game = play(position("original", RED, RED, ""), "w66", "r12 r12 -")
        assert [sheet.locks(game.variant) for sheet in game.sheets] == [1, 1, 0]

    def test_fourth_miss_ends_the_game_at_once(self) -> None:
        game = play(position("original", "x3", ""), "w12", "- -", "-")
        assert game.reason is Reason.MISSES
        assert game.turn == 1
        assert game.active == 0

    def test_colour_action_by_the_active_seat_may_end_the_game(self) -> None:
        game = play(position("original", f"{RED} {BLUE}", "", locked="g"), "w61 r6", "- -", "r12")
        assert game.reason is Reason.LOCKS

    def test_one_cross_in_either_action_avoids_the_miss(self) -> None:
        game = position("original", "", "")
        assert play(game, "w12", "r3 -", "-").sheets[0].misses == 0
        assert play(game, "w12", "- -", "r2").sheets[0].misses == 0

    def test_highest_total(self) -> None:
        best = position(
            "original",
            "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12 yL "
            "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 b12 b11 b10 b9 b8 b7 b6 b5 b4 b3",
        )
        game = play(best, "w66", "r12")
        assert game.over
        assert points(game.variant, game.sheets[0]).total == 266

    def test_dice_of_locked_rows_are_out(self) -> None:
        game = position("original", "", locked="y")
        assert game.dice_in_play == ("r", "g", "b")
        with pytest.raises(IllegalMove, match="the dice in play are w r g b"):
            game.roll(parse_roll("w11 r1 y1 g1 b1", game.variant.dice))


class TestOnBoard:
    def test_occupied_spaces_are_stepped_over(self) -> None:
        game = play(position("on-board", "", "p1", "p3"), "w11", "- - -", "-")
        assert act(game, "+1").sheets[0].pawn == 2
        assert act(game, "+2").sheets[0].pawn == 4

    def test_start_field_holds_any_number_of_pawns(self) -> None:
        game = position("on-board", "", "", "", "")
        assert [sheet.pawn for sheet in game.sheets] == [0, 0, 0, 0]

    def test_a_pawn_cannot_move_past_the_last_space(self) -> None:
        game = position("on-board", "p35", "p34 y10", first=1)
        game = play(game, "w12", "- -", "-", "+1")
        assert game.sheets[1].pawn == 36
        game = play(game, "w12", "- -", "-")
        assert legal(game) == "+2 -", "of the four spaces ahead only blue 3 can be crossed"
        refused(Code.PAWN_NOT_CROSSABLE, game, "+4")
        refused(Code.PAWN_RANGE, game, "+5")

    def test_a_pawn_advances_at_least_one_and_at_most_five_spaces(self) -> None:
        game = play(position("on-board", ""), "w11", "-", "-")
        refused(Code.PAWN_RANGE, game, "+0")
        refused(Code.PAWN_RANGE, game, "+6")

    def test_a_crossable_number_must_be_crossed(self) -> None:
        game = play(position("on-board", ""), "w66", "-", "-", "+1")
        assert crossed(game, 0, "y") == [2]

    def test_neither_crossed_nor_crossable(self) -> None:
        game = play(position("on-board", "y3"), "w66", "-", "-")
        refused(Code.PAWN_NOT_CROSSABLE, game, "+1")

    def test_landing_on_a_number_crossed_in_a_locked_row(self) -> None:
        game = play(position("on-board", "y2 x1", locked="y"), "w66", "-", "-", "+1")
        assert game.sheets[0].pawn == 1
        assert game.sheets[0].misses == 2, "nothing was crossed in this turn"

    def test_not_landing_in_a_locked_row_otherwise(self) -> None:
        game = play(position("on-board", "", locked="y"), "w66", "-", "-")
        refused(Code.PAWN_NOT_CROSSABLE, game, "+1")

    def test_three_crosses_in_a_turn(self) -> None:
        game = play(position("on-board", ""), "w12 b6", "r3", "b8", "+1")
        assert [bits.bit_count() for bits in game.sheets[0].rows] == [1, 1, 0, 1]

    def test_the_miss_is_decided_after_the_pawn_action(self) -> None:
        game = play(position("on-board", "", ""), "w66", "- -", "-")
        assert game.sheets[0].misses == 0
        assert act(game, "+1").sheets[0].misses == 0
        assert act(game, "-").sheets[0].misses == 1

    def test_a_lock_by_the_pawn_is_the_active_seats_alone(self) -> None:
        ready = "r2 r3 r4 r5 r6"
        game = play(position("on-board", f"{ready} p35", ready), "w11", "- -", "-", "+2")
        assert game.sheets[0].locks(game.variant) == 1
        assert game.sheets[1].locks(game.variant) == 0
        assert game.dice_in_play == ("y", "g", "b")

    def test_a_second_lock_by_the_pawn_ends_the_game(self) -> None:
        game = position("on-board", "r2 r3 r4 r5 r6 p35", "", locked="g")
        assert play(game, "w11", "- -", "-", "+2").reason is Reason.LOCKS

    def test_every_other_seat_has_one_more_turn(self) -> None:
        game = position("on-board", "y10 p35", "", "")
        game = play(game, "w12", "- - -", "-", "+1")
        assert not game.over
        game = play(game, "w12", "r3 - -", "-", "+1")
        assert crossed(game, 0, "r") == [3], "who finished takes part in white actions"
        assert not game.over
        game = play(game, "w12", "- - -", "-", "+2")
        assert game.reason is Reason.FINISH
        assert game.turn == 3

    def test_later_pawns_do_not_extend_the_end(self) -> None:
        game = position("on-board", "y10 p35", "r9 p34")
        game = play(game, "w12", "- -", "-", "+1", "w12", "- -", "-", "+3")
        assert game.sheets[1].pawn == 38
        assert game.over
        assert game.turn == 2

    def test_solo_ends_after_the_finishing_turn(self) -> None:
        game = play(position("on-board", "y10 p35"), "w12", "-", "-", "+1")
        assert game.reason is Reason.FINISH

    def test_a_fourth_miss_comes_before_the_finish(self) -> None:
        game = play(position("on-board", "y11 x3 p35"), "w12", "-", "-", "+1")
        assert game.reason is Reason.MISSES

    @pytest.mark.parametrize(("pawn", "bonus"), [(0, 0), (1, 1), (2, 1), (3, 2), (35, 18)])
    def test_bonus(self, pawn: int, bonus: int) -> None:
        game = position("on-board", f"p{pawn}")
        assert points(game.variant, game.sheets[0]).bonus == bonus

    def test_last_bonus(self) -> None:
        board = find_variant("on-board").board
        assert board is not None
        assert board.bonus[40] == 20


class TestLongo:
    def test_fifteen_locks_and_sixteen_never_follows(self) -> None:
        game = play(position("longo", "r2 r3 r4 r5 r6 r7"), "w87", "r15")
        assert game.is_locked(0)
        assert crossed(game, 0, "r") == [2, 3, 4, 5, 6, 7, 15]
        refused(Code.ROW_LOCKED, game, "r16")

    def test_six_crosses_are_needed(self) -> None:
        refused(Code.NEEDS_CROSSES, rolled(position("longo", "r2 r3 r4 r5 r6"), "w87"), "r15")

    def test_fewest_is_taken_over_open_rows(self) -> None:
        game = rolled(position("longo", "r2 y2 g16", locked="b"), "w51")
        assert legal(game) == "r3* r6 y3* y6 g15* g6 -"
        refused(Code.ROW_LOCKED, game, "b16*")

    def test_lucky_waits_for_its_crosses_on_an_end_number(self) -> None:
        game = rolled(position("longo", "r14 y2 y3 g16 g15 b16 b15"), "w51")
        assert "r15*" not in legal(game)
        refused(Code.NEEDS_CROSSES, game, "r15*")

    def test_lucky_may_lock(self) -> None:
        full = (
            "r2 r3 r4 r5 r6 r14 y2 y3 y4 y5 y6 y7 g16 g15 g14 g13 g12 g11 b16 b15 b14 b13 b12 b11"
        )
        game = play(position("longo", full), "w51", "r15*")
        assert game.is_locked(0)

    def test_lucky_only_in_the_white_action(self) -> None:
        game = play(position("longo", ""), "w51 r1", "-")
        refused(Code.NOT_LUCKY, game, "r2*")

    def test_lucky_needs_the_own_number(self) -> None:
        refused(Code.NOT_LUCKY, rolled(position("longo", ""), "w52"), "r2*")

    def test_lucky_only_on_the_fewest(self) -> None:
        refused(Code.NOT_FEWEST, rolled(position("longo", "r2"), "w51"), "r3*")

    def test_lucky_only_on_the_next_space(self) -> None:
        refused(Code.NOT_NEXT, rolled(position("longo", ""), "w51"), "r3*")

    def test_plain_and_lucky_on_the_same_space(self) -> None:
        game = rolled(position("longo", "r5 y5 g7 b7"), "w51")
        assert legal(game) == "r6 r6* y6 y6* g6 g6* b6 b6* -"

    def test_any_player_may_be_lucky(self) -> None:
        game = play(position("longo", "", ""), "w51", "- y2*")
        assert crossed(game, 1, "y") == [2]

    def test_dealt_pairs(self) -> None:
        longo = find_variant("longo")
        assert longo.lucky == ((4, 9), (5, 8), (6, 11), (7, 12), (10, 13))
        sums = [first + second for first in range(1, 9) for second in range(1, 9)]
        assert {sums.count(a) + sums.count(b) for a, b in longo.lucky} == {11}
        assert len({sheet.lucky for sheet in start(longo, 5).sheets}) == 5

    def test_most_crosses_in_a_row(self) -> None:
        row = " ".join(f"r{n}" for n in range(2, 15))
        game = play(position("longo", row), "w88", "r16")
        assert points(game.variant, game.sheets[0]).rows[0] == 120


class TestSolo:
    @pytest.mark.parametrize("name", ["original", "on-board", "longo"])
    def test_one_seat_is_always_active(self, name: str) -> None:
        game = position(name, "")
        passes = ["-"] * len(game.variant.actions)
        game = play(game, "w12", *passes, "w12", *passes)
        assert game.active == 0
        assert game.sheets[0].misses == 2


class TestMisprints:
    def test_the_double_lock_is_in_the_white_action_only(self) -> None:
        """One printed text places it in the second action, where only the active seat acts."""
        game = play(position("original", RED, RED), "w65 r6", "- -", "r12")
        assert [sheet.locks(game.variant) for sheet in game.sheets] == [1, 0]

    def test_the_double_lock_of_a_first_row_does_not_end_the_game(self) -> None:
        """One printed text says the second row has just been finished."""
        assert not play(position("original", RED, RED), "w66", "r12 r12").over

    def test_a_miss_means_neither_action(self) -> None:
        """One printed text says "either in the first or the second"."""
        game = play(position("original", ""), "w12", "r3", "-", "w12", "-", "-")
        assert game.sheets[0].misses == 1

    def test_not_all_six_dice_after_a_lock(self) -> None:
        """The printed texts let all six be rolled again."""
        game = play(position("original", RED), "w66", "r12", "-")
        assert str(rolled(game, "w11").rolled) == "w11 y1 g1 b1"

    def test_not_wanting_is_a_miss_too(self) -> None:
        """One printed text speaks of not managing to cross."""
        game = rolled(position("original", ""), "w12")
        assert refusal(game, 0, parse_move("r3")) is None
        assert play(game, "-", "-").sheets[0].misses == 1
