"""Legal moves, refusals and closed spaces say the same."""

from hypothesis import given
from hypothesis import strategies as st

from helpers import ON_BOARD, legal, play, position, rolled
from rowlock.rules import (
    PASS,
    Advance,
    Code,
    Cross,
    Game,
    Move,
    Phase,
    closed_spaces,
    legal_moves,
    on_path,
    refusal,
    refusals,
)
from rowlock.rules.offers import board_place, pawn_landings
from shares import at_most
from strategies import positions, rolls, starts


def every_move(game: Game) -> list[Move]:
    crosses = [
        Cross(row.letter, number, lucky)
        for row in game.variant.rows
        for number in range(19)
        for lucky in (False, True)
    ]
    return [*crosses, *(Advance(steps) for steps in range(8)), PASS]


@given(positions())
def test_legal_is_what_is_not_refused(game: Game) -> None:
    for seat in range(len(game.sheets)):
        allowed = [move for move in every_move(game) if refusal(game, seat, move) is None]
        assert set(legal_moves(game, seat)) == set(allowed)
        assert len(legal_moves(game, seat)) == len(allowed)


@given(positions())
def test_supposing_a_move_is_playing_it_while_all_others_pass(game: Game) -> None:
    for seat in game.acting:
        for move in legal_moves(game, seat):
            choices = [move if one == seat else PASS for one in game.acting]
            assert game.supposing(seat, move) == game.act(choices)


@given(positions())
def test_every_space_is_open_or_has_a_reason(game: Game) -> None:
    for seat in range(len(game.sheets)):
        closed = closed_spaces(game, seat)
        spaces = {Cross(letter, number) for letter, number in game.variant.places}
        assert spaces - closed.keys() == crossable(game, seat)
        assert all(closed.values())


def crossable(game: Game, seat: int) -> set[Cross]:
    """The spaces some legal move would cross."""
    found = set()
    for move in legal_moves(game, seat):
        if isinstance(move, Cross):
            found.add(Cross(move.row, move.number))
        if isinstance(move, Advance):
            place = board_place(game, pawn_landings(game, seat)[move.steps - 1])
            row = game.variant.rows[place.row]
            if not game.sheets[seat].rows[place.row] >> place.space & 1:
                found.add(Cross(row.letter, row.spaces[place.space].number))
    return found


@given(starts(), st.data())
@at_most(50)
def test_dice_in_any_order(game: Game, data: st.DataObject) -> None:
    roll = data.draw(rolls(game))
    shuffled = type(roll)(roll.white, tuple(data.draw(st.permutations(roll.colours))))
    assert game.roll(shuffled) == game.roll(roll)


def test_all_reasons_are_given_in_order() -> None:
    game = rolled(position("original", "r12 r2 r3 r4 r5 r6 rL g5"), "w66")
    assert refusals(game, 0, Cross("r", 5)) == [Code.ROW_LOCKED, Code.WRONG_NUMBER, Code.BEHIND]
    assert refusals(game, 0, Cross("g", 2)) == [Code.WRONG_NUMBER, Code.NEEDS_CROSSES]
    assert refusals(game, 0, Cross("g", 12)) == [Code.BEHIND]


def test_lasting_reasons_are_told_while_another_seat_acts() -> None:
    game = play(position("original", "", "r5"), "w12", "- -")
    closed = closed_spaces(game, 1)
    assert closed[Cross("r", 4)] == (Code.NOT_NOW, Code.BEHIND)
    assert closed[Cross("r", 12)] == (Code.NOT_NOW, Code.NEEDS_CROSSES)
    assert closed[Cross("r", 6)] == (Code.NOT_NOW,)


def test_after_the_end_everything_is_closed() -> None:
    game = play(position("original", "x3"), "w12", "-", "-")
    assert {codes[0] for codes in closed_spaces(game, 0).values()} == {Code.GAME_OVER}
    assert legal(game) == ""


def test_before_a_roll_nothing_is_offered() -> None:
    game = position("original", "")
    assert game.phase is Phase.ROLL
    assert refusal(game, 0, PASS) is Code.NOT_NOW
    assert {codes[0] for codes in closed_spaces(game, 0).values()} == {Code.NOT_NOW}


def test_a_space_the_lucky_number_opens_is_not_closed() -> None:
    game = rolled(position("longo", "r3 y4 b12"), "w51")
    assert Cross("g", 16) not in closed_spaces(game, 0)
    assert Cross("g", 15) in closed_spaces(game, 0)


def test_moves_of_another_action_are_not_due() -> None:
    game = play(position("on-board", ""), "w12", "-")
    assert refusal(game, 0, Advance(1)) is Code.NOT_NOW
    assert refusal(play(game, "-"), 0, Cross("r", 3)) is Code.NOT_NOW


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
