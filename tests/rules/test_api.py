"""What programmers meet: values, names, errors."""

import dataclasses
import inspect
import pickle

import pytest

import rowlock.rules
from helpers import ON_BOARD, play, position, rolled
from rowlock.rules import (
    PASS,
    Code,
    Cross,
    IllegalMove,
    Pass,
    Roll,
    Variant,
    find_variant,
    on_path,
    on_side,
    parse_move,
    parse_roll,
    path_text,
    side_of,
    start,
)


def test_public_names_are_documented() -> None:
    for name in rowlock.rules.__all__:
        thing = getattr(rowlock.rules, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


def test_a_game_cannot_be_changed() -> None:
    game = start(find_variant("original"))
    with pytest.raises(AttributeError):
        game.turn = 2  # type: ignore[misc]  # what mypy sees must fail when run, too


def test_equal_games_are_one_key() -> None:
    first, second = (rolled(position("original", "r5", ""), "w12") for _ in range(2))
    assert first is not second
    assert {first: 1}[second] == 1
    assert first != rolled(position("original", "r6", ""), "w12")


def test_short_and_full_repr() -> None:
    assert repr(find_variant("longo")) == "find_variant('longo')"
    assert repr(on_side(ON_BOARD, "B")) == "on_side(find_variant('on-board'), 'B')"
    changed = dataclasses.replace(find_variant("original"), faces=4)
    assert repr(changed).startswith("Variant(name='original'")
    assert eval(repr(changed), vars(rowlock.rules)) == changed


def test_errors_hold_the_position() -> None:
    game = rolled(position("original", "", ""), "w12")
    with pytest.raises(IllegalMove) as caught:
        game.white([PASS, Cross("r", 7)])
    assert caught.value.game is game
    assert caught.value.move == Cross("r", 7)
    assert str(caught.value) == "r7: the dice do not give 7 in red (allowed: r3 y3 g3 b3 -)"


@pytest.mark.parametrize(
    ("steps", "move", "words"),
    [
        (["w66"], "g12", "green is locked"),
        (["w11"], "b2", "2 needs 5 crosses before it in blue, there are 0"),
        (["w22"], "r4", "4 is not to the right of the last cross in red"),
        (["w11"], "r2*", "this is not the white action with one of the lucky numbers"),
    ],
)
def test_refusals_in_words(steps: list[str], move: str, words: str) -> None:
    game = play(position("original", "r7", locked="g"), *steps)
    with pytest.raises(IllegalMove, match=words.replace("(", r"\(")):
        game.white([parse_move(move)])


def test_lucky_refusals_in_words() -> None:
    game = rolled(position("longo", "r2 r3", lucky=(4, 9)), "w45")
    with pytest.raises(IllegalMove, match="red is not among the rows with the fewest crosses: yel"):
        game.white([Cross("r", 4, lucky=True)])
    with pytest.raises(IllegalMove, match="the next space in green is 16"):
        game.white([Cross("g", 14, lucky=True)])


def test_pawn_refusals_in_words() -> None:
    game = play(position("on-board", "y3"), "w66", "-", "-")
    with pytest.raises(IllegalMove, match="yellow 2 on the board is neither crossed nor"):
        game.pawn(parse_move("+1"))
    with pytest.raises(IllegalMove, match="1 to 5 free spaces, here at most 5"):
        game.pawn(parse_move("+6"))


def test_actions_in_the_wrong_phase() -> None:
    game = position("original", "")
    with pytest.raises(IllegalMove, match="waits for the dice"):
        game.white([PASS])
    with pytest.raises(IllegalMove, match="waits for the white action"):
        rolled(game, "w12").colour(PASS)
    with pytest.raises(IllegalMove, match="waits for the white action"):
        rolled(game, "w12").roll(Roll((1, 2), ()))
    with pytest.raises(ValueError, match="1 seats act now, but there are 2 choices"):
        rolled(game, "w12").white([PASS, PASS])


@pytest.mark.parametrize("steps", [[], ["w12", "-", "-"]])
def test_nobody_acts_before_a_roll(steps: list[str]) -> None:
    game = play(position("original", ""), *steps)
    for moves in ([], [PASS]):
        with pytest.raises(IllegalMove, match="waits for the dice"):
            game.act(moves)
        with pytest.raises(IllegalMove, match="waits for the dice"):
            game.white(moves)


def test_nobody_acts_after_the_end() -> None:
    game = play(position("original", "x3"), "w12", "-", "-")
    for moves in ([], [PASS]):
        with pytest.raises(IllegalMove, match="the game is over") as caught:
            game.act(moves)
        assert caught.value.code is Code.GAME_OVER


def test_errors_travel_between_processes() -> None:
    game = rolled(position("original", ""), "w12")
    with pytest.raises(IllegalMove) as caught:
        game.white([Cross("r", 7)])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.code, again.move, again.game) == (Code.WRONG_NUMBER, Cross("r", 7), game)
    assert str(again) == str(caught.value)


