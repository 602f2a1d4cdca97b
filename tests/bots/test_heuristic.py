"""The heuristic bot: what it thinks a sheet is worth, and what it makes of that."""

from statistics import mean

import pytest
from hypothesis import given

from bots.games import choice, whole_game
from bots.slow_heuristic import after, slow_heuristic
from helpers import ON_BOARD, legal, play, position, rolled
from rowlock.bots.heuristic import value, verdict
from rowlock.bots.judge import sheet_after
from rowlock.rules import PASS, Game, Variant, find_variant, legal_moves, on_path, totals
from shares import first_of
from strategies import positions

ORIGINAL = find_variant("original")
RED_TO_SIX = "r2 r3 r4 r5 r6"
READY = f"{RED_TO_SIX} g11 b11"
"""Two sixes can only lock red, for 30 points in all, but it is worth more to wait for 7."""

FULL = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 g11 b11"
"""Two sixes lock red, for 80 points in all, and nothing is lost by that."""

WITH_80 = "r2 y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 g12 g11 b12 b11 b10 b9 b8 b7"
WITH_82 = f"{WITH_80} r3"

BACK_AND_FORTH = on_path(ON_BOARD, "y2 r3 y2 r3 r11 " * 8)
"""A path on which a pawn can go far without a cross."""


def heuristic(game: Game, seat: int = 0) -> str:
    return choice("heuristic", game, seat)


# Values: the weights times rolls of two dice, and all such rolls times the rest.
VALUES = [
    ("original", "", "", 4909 * 4),
    # Red waits for 6 with three crosses, yellow for 5 with one, green and blue for 12 with none.
    ("original", "r2 r3 r5 y4 x1", "", 4909 * (5 * 4 + 4 * 2 + 1 + 1) + 36 * (-8692 + 1850 - 1680)),
    # An own lock is a cross but no space; the row waits for nothing and still has its gaps.
    ("original", "g12 g11 g10 g9 g8 g2 gL", "", 4909 * 3 + 36 * (185 * 49 - 560 * 5)),
    ("original", "r2 r4", "r", 4909 * 3 + 36 * (185 * 4 - 560)),
    # The end number is waited for even when crosses for it are lacking.
    ("original", "r11", "", 4909 * (1 * 2 + 3) + 36 * (185 - 560 * 9)),
    ("longo", "r2 y3 g16 g15 x2", "", 4909 * (4 + 6 + 9 + 1) + 64 * (-2 * 8692 + 185 * 6 - 560)),
    # Locked by the first of two end numbers: the second is not skipped.
    ("longo", "r2 r3 r4 r5 r6 r7 r15 rL", "", 4909 * 3 + 64 * (185 * 64 - 560 * 7)),
    ("mixx-a", "a2 a3 a7 c12", "", 4909 * (5 * 4 + 1 + 2 * 2 + 1) + 36 * (185 * 10 - 560 * 3)),
]


@pytest.mark.parametrize(("variant", "sheet", "locked", "worth"), VALUES)
def test_values_computed_by_hand(variant: str, sheet: str, locked: str, worth: int) -> None:
    game = position(variant, sheet, locked=locked)
    assert value(game.variant, game.sheets[0], game.locked) == worth


def test_it_crosses_what_keeps_good_numbers_coming() -> None:
    assert heuristic(rolled(position("original", "r4 y2"), "w23")) == "r5"
    assert heuristic(rolled(position("original", "r5 g7"), "w15")) == "r6", "7 comes more than 5"
    assert heuristic(rolled(position("original", ""), "w34")) == "-", "too much is skipped"


def test_of_equals_it_takes_the_first() -> None:
    assert heuristic(rolled(position("original", ""), "w11")) == "r2"
    assert heuristic(rolled(position("original", ""), "w66")) == "g12"
    assert heuristic(rolled(position("longo", "r5 y5 g7 b7"), "w51")) == "r6", "not r6*"


def test_it_ends_a_game_that_it_wins() -> None:
    winning = position("original", READY, "r2", locked="g")
    assert heuristic(rolled(winning, "w66")) == "r12", "30 points to 1"


def test_it_leaves_a_game_open_that_it_does_not_win() -> None:
    equal = position("original", READY, "r2 y2 y3 y4 y5 y6 y7 y8 g12", locked="g")
    assert heuristic(rolled(equal, "w66")) == "-", "30 points to 30: the value decides"
    alone = position("original", READY, locked="g")
    assert heuristic(rolled(alone, "w66")) == "-", "nobody to be in front of"
    first_lock = position("original", READY, "r2")
    assert heuristic(rolled(first_lock, "w66")) == "-", "the game would go on"


