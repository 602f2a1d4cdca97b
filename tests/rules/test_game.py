"""Whatever is tried after the end, or out of its turn, is refused by code and not by accident."""

from collections.abc import Callable

import pytest

from helpers import play, position
from rowlock.rules import PASS, Code, Cross, Game, IllegalMove, Roll, refusals

TRIES: dict[str, Callable[[Game], Game]] = {
    "white": lambda game: game.white([Cross("r", 5), PASS]),
    "colour": lambda game: game.colour(Cross("r", 5)),
    "pawn": lambda game: game.pawn(Cross("r", 5)),
    "act": lambda game: game.act([Cross("r", 5)]),
    "act by all": lambda game: game.act([Cross("r", 5), PASS]),
}


@pytest.fixture
def ended() -> Game:
    """Seat 2 was active when the game ended."""
    return play(position("on-board", "", "x3", first=1), "w12", "- -", "-", "-")


@pytest.mark.parametrize("name", TRIES)
def test_every_action_after_the_end_is_over(ended: Game, name: str) -> None:
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        TRIES[name](ended)
    assert caught.value.code is Code.GAME_OVER
    assert caught.value.move == Cross("r", 5), "the first choice is named"
    assert caught.value.seat == 1
    assert caught.value.game is ended


def test_a_roll_after_the_end_is_over(ended: Game) -> None:
    roll = Roll((1, 2), tuple((die, 1) for die in ended.dice_in_play))
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        ended.roll(roll)
    assert caught.value.code is Code.GAME_OVER
    assert caught.value.move == roll


def test_nothing_is_allowed_after_the_end(ended: Game) -> None:
    with pytest.raises(IllegalMove) as caught:
        ended.colour(Cross("r", 5))
    assert "allowed" not in str(caught.value)
    for seat in range(2):
        assert refusals(ended, seat, PASS) == [Code.GAME_OVER]


@pytest.mark.parametrize("name", ["white", "colour", "pawn"])
def test_no_action_is_due_before_a_roll(name: str) -> None:
    game = position("on-board", "", "", first=1)
    with pytest.raises(IllegalMove, match="waits for the dice") as caught:
        TRIES[name](game)
    assert caught.value.code is Code.NOT_NOW
    assert caught.value.move == Cross("r", 5), "the first choice is named"
    assert caught.value.seat == 1
