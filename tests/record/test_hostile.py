"""Files that mean harm: a clear error, no traceback, no hang."""

import pytest

from rowlock.record import MOST_BYTES, BadRecord, BrokenGame, RecordError, read_record, replay
from shares import first_of

TAGS = '[Variant "original"]\n[Players "A; B"]\n'
TURN = "w41 r3 y2 g6 b6 | - - | -"
HUGE = 2_000_000
"""Long enough for a hang wherever the time grows with the square of a length."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        "x" * HUGE,
        "[" * HUGE,
        TAGS + "1. " + "9" * HUGE,
        TAGS + "1. w41" + " r3" * (HUGE // 3),
        TAGS + "9" * HUGE + ". w41",
        TAGS + f"1. w41 r3 y2 g6 b6 | {'- ' * (HUGE // 2)}",
        TAGS + f"1. w41 r3 y2 g6 b6{' |' * (HUGE // 2)}",
        f'[First "{"1" * HUGE}"]\n' + TAGS,
        f'[Sheets "{"r5 " * (HUGE // 3)};"]\n' + TAGS,
        f'[Locked "{"q" * HUGE}"]\n' + TAGS,
        f'[Variant "{"o" * HUGE}"]\n[Players "A"]',
        f'[Variant "original"]\n[Players "{"A;" * (HUGE // 2)}B"]',
        f'[{"x" * HUGE} "1"]\n[{"x" * HUGE} "1"]\n' + TAGS,
        '"' * HUGE,
        TAGS + '" #' * (HUGE // 3),
    ],
    ids=range(15),
)
def test_a_line_of_two_megabytes(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert len(caught.value.message) <= 301, "the message does not repeat the line"


@pytest.mark.thorough
def test_a_long_comment_or_name_is_harmless() -> None:
    record = read_record("# " + "x" * HUGE + "\n" + TAGS.replace("A;", "A" * HUGE + ";"))
    assert replay(record).turn == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (TAGS + f"1. w41 r{'9' * HUGE} y2 g6 b6", "unreadable"),
        (TAGS + f"1. w41 r{'9' * 5000} y2 g6 b6", "wrong-dice"),
        (TAGS + f"1. w41 r3 y2 g6 b6 | r{'9' * HUGE} -", "wrong-number"),
        (f'[Result "{"9" * HUGE} 2"]\n' + TAGS, "bad-result"),
        (f'[Sheets "x{"9" * HUGE};"]\n' + TAGS, "unreadable"),
        (
            '[Variant "on-board"]\n[Players "A"]\n' + f"1. {TURN[:-8]} - | - | +{'9' * HUGE}",
            "pawn-range",
        ),
    ],
    ids=range(6),
)
def test_numbers_of_any_length(text: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(read_record(text))
    assert caught.value.code == code
    assert len(caught.value.message) <= 301


def test_a_result_of_two_megabytes() -> None:
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(f'[Result "1{" " * HUGE}2"]\n' + TAGS))
    assert caught.value.code == "bad-result"
    assert len(caught.value.message) < 400


@pytest.mark.parametrize("number", first_of((10_000, 100_000), 10_000))
def test_many_turns(number: int) -> None:
    turns = "\n".join(f"{turn}. {TURN}" for turn in range(1, number + 1))
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(TAGS + turns))
    assert (caught.value.code, caught.value.turn) == ("game-over", 8)


@pytest.mark.soak
def test_a_million_turns() -> None:
    turns = "\n".join(
        f"{turn}. w{1 + turn % 6}{1 + turn // 6 % 6} r3 y2 g6 b{1 + turn // 36 % 6} | - - | -"
        for turn in range(1, 1_000_001)
    )
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(TAGS + turns))
    assert (caught.value.code, caught.value.turn) == ("game-over", 8)


@pytest.mark.thorough
def test_a_hundred_thousand_tags() -> None:
    tags = "\n".join(f'[T{number} "x"]' for number in range(100_000))
    assert len(read_record(TAGS + tags).extra) == 100_000


def test_larger_than_any_game() -> None:
    with pytest.raises(BadRecord, match="larger than 48 MiB"):
        read_record(b" " * (MOST_BYTES + 1))


def test_every_prefix_of_a_record_is_answered() -> None:
    text = TAGS + '[Result "-5 -5"]\n[Event "π"]\n' + f"1. {TURN}\n2. {TURN}\n"
    data = text.encode()
    codes = [code_of(data[:length]) for length in range(len(data) + 1)]
    assert codes[0] == "unreadable"
    assert codes[-1] == "fine"
    assert {"unreadable", "wrong-dice", "bad-result", "fine"} <= set(codes)


def code_of(data: bytes) -> str:
    try:
        replay(read_record(data))
    except RecordError as error:
        return error.code
    return "fine"
