"""What can be read, and what is said of the rest."""

import pickle

import pytest

from helpers import ON_BOARD, crossed
from rowlock.record import BadRecord, read_record, replay, write_record
from rowlock.rules import on_side

TAGS = '[Variant "original"]\n[Players "A; B"]\n\n'
BOARD = '[Variant "on-board"]\n[Players "A"]\n\n'
TURN = "1. w41 r3 y2 g6 b6 | r5 y5 | b10\n"


def broken(data: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read_record(data)
    assert caught.value.code == "unreadable"
    assert caught.value.exit_code == 2
    return caught.value


def test_tags_alone_are_a_game_before_its_first_roll() -> None:
    record = read_record(TAGS)
    assert record.names == ("A", "B")
    assert replay(record).phase == "roll"


def test_bom_and_crlf() -> None:
    data = b"\xef\xbb\xbf" + (TAGS + TURN).replace("\n", "\r\n").encode()
    assert read_record(data) == read_record(TAGS + TURN)


def test_comments_and_empty_lines() -> None:
    text = (
        '# a game\n\n[Variant "original"] # the first\n[Players "A #1; B # 2"]\n  # more\n'
        "1. w41 r3 y2 g6 b6 | r5 y5 | b10 # nobody passed\n\n"
    )
    record = read_record(text)
    assert record.names == ("A #1", "B # 2")
    assert len(record.turns) == 1


def test_a_hash_inside_a_word_is_no_comment() -> None:
    assert broken(TAGS + "1. w41 r3 y2 g6 b6 | r5# y5 | b10\n").line == 4


def test_dice_in_any_order() -> None:
    shuffled = TAGS + "1. b6 y2 w41 g6 r3 | r5 y5 | b10\n"
    assert read_record(shuffled) == read_record(TAGS + TURN)


def test_unknown_tags_are_kept() -> None:
    record = read_record('[Mood "good"]\n' + TAGS)
    assert record.extra == {"Mood": "good"}


def test_tags_without_an_empty_line() -> None:
    assert read_record(TAGS.strip() + "\n" + TURN) == read_record(TAGS + TURN)


def test_names_keep_their_blanks() -> None:
    record = read_record(TAGS.replace("A; B", " A\u00a0; \tB\u3000 "))
    assert record.names == ("A\u00a0", "B\u3000")
    assert read_record(write_record(record)) == record


def test_text_that_is_decoded_already() -> None:
    assert read_record("\ufeff" + TAGS) == read_record(TAGS)


def test_errors_travel_between_processes() -> None:
    error = broken(TAGS + "1.")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.line, str(again)) == (BadRecord, 4, str(error))


def test_a_path_of_its_own() -> None:
    path = " ".join(["y2"] * 40)
    record = read_record(f'[Variant "on-board"]\n[Players "A"]\n[Path "{path}"]\n')
    assert record.start.variant.board is not None
    assert record.start.variant.board.path[39] == ("y", 2)
    assert read_record(BOARD.replace("\n\n", '\n[Board "B"]\n')).start.variant == on_side(
        ON_BOARD, "B"
    )


