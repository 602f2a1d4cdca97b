"""Every code of a broken rule, where it is, and which comes first."""

import pytest

from reference.record_twin import answer
from rowlock.record import BrokenGame, read_record, replay

ORIGINAL = '[Variant "original"]\n[Players "A; B"]\n'
LONGO = '[Variant "longo"]\n[Players "A; B"]\n[Lucky "6 11; 5 8"]\n'
BOARD = '[Variant "on-board"]\n[Players "A; B"]\n'
DICE = "w41 r3 y2 g6 b6"
RED = "r2 r3 r4 r5 r6"


def sheets(text: str) -> str:
    return f'[Sheets "{text}"]\n'


CASES = [
    # dice
    (ORIGINAL + "1. w71 r3 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + "1. w41 r0 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + "1. w41 r12 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + "1. w41 r3 y2 g6", "wrong-dice", 1, None, None),
    (ORIGINAL + "1. w41 r3 r3 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + '[Locked "g"]\n1. w41 r3 y2 g6 b6', "wrong-dice", 1, None, None),
    (LONGO + "1. w91 r3 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + "1. w71 r3 y2 g6 b6 | r12 -", "wrong-dice", 1, None, None),
    # plain crosses
    (ORIGINAL + f"1. {DICE} | - r6", "wrong-number", 1, 2, "r6"),
    (ORIGINAL + f"1. {DICE} | r13 -", "wrong-number", 1, 1, "r13"),
    (ORIGINAL + f"1. {DICE} | - r1000000", "wrong-number", 1, 2, "r1000000"),
    (ORIGINAL + "1. w41 r1000000 y2 g6 b6", "wrong-dice", 1, None, None),
    (ORIGINAL + f"1. {DICE} | - - | b9", "wrong-number", 1, 1, "b9"),
    (ORIGINAL + sheets("r7;") + f"1. {DICE} | r5 -", "behind", 1, 1, "r5"),
    (ORIGINAL + sheets("r5;") + f"1. {DICE} | r5 -", "behind", 1, 1, "r5"),
    (ORIGINAL + "1. w66 r3 y2 g6 b6 | - r12", "needs-crosses", 1, 2, "r12"),
    (ORIGINAL + '[Locked "r"]\n1. w41 y2 g6 b6 | r5 -', "row-locked", 1, 1, "r5"),
    # which comes first
    (ORIGINAL + '[Locked "r"]\n1. w41 y2 g6 b6 | r6 -', "row-locked", 1, 1, "r6"),
    (ORIGINAL + sheets("r7;") + f"1. {DICE} | r6 -", "wrong-number", 1, 1, "r6"),
    (ORIGINAL + f"1. {DICE} | r12 -", "wrong-number", 1, 1, "r12"),
    (ORIGINAL + f"1. {DICE} | r6 r7", "wrong-number", 1, 1, "r6"),
    (ORIGINAL + f"1. {DICE} | - r7 | b9", "wrong-number", 1, 2, "r7"),
    # lucky crosses
    (ORIGINAL + f"1. {DICE} | r5* -", "not-lucky", 1, 1, "r5*"),
    (LONGO + "1. w41 r3 y2 g6 b6 | r2* -", "not-lucky", 1, 1, "r2*"),
    (LONGO + "1. w51 r3 y2 g6 b6 | - - | r2*", "not-lucky", 1, 1, "r2*"),
    (LONGO + '[Locked "r"]\n1. w51 y2 g6 b6 | r2* -', "row-locked", 1, 1, "r2*"),
    (LONGO + sheets("r2;") + "1. w51 r3 y2 g6 b6 | r3* -", "not-fewest", 1, 1, "r3*"),
    (LONGO + sheets("r2;") + "1. w51 r3 y2 g6 b6 | r4* -", "not-fewest", 1, 1, "r4*"),
    (LONGO + "1. w51 r3 y2 g6 b6 | r3* -", "not-next", 1, 1, "r3*"),
    (LONGO + "1. w51 r3 y2 g6 b6 | r99* -", "not-next", 1, 1, "r99*"),
    (
        LONGO + sheets("r14 y2 g16 b16;") + "1. w51 r3 y2 g6 b6 | r15* -",
        "needs-crosses",
        1,
        1,
        "r15*",
    ),
    # the pawn
    (BOARD + f"1. {DICE} | - - | - | +6", "pawn-range", 1, 1, "+6"),
    (BOARD + f"1. {DICE} | - - | - | +1000000", "pawn-range", 1, 1, "+1000000"),
    (BOARD + f"1. {DICE} | - - | - | +0", "pawn-range", 1, 1, "+0"),
    (BOARD + sheets("y3;") + f"1. {DICE} | - - | - | +1", "pawn-not-crossable", 1, 1, "+1"),
    (
        BOARD.replace("A; B", "A") + sheets("y11 p35") + f"1. {DICE} | - | - | +1\n2. {DICE}",
        "game-over",
        2,
        None,
        None,
    ),
    # the end
    (ORIGINAL + sheets("x3;") + f"1. {DICE} | - - | -\n2. {DICE}", "game-over", 2, None, None),
    (
        ORIGINAL + sheets(f"{RED};") + '[Locked "g"]\n1. w66 r1 y1 b1 | r12 - | -',
        "game-over",
        1,
        1,
        "-",
    ),
    (
        BOARD + sheets(f"{RED};") + '[Locked "g"]\n1. w65 r6 y1 b1 | - - | r12 | +1',
        "game-over",
        1,
        1,
        "+1",
    ),
    (ORIGINAL + sheets("x3;") + f"1. {DICE} | - - | -\n2. w99 r1", "game-over", 2, None, None),
]


@pytest.mark.parametrize(("text", "code", "turn", "seat", "move"), CASES)
def test_broken_rules(text: str, code: str, turn: int, seat: int | None, move: str | None) -> None:
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(text))
    error = caught.value
    line = len(text.splitlines())
    assert (error.code, error.turn, error.seat, error.move) == (code, turn, seat, move)
    assert error.line == line
    assert error.exit_code == 1
    twin = {"code": code, "line": line, "turn": turn, "seat": seat, "move": move}
    assert answer(text.encode()) == {"error": twin}


def test_results() -> None:
    good = ORIGINAL + '[Result "1 1"]\n' + f"1. {DICE} | r5 y5"
    assert replay(read_record(good)).phase == "colour"
    with pytest.raises(BrokenGame, match="the totals are 1 1, not 1 2") as caught:
        replay(read_record(good.replace("1 1", "1 2")))
    assert caught.value.code == "bad-result"
    assert caught.value.line == 3


def test_a_broken_rule_comes_before_a_bad_result() -> None:
    text = ORIGINAL + '[Result "9 9"]\n' + f"1. {DICE} | r6 y5"
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(text))
    assert caught.value.code == "wrong-number"


def test_where_in_words() -> None:
    with pytest.raises(BrokenGame) as caught:
        replay(read_record(ORIGINAL + f"1. {DICE} | - r6"))
    assert caught.value.where == "line 3, turn 1, seat 2"
