"""Rolls that cannot have been rolled: every die in play once, with its faces, and no other."""

import pytest

from helpers import act, position
from rowlock.rules import Code, Game, IllegalMove, Phase, parse_roll

ALL = "w41 r3 y2 g6 b6"


def roll(game: Game, dice: str) -> Game:
    return game.roll(parse_roll(dice, game.variant.dice))


def refused_roll(game: Game, dice: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        roll(game, dice)
    return caught.value


@pytest.mark.parametrize(
    "dice",
    [
        pytest.param("w01 r3 y2 g6 b6", id="the first white die shows 0"),
        pytest.param("w40 r3 y2 g6 b6", id="the second white die shows 0"),
        pytest.param("w71 r3 y2 g6 b6", id="the first white die shows 7"),
        pytest.param("w47 r3 y2 g6 b6", id="the second white die shows 7"),
        pytest.param("w41 r0 y2 g6 b6", id="a colour die shows 0"),
        pytest.param("w41 r3 y2 g6 b7", id="a colour die shows 7"),
        pytest.param("w41 r3 y2 g6", id="a colour die is missing"),
        pytest.param("w41", id="all colour dice are missing"),
        pytest.param("w41 r3 r3 y2 g6 b6", id="a colour die is doubled"),
        pytest.param("w41 r3 r5 g6 b6", id="a colour die is doubled in place of another"),
    ],
)
def test_wrong_dice(dice: str) -> None:
    error = refused_roll(position("original", "", ""), dice)
    assert error.code is Code.WRONG_DICE
    assert error.seat is None
    assert error.move == parse_roll(dice, ("r", "y", "g", "b"))


@pytest.mark.parametrize("faces", ["w11 r1 y1 g1 b1", "w66 r6 y6 g6 b6"])
def test_lowest_and_highest_faces(faces: str) -> None:
    assert roll(position("original", ""), faces).phase is Phase.WHITE


def test_longo_dice_have_eight_faces() -> None:
    game = position("longo", "")
    assert roll(game, "w88 r8 y8 g8 b8").phase is Phase.WHITE
    assert refused_roll(game, "w88 r8 y8 g8 b9").code is Code.WRONG_DICE


def test_the_die_of_a_locked_row_is_out_of_play() -> None:
    game = position("original", "", locked="y")
    assert roll(game, "w41 r3 g6 b6").phase is Phase.WHITE
    assert refused_roll(game, ALL).code is Code.WRONG_DICE
    assert refused_roll(game, "w41 r3 y2 g6").code is Code.WRONG_DICE, "yellow is not blue"


def test_phase_and_end_come_before_wrong_dice() -> None:
    game = roll(position("original", "x3"), ALL)
    assert refused_roll(game, "w41").code is Code.NOT_NOW
    game = act(act(game, "-"), "-")
    assert refused_roll(game, "w41").code is Code.GAME_OVER