def test_a_start_in_the_middle() -> None:
    record = read_record(
        '[Variant "original"]\n[Players "A; B"]\n[Sheets "r7 r5 x1; g12 g11"]\n[Locked "b"]\n'
    )
    assert crossed(record.start, 0, "r") == [5, 7]
    assert record.start.sheets[0].misses == 1
    assert record.start.dice_in_play == ("r", "y", "g")


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        ("", None, "Variant"),
        ("\n\n# nothing\n", None, "Variant"),
        ('[Variant "original"]\n', None, "Players"),
        ("hello\n" + TAGS, 1, "neither a tag nor a turn"),
        ("{}", 1, "neither a tag nor a turn"),
        ("<html>", 1, "neither a tag nor a turn"),
        ('[Variant "chess"]\n[Players "A"]', 1, "there are original, on-board, longo"),
        ('[Variant "original"\n', 1, "a tag looks like"),
        ('[Variant original]\n[Players "A"]', 1, "a tag looks like"),
        ('[Variant "original"][Players "A"]', 1, "a tag looks like"),
        (TAGS + '[Players "C"]', 4, "is there already"),
        (TAGS + TURN + '[Event "x"]', 5, "after the first turn"),
        ('[Format "2"]\n' + TAGS, 1, "only 1 is known"),
        ('[Variant "original"]\n[Players "A; ; B"]', 2, "a name is empty"),
        ('[Variant "original"]\n[Players ""]', 2, "a name is empty"),
        ('[Variant "original"]\n[Players "1;2;3;4;5;6"]', 2, "1 to 5 seats, not 6"),
        ('[Variant "on-board"]\n[Players "1;2;3;4;5"]', 2, "1 to 4 seats, not 5"),
        ('[First "3"]\n' + TAGS, 1, "seats are 1 2"),
        ('[First "0"]\n' + TAGS, 1, "seats are 1 2"),
        ('[First "one"]\n' + TAGS, 1, "seats are 1 2"),
        ('[Board "C"]\n' + BOARD, 1, "the board has A and B"),
        ('[Board "A"]\n' + TAGS, 1, "original has no Board"),
        ('[Lucky "4 9; 5 8"]\n' + TAGS, 1, "original has no Lucky"),
        (f'[Board "A"]\n[Path "{"y2 " * 40}"]\n' + BOARD, 2, "a Board or a Path"),
        (f'[Path "{"y2 " * 39}"]\n' + BOARD, 1, "40 spaces, this one has 39"),
        (f'[Path "{"y2 " * 39} y13"]\n' + BOARD, 1, "space 40 of the path is 'y13'"),
        ('[Variant "longo"]\n[Players "A"]', None, "Lucky"),
        ('[Variant "longo"]\n[Players "A"]\n[Lucky "4 9; 5 8"]', 3, "2 parts for 1 seats"),
        ('[Variant "longo"]\n[Players "A"]\n[Lucky "4"]', 3, "a lucky pair is two numbers"),
        ('[Variant "longo"]\n[Players "A"]\n[Lucky "4 4"]', 3, "two different"),
        ('[Variant "longo"]\n[Players "A"]\n[Lucky "4 17"]', 3, "from 2 to 16"),
        ('[Sheets "r5"]\n' + TAGS, 1, "1 parts for 2 seats"),
        ('[Sheets "r5 r5;"]\n' + TAGS, 1, "another 'r5'"),
        ('[Sheets "r13;"]\n' + TAGS, 1, "nothing this sheet has"),
        ('[Sheets "r12;"]\n' + TAGS, 1, "lock"),
        ('[Sheets "rL;"]\n' + TAGS, 1, "lock"),
        ('[Sheets "r2 r3 r4 r5 r12 rL;"]\n' + TAGS, 1, "needs 5 crosses"),
        ('[Sheets "x4;"]\n' + TAGS, 1, "at most 3 misses"),
        ('[Sheets "x1 x2;"]\n' + TAGS, 1, "another 'x'"),
        ('[Sheets "p3;"]\n' + TAGS, 1, "nothing this sheet has"),
        ('[Sheets "p36"]\n' + BOARD, 1, "beyond space 35"),
        ('[Locked "r y"]\n' + TAGS, 1, "2 rows locked"),
        ('[Sheets "r5;"]\n[Locked "r y"]\n' + TAGS, 2, "2 rows locked"),
        ('[Locked "r y"]\n[Sheets "r5;"]\n' + TAGS, 1, "2 rows locked"),
        ('[Sheets "r5; x9"]\n' + TAGS, 1, "seat 2: a game goes on"),
        (TURN + TAGS, 2, "a tag after the first turn"),
        (f'[Players "{"A;" * 200}"]', None, "Variant"),
        (f'[Variant "original"]\n[Players "{"A;" * 200}B"]', 2, "201 parts are more than"),
        ('[Locked "z"]\n' + TAGS, 1, "rows are r y g b"),
        ('[Result "1"]\n' + TAGS, 1, "the totals of the 2 seats"),
        ('[Result "1 x"]\n' + TAGS, 1, "the totals of the 2 seats"),
        ('[Dice "loaded"]\n' + TAGS, 1, "fair, seeded, real"),
        ('[Bots "; master; "]\n' + TAGS, 1, "3 parts for 2 seats"),
        ('[Seed "12"]\n' + TAGS, 1, "64 hex digits"),
        ('[Nonces "-; 12"]\n' + TAGS, 1, "32 hex digits"),
        ('[Hints "maybe"]\n' + TAGS, 1, "on, off"),
        (TAGS + "2. w41 r3 y2 g6 b6", 4, "turn 2 stands where turn 1 should"),
        (TAGS + "01. w41 r3 y2 g6 b6", 4, "turn 01 stands"),
        (TAGS + TURN + "3. w41 r3 y2 g6 b6", 5, "turn 3 stands where turn 2 should"),
        (TAGS + "1. w41 r3 y2 g6 b6 | - -\n2. w41 r3 y2 g6 b6", 4, "only the last turn may stop"),
        (TAGS + "1.", 4, "white dice"),
        (TAGS + "1. r3 y2 g6 b6", 4, "white dice"),
        (TAGS + "1. w4 r3 y2 g6 b6", 4, "white dice"),
        (TAGS + "1. w41 w41 r3 y2 g6 b6", 4, "'w41' is no die"),
        (TAGS + "1. w41 p3 y2 g6 b6", 4, "'p3' is no die"),
        (TAGS + "1. w41 r3 y2 g6 b6 |", 4, "has 0 choices, it should have 2"),
        (TAGS + "1. w41 r3 y2 g6 b6 | - - -", 4, "has 3 choices, it should have 2"),
        (TAGS + "1. w41 r3 y2 g6 b6 | - - | b10 r3", 4, "colour action has 2 choices"),
        (TAGS + "1. w41 r3 y2 g6 b6 | - - | - | +1", 4, "3 actions; a turn of original has 2"),
        (TAGS + "1. w41 r3 y2 g6 b6 | x5 -", 4, "x5 names no row; rows are r y g b"),
        (TAGS + "1. w41 r3 y2 g6 b6 | +5 -", 4, "+5 is no move of the white action"),
        (BOARD + "1. w41 r3 y2 g6 b6 | - | - | r5", 4, "r5 is no move of the pawn action"),
        (TAGS + "1. w41 r3 y2 g6 b6 | r05 -", 4, "is no move"),
        (TAGS + "1. w41 r3 y2 g6 b6 | red5 -", 4, "is no move"),
        (TAGS + "1. w41 r3 y2 g6 b6 | r5\u00a0y5", 4, "plain letters"),
        (TAGS + "1. w41\u3000r3 y2 g6 b6", 4, "plain letters"),
        (TAGS + "\u00a01. w41 r3 y2 g6 b6", 4, "neither a tag nor a turn"),
        ('[Locked "r\u00a0"]\n' + TAGS, 1, "plain letters"),
        ('[First "\u0662"]\n' + TAGS, 1, "plain letters"),
    ],
)
def test_broken(data: str, line: int | None, why: str) -> None:
    error = broken(data)
    assert why in error.message
    assert error.line == line


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        ((TAGS + TURN).encode("utf-16"), 1, "not UTF-8"),
        (TAGS.replace("A; B", "Å; B").encode("latin-1"), 2, "not UTF-8 text (byte 0xc5)"),
        (TAGS.replace("A; B", "A\0; B"), 2, "U+0000"),
        (TAGS.replace("A; B", "\x1b[31mA; B"), 2, "U+001B"),
        (TAGS.replace("A; B", "A; B\u2028"), 2, "U+2028"),
        (TAGS.replace("\n", "\r"), 1, "U+000D"),
        (bytes(range(256)), 2, "not UTF-8"),
    ],
)
def test_not_text(data: str | bytes, line: int, why: str) -> None:
    error = broken(data)
    assert why in error.message
    assert error.line == line
