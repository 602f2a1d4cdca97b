"""The spaces that are open in the pawn action: those the pawn can reach and cross."""

from helpers import ON_BOARD, play, position
from rowlock.rules import Code, Cross, Game, closed_spaces, on_path


def open_spaces(game: Game, seat: int = 0) -> set[Cross]:
    spaces = {Cross(letter, number) for letter, number in game.variant.places}
    return spaces - closed_spaces(game, seat).keys()


def test_the_spaces_within_the_pawns_reach_are_open() -> None:
    game = play(position("on-board", "", ""), "w12", "- -", "-")
    reached = {Cross("y", 2), Cross("r", 3), Cross("g", 12), Cross("b", 12), Cross("g", 10)}
    assert open_spaces(game) == reached
    assert closed_spaces(game, 0)[Cross("b", 10)] == (Code.WRONG_NUMBER,)
    assert open_spaces(game, 1) == set(), "only the active seat's pawn moves"


def test_a_space_in_reach_that_cannot_be_crossed_is_closed() -> None:
    game = play(position("on-board", "y3 g12", locked="b"), "w12", "-", "-")
    assert open_spaces(game) == {Cross("r", 3), Cross("g", 10)}
    closed = closed_spaces(game, 0)
    assert closed[Cross("y", 2)] == (Code.BEHIND,)
    assert closed[Cross("g", 12)] == (Code.BEHIND,)
    assert closed[Cross("b", 12)] == (Code.ROW_LOCKED,)


def test_a_space_that_a_path_names_twice_is_open() -> None:
    path = on_path(ON_BOARD, "r2 y3 r2 g12 b12 " + "r4 y4 g9 b9 r5 " * 7)
    game = play(position(path, ""), "w12", "-", "-")
    assert open_spaces(game) == {Cross("r", 2), Cross("y", 3), Cross("g", 12), Cross("b", 12)}