def test_it_never_ends_a_game_that_it_loses_by_a_lock() -> None:
    equal = position("original", FULL, WITH_80, locked="g")
    assert heuristic(rolled(equal, "w66")) == "r12", "80 points to 80: the value decides"
    behind = position("original", FULL, WITH_82, locked="g")
    assert heuristic(rolled(behind, "w66")) == "-"
    one_is_ahead = position("original", "", FULL, "r2", WITH_82, locked="g")
    assert heuristic(rolled(one_is_ahead, "w66"), seat=1) == "-", "the best other counts"
    first_lock = position("original", FULL, WITH_82)
    assert heuristic(rolled(first_lock, "w66")) == "r12", "the game would go on"


def test_it_takes_the_last_miss_to_win() -> None:
    sheet = "r2 r3 r4 r5 r6 r7 x3"
    winning = play(position("original", sheet, ""), "w61 r2", "- -")
    assert heuristic(winning) == "-", "1 point to 0"
    equal = play(position("original", sheet, "y2"), "w61 r2", "- -")
    assert heuristic(equal) == "r8"
    alone = play(position("original", sheet), "w61 r2", "-")
    assert heuristic(alone) == "r8"
    third = play(position("original", sheet.replace("x3", "x2"), ""), "w61 r2", "- -")
    assert heuristic(third) == "r8", "the game would go on"
    crossed = play(position("original", sheet, ""), "w61 r2 y1", "y7 -")
    assert heuristic(crossed) == "r8", "passing is no miss any more"


@pytest.mark.parametrize(("other", "expected"), [("", 1), ("y2", 0), ("y2 y3", -1)])
def test_the_verdict_of_the_last_miss(other: str, expected: int) -> None:
    game = play(position("original", "r2 r3 r4 r5 r6 r7 x3", other), "w61", "- -")
    missed = sheet_after(game, 0, PASS)
    assert verdict(game, 0, missed, game.locked) == expected
    assert verdict(game, 0, game.sheets[0], game.locked) == 0, "three misses end nothing"


def test_the_pawn_goes_as_far_as_it_can() -> None:
    crossed = play(position(BACK_AND_FORTH, "y2 r3", ""), "w12 y1", "y3 -", "-")
    assert heuristic(crossed) == "+4", "r11 would skip too much"


def test_a_pawn_that_crosses_nothing_saves_no_miss() -> None:
    nothing_yet = play(position(BACK_AND_FORTH, "y2 r3", ""), "w12", "- -", "-")
    assert heuristic(nothing_yet) == "+5", "skipping seven is better than a miss"


def test_the_pawn_brings_the_points_that_win() -> None:
    # After the last miss there are -4 points to -4, and one or two more by the pawn.
    equal = position(BACK_AND_FORTH, f"y2 {RED_TO_SIX} x3", "y2 x1")
    assert heuristic(play(equal, "w12", "- -", "-")) == "+4"


@given(positions())
def test_what_a_move_does_to_the_sheet(game: Game) -> None:
    for seat in game.acting:
        for move in legal_moves(game, seat):
            assert sheet_after(game, seat, move) == after(game, seat, move).sheets[seat]


@given(positions())
def test_it_chooses_a_legal_move_and_its_slow_twin_the_same(game: Game) -> None:
    for seat in game.acting:
        chosen = heuristic(game, seat)
        assert chosen in legal(game, seat).split()
        assert chosen == str(slow_heuristic(game, seat))


def test_its_points_against_itself() -> None:
    scores = [
        total
        for seed in range(60)
        for total in totals(whole_game(ORIGINAL, ["heuristic", "heuristic"], seed)[1])
    ]
    assert 60 <= mean(scores) <= 74, "in the long run about 67"


@pytest.mark.parametrize(
    ("variant", "pairs", "least"),
    first_of([(ORIGINAL, 300, 0.53), (ON_BOARD, 50, 0.6)], (ON_BOARD, 50, 0.6)),
)
def test_it_beats_cautious(variant: Variant, pairs: int, least: float) -> None:
    leads = [lead for seed in range(pairs) for lead in paired_leads(variant, seed)]
    share = mean((lead > 0) + (lead == 0) / 2 for lead in leads)
    assert share >= least, "in the long run about 0.57 in the original and 0.73 in On Board"
    assert mean(leads) > 0


def paired_leads(variant: Variant, seed: int) -> tuple[int, int]:
    """How far it is in front, in the first seat and in the second, with the same dice."""
    first = totals(whole_game(variant, ["heuristic", "cautious"], seed)[1])
    second = totals(whole_game(variant, ["cautious", "heuristic"], seed)[1])
    return first[0] - first[1], second[1] - second[0]