def test_a_row_that_is_not_there() -> None:
    game = rolled(position("original", ""), "w12")
    with pytest.raises(IllegalMove, match="do not give 3 in 'z', which is no row") as caught:
        game.white([Cross("z", 3)])
    assert caught.value.code is Code.WRONG_NUMBER
    with pytest.raises(IllegalMove):
        game.white([Cross("z", 3, lucky=True)])


def test_named_actions_are_the_same_as_act() -> None:
    game = rolled(position("on-board", "", ""), "w41 b6")
    by_name = game.white([Cross("r", 5), PASS]).colour(Cross("b", 10)).pawn(PASS)
    assert by_name == game.act([Cross("r", 5), PASS]).act([Cross("b", 10)]).act([Pass()])


@pytest.mark.parametrize("token", ["r5", "b12", "g16*", "+0", "+5", "-", "d2"])
def test_tokens_round_trip(token: str) -> None:
    assert str(parse_move(token)) == token


@pytest.mark.parametrize(
    "token", ["", "r", "5", "r05", "r5**", "R5", "+", "+05", "--", "r٣", "r-5"]
)
def test_no_tokens(token: str) -> None:
    with pytest.raises(ValueError, match="is no move: a move looks like r5"):
        parse_move(token)


def test_rolls_round_trip() -> None:
    roll = parse_roll("b6 w41 g6 r3 y2", ("r", "y", "g", "b"))
    assert str(roll) == "w41 r3 y2 g6 b6"
    assert roll.white_sum == 5


@pytest.mark.parametrize("text", ["", "r3", "w4", "w411", "w41 w41", "w41 q3", "w41 r", "w41 r3x"])
def test_no_rolls(text: str) -> None:
    with pytest.raises(ValueError, match=r"white dice|is no die"):
        parse_roll(text, ("r", "y", "g", "b"))


def test_unknown_games() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'; there are original, on-board"):
        find_variant("chess")
    with pytest.raises(ValueError, match="the board has A and B, not 'C'"):
        on_side(ON_BOARD, "C")
    with pytest.raises(ValueError, match="original has no board"):
        on_path(find_variant("original"), "")


def test_boards_from_text() -> None:
    text = path_text(ON_BOARD)
    assert side_of(ON_BOARD) == "A"
    swapped = on_path(ON_BOARD, " ".join([*text.split()[1:], "y2"]))
    assert swapped != ON_BOARD
    assert side_of(swapped) is None
    with pytest.raises(ValueError, match="40 spaces, this one has 39"):
        on_path(ON_BOARD, text[3:])
    with pytest.raises(ValueError, match="space 1 of the path is 'y13'"):
        on_path(ON_BOARD, text.replace("y2 ", "y13 ", 1))


def test_variants_are_checked() -> None:
    original = find_variant("original")
    row = original.rows[0]
    with pytest.raises(ValueError, match="has a number twice"):
        dataclasses.replace(row, spaces=row.spaces + row.spaces[:1])
    with pytest.raises(ValueError, match="end space"):
        dataclasses.replace(row, ends=0)
    with pytest.raises(ValueError, match="row letter twice"):
        dataclasses.replace(original, rows=original.rows[:1] * 2)
    with pytest.raises(ValueError, match="names a die 'b'"):
        dataclasses.replace(original, dice=("r", "y", "g"))
    with pytest.raises(ValueError, match="points of row r end"):
        dataclasses.replace(original, points=(0, 1, 3))
    board = ON_BOARD.board
    assert board is not None
    with pytest.raises(ValueError, match="needs 40 bonuses"):
        dataclasses.replace(board, path=board.path[1:])
    changed = dataclasses.replace(board, path=(("r", 99), *board.path[1:]))
    with pytest.raises(ValueError, match="r99, which is on no sheet"):
        dataclasses.replace(ON_BOARD, board=changed)


def test_variants_with_equal_data_are_equal() -> None:
    original = find_variant("original")
    assert dataclasses.replace(original) == original
    assert hash(dataclasses.replace(original)) == hash(original)
    assert isinstance(original, Variant)
    assert original != find_variant("mixx-b")
