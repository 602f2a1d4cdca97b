"""Records as they are written."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowlock.record
import rowlock.rules
from helpers import ON_BOARD, position, rolled
from rowlock.record import Record, read_record, replay, write_record
from rowlock.rules import (
    Game,
    Phase,
    Variant,
    find_variant,
    on_path,
    parse_move,
    parse_roll,
    start,
)
from shares import at_most
from strategies import choices, rolls, starts

DICE = ("r", "y", "g", "b")


def test_a_whole_record() -> None:
    record = Record(start(find_variant("original"), 2), ("Ema", "Petr"), extra={"Event": "Test"})
    record = record.rolled(parse_roll("b6 w41 r3 y2 g6", DICE))
    record = record.acted([parse_move("r5"), parse_move("-")]).acted([parse_move("b10")])
    record = record.rolled(parse_roll("w62 r1 y4 g2 b5", DICE))
    assert write_record(record) == (
        '[Format "1"]\n[Variant "original"]\n[Players "Ema; Petr"]\n[Event "Test"]\n\n'
        "1. w41 r3 y2 g6 b6 | r5 - | b10\n2. w62 r1 y4 g2 b5\n"
    )


def test_what_is_not_the_default_is_written() -> None:
    game = position("longo", "r2 r3 r4 r5 r6 r7 r16 rL x2", "y2", first=1, lucky=(5, 8))
    assert write_record(Record(game, ("A", "B"))) == (
        '[Format "1"]\n[Variant "longo"]\n[Players "A; B"]\n[First "2"]\n[Lucky "5 8; 5 8"]\n'
        '[Sheets "r2 r3 r4 r5 r6 r7 r16 rL x2; y2"]\n\n'
    )


def test_boards_are_written() -> None:
    path = " ".join(["y2", "r3"] * 20)
    text = write_record(Record(start(on_path(ON_BOARD, path), 1), ("A",)))
    assert f'[Path "{path}"]' in text
    text = write_record(Record(position("on-board", "p7", "", locked="g"), ("A", "B")))
    assert '[Board "A"]\n[Sheets "p7; "]\n[Locked "g"]\n' in text


@pytest.mark.parametrize(
    "name",
    ["", "  ", " A", "A\t", "\ud800", "a;b", 'say "hi"', "two\nlines", "\x1b[31m", "a\u2028"],
)
def test_names_that_cannot_be_written(name: str) -> None:
    with pytest.raises(ValueError, match="seat 2: this cannot be written as a player's name"):
        Record(start(find_variant("original"), 2), ("A", name))


def test_values_that_cannot_be_written() -> None:
    record = Record(start(find_variant("original"), 1), ("A",))
    with pytest.raises(ValueError, match="this Event cannot be written in a record"):
        record.tagged(Event='a "b"')
    for tag in ("Players", "two words", "", 'a"b'):
        with pytest.raises(ValueError, match="cannot be written in a record"):
            Record(record.start, record.names, extra={tag: "x"})
    with pytest.raises(ValueError, match="starts before the roll of turn 1"):
        Record(rolled(record.start, "w12"), record.names)
    with pytest.raises(ValueError, match="2 names for 1 seats"):
        Record(start(find_variant("original"), 1), ("A", "B"))


def test_a_record_pastes_back() -> None:
    record = Record(position("longo", "r2", "y3"), ("A", "B"), extra={"Event": "Test"})
    record = record.rolled(parse_roll("w41 r3 y2 g6 b6", DICE)).acted([parse_move("r5")] * 2)
    assert eval(repr(record), vars(rowlock.rules) | vars(rowlock.record)) == record


MIXX_B = find_variant("mixx-b")


@pytest.mark.parametrize(
    "variant",
    [
        replace(find_variant("original"), faces=4),
        replace(find_variant("original"), name="unheard-of"),
        replace(find_variant("original"), lucky=((4, 9), (5, 8))),
        replace(MIXX_B, board=ON_BOARD.board),
    ],
    ids=range(4),
)
def test_games_that_would_come_back_as_others(variant: Variant) -> None:
    record = Record(start(variant, 2), ("A", "B"))
    with pytest.raises(ValueError, match="this game cannot be written"):
        write_record(record)


@given(starts(), st.data())
@at_most(60)
def test_any_position_survives_the_round_trip(game: Game, data: st.DataObject) -> None:
    record = Record(game, tuple(f"P{seat}" for seat in range(len(game.sheets))))
    for _ in range(data.draw(st.integers(0, 12))):
        if game.over:
            break
        if game.phase is Phase.ROLL:
            roll = data.draw(rolls(game))
            record, game = record.rolled(roll), game.roll(roll)
        else:
            moves = data.draw(choices(game))
            record, game = record.acted(moves), game.act(moves)
    again = read_record(write_record(record).encode())
    assert again == record
    assert replay(again) == game
