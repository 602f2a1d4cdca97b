"""The reasons of a refusal, all of them and in order, and the facts they are told with."""

import pytest

from helpers import play, position, rolled
from rowlock.rules import PASS, Code, facts, parse_move, refusals


def test_a_number_that_a_locked_row_does_not_have() -> None:
    game = rolled(position("original", "", locked="r"), "w66")
    assert refusals(game, 0, parse_move("r13")) == [Code.ROW_LOCKED, Code.WRONG_NUMBER]
    assert refusals(game, 0, parse_move("y13")) == [Code.WRONG_NUMBER]


def test_a_legal_move_has_no_reasons() -> None:
    game = rolled(position("on-board", "", ""), "w12")
    assert refusals(game, 0, PASS) == []
    assert refusals(game, 1, parse_move("r3")) == []
    game = play(game, "- -", "-")
    assert refusals(game, 0, PASS) == []
    assert refusals(game, 0, parse_move("+5")) == []


def test_facts_about_a_cross() -> None:
    game = rolled(position("longo", "r3 r5 y2 g16 g15 b16", lucky=(6, 11)), "w87")
    assert facts(game, 0, parse_move("r15")) == {
        "phase": "white",
        "dice": "w r y g b",
        "faces": game.variant.faces,
        "lucky": "6 and 11",
        "fewest": "yellow, blue",
        "row": "red",
        "number": 15,
        "needs": 6,
        "has": 2,
        "next": 6,
    }


def test_facts_about_a_row_without_a_next_space() -> None:
    game = position("original", "r2 r3 r4 r5 r6 r12 rL")
    assert facts(game, 0, parse_move("r12"))["next"] == "none"
    assert facts(game, 0, parse_move("r12"))["lucky"] == "(there are none)"
    assert facts(game, 0, parse_move("y12"))["next"] == 2


@pytest.mark.parametrize(
    ("move", "landing"),
    [
        ("+0", None),
        ("+1", "red 12"),
        ("+2", "blue 3"),
        ("+3", "green 2"),
        ("+4", "yellow 12"),
        ("+5", None),
    ],
)
def test_facts_about_a_pawn_with_few_spaces_ahead(move: str, landing: str | None) -> None:
    game = position("on-board", "p35", "p34", first=1)
    game = play(game, "w12", "- -", "-", "+1", "w12", "- -", "-")
    assert game.active == 0
    known = facts(game, 0, parse_move(move))
    assert (known["reach"], known["ahead"]) == (5, 4), "space 36 is taken"
    assert known.get("landing") == landing
    assert "landing" not in facts(game, 0, PASS)


def test_facts_about_a_pawn_in_another_action() -> None:
    game = rolled(position("on-board", ""), "w12")
    known = facts(game, 0, parse_move("+1"))
    assert known == {
        "phase": "white",
        "dice": "w r y g b",
        "faces": game.variant.faces,
        "lucky": "(there are none)",
        "fewest": "red, yellow, green, blue",
    }
