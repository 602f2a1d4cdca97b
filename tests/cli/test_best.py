"""`rowlock best`, as a person or a script runs it."""

import json
from pathlib import Path

import pytest

from cli.calling import called
from cli.commands import command
from solver.solved import solved_original

HEAD = '[Variant "original"]\n[Players "Petr"]\n\n'
WHITE = HEAD + "1. w41 r3 y2 g6 b6\n"
COLOUR = HEAD + "1. w41 r3 y2 g6 b6 | -\n"
ROLL = HEAD + "1. w41 r3 y2 g6 b6 | - | y3\n"
OVER = HEAD + "".join(f"{turn}. w41 r3 y2 g6 b6 | - | -\n" for turn in range(1, 5))
TWO = WHITE.replace("Petr", "Petr; Ema")
BROKEN = ROLL.replace("y3", "y4")


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(solved_original(tmp_path_factory))


def judged(text: str, folder: str) -> dict[str, object]:
    result = called("best", "--json", "-", stdin=text, ROWLOCK_SOLVED=folder)
    assert (result.returncode, result.stderr) == (0, "")
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_moves_of_the_white_action(folder: str) -> None:
    answer = judged(WHITE, folder)
    moves = answer.pop("moves")
    assert isinstance(moves, list)
    assert [move["move"] for move in moves] == ["-", "r5", "y5", "g5", "b5"]
    assert [move["behind"] for move in moves] == pytest.approx(
        [0, 11.9086, 12.3742, 37.3068, 37.3068], abs=1e-4
    )
    assert all(
        move["expected"] + move["behind"] == pytest.approx(answer["expected"]) for move in moves
    )
    assert answer == {
        "variant": "original",
        "turn": 1,
        "phase": "white",
        "total": 0,
        "expected": pytest.approx(118.2635, abs=1e-4),
    }


def test_other_phases(folder: str) -> None:
    colour = judged(COLOUR, folder)
    assert colour["phase"] == "colour"
    assert colour["expected"] == pytest.approx(118.2635, abs=1e-4), "passing was the best move"
    assert isinstance(colour["moves"], list)
    assert colour["moves"][0]["move"] == "y3"
    roll = judged(ROLL, folder)
    assert (roll["phase"], roll["moves"], roll["total"]) == ("roll", [], 1)
    assert roll["expected"] == pytest.approx(118.2635, abs=1e-4)
    start = judged(HEAD, folder)
    assert start["expected"] == pytest.approx(115.4831, abs=1e-4)
    over = judged(OVER, folder)
    assert (over["phase"], over["moves"], over["expected"]) == ("over", [], -20)


def test_in_words(folder: str) -> None:
    told = command("best", "-", "--folder", folder, stdin=WHITE).stdout.splitlines()
    assert told == [
        "turn 1 of Petr: the white action is due (dice w41 r3 y2 g6 b6)",
        "expected final score: 118.264 (0 by now)",
        "  -      118.264  best",
        "  r5     106.355  −11.909",
        "  y5     105.889  −12.374",
        "  g5      80.957  −37.307",
        "  b5      80.957  −37.307",
    ]
    told = called("best", "-", "--folder", folder, stdin=OVER).stdout.splitlines()
    assert told == ["over after turn 4", "final score: -20"]


def test_several_files(folder: str, tmp_path: Path) -> None:
    names = []
    for name, text in (("two", TWO), ("roll", ROLL), ("broken", BROKEN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        names.append(str(tmp_path / name))
    result = called("best", "--json", "--folder", folder, *names)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == ["not-solo", None, "wrong-number"]
    assert result.returncode == 2
    assert called("best", "--folder", folder, *names[1:]).returncode == 1


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (TWO, "not-solo", "only solo games are solved, and this one has 2 seats"),
        (WHITE, "not-solved", "not solved yet; this solves it: rowlock solve original"),
        (
            HEAD.replace("original", "longo").replace("\n\n", '\n[Lucky "8 5"]\n\n'),
            "not-solved",
            "rowlock solve longo --lucky 8 5",
        ),
        (HEAD.replace("original", "on-board"), "unsolvable", "on a board it matters"),
    ],
)
def test_what_cannot_be_judged(text: str, code: str, words: str, tmp_path: Path) -> None:
    result = called("best", "--json", "-", stdin=text, ROWLOCK_SOLVED=str(tmp_path))
    error = json.loads(result.stdout)["error"]
    assert (result.returncode, error["code"]) == (2, code)
    assert words in error["message"]
    result = called("best", "-", stdin=text, ROWLOCK_SOLVED=str(tmp_path))
    assert result.returncode == 2
    assert f"{words}" in result.stderr
    assert f"[{code}]" in result.stderr


def test_a_damaged_table(folder: str, tmp_path: Path) -> None:
    (table,) = Path(folder).glob("*.solved")
    (tmp_path / table.name).write_bytes(table.read_bytes()[:-1])
    result = called("best", "--json", "-", stdin=WHITE, ROWLOCK_SOLVED=str(tmp_path))
    assert json.loads(result.stdout)["error"]["code"] == "bad-table"
    assert result.returncode == 2
