"""The page on perfect play says what solved games say: its tables, its examples, its commands."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import perfect
import pytest
import typer
from lesson_tables import EXAMPLES, LESSONS, NEAR_THE_END, ORIGINAL, empty_sheets, first_crosses
from lessons import (
    Answers,
    Line,
    answers,
    bearable_skips,
    change_by_miss,
    changes_by_cross,
    crossed,
    even_sheet,
    lines,
    missed,
    sheet_of,
)
from parts import marks, part_of
from typer.testing import CliRunner

from rowlock.cli.main import app
from rowlock.rules import Game, Phase, Roll, parse_roll, start, totals
from rowlock.solver.distribution import Distribution
from rowlock.solver.solution import Solution, load
from rowlock.solver.space import SoloSpace
from solver.solved import solved_original, solved_small

RECORD = '[Variant "original"]\n[Players "Petr"]\n\n1. w41 r3 y2 g6 b6\n'


@pytest.fixture(scope="module")
def page() -> str:
    return perfect.PAGE.read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved_original(tmp_path_factory)


@pytest.fixture
def original(folder: Path) -> Solution:
    return load(SoloSpace(ORIGINAL), folder)


def commands(page: str) -> list[list[str]]:
    """What the first block of the page types, without its comments."""
    return [line.split("#")[0].split() for line in page.split("```")[1].strip().splitlines()]


def by_hand(solution: Solution, game: Game) -> Answers:
    """The answers to every single roll."""
    shares, scores, dice = np.zeros(3), [], game.dice_in_play
    for one, other, *faces in product(range(1, game.variant.faces + 1), repeat=2 + len(dice)):
        roll = Roll((one, other), tuple(zip(dice, faces, strict=True)))
        best = lines(solution, game.roll(roll))[0]
        shares[best.crosses] += 1
        scores.append(best.score)
    return Answers(tuple(shares / len(scores)), sum(scores) / len(scores))


@pytest.mark.parametrize("name", LESSONS)
def test_the_lessons_of_the_page_are_those_of_the_solution(
    name: str, page: str, original: Solution
) -> None:
    assert LESSONS[name](original) == part_of(page, perfect.mark(name)), f"tools/perfect.py {name}"


def test_the_sizes_on_the_page_are_those_of_the_solver(page: str, tmp_path: Path) -> None:
    sizes = perfect.sizes_part(perfect.Solved(None, tmp_path))
    assert sizes == part_of(page, perfect.mark("sizes")), "tools/perfect.py sizes"


def test_the_first_line_of_the_seats_is_the_solo_game(page: str, original: Solution) -> None:
    _, _, *rows = part_of(page, perfect.mark("seats")).splitlines()
    assert rows[0].split("|")[1:3] == [" 1 ", f" {original.at_start()[0]:.4f} "]
    scores = [[float(cell) for cell in row.split("|")[2:] if cell.strip()] for row in rows]
    assert [len(row) for row in scores] == [1, 2, 3, 4, 5]
    assert all(row == sorted(row) for row in scores), "who goes later gets more"


@pytest.mark.soak
@pytest.mark.parametrize("part", ["seats", "spread"])
def test_the_long_parts_of_the_page_come_out_again(
    part: str, page: str, folder: Path, tmp_path: Path
) -> None:
    written = perfect.PARTS[part](perfect.Solved(folder, tmp_path))
    assert written == part_of(page, perfect.mark(part)), f"tools/perfect.py {part}"


def test_mirror_images_of_lucky_pairs_score_the_same(page: str) -> None:
    _, _, *rows = part_of(page, perfect.mark("longo")).splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    scores = {pair: score for pair, _, score in cells}
    images = {pair: image for pair, image, _ in cells}
    assert list(scores) == [f"{one} & {other}" for one, other in perfect.LONGO.lucky]
    assert (images["5 & 8"], images["6 & 11"]) == ("10 & 13", "7 & 12")
    assert scores["5 & 8"] == scores["10 & 13"] == "187.7590"
    assert scores["6 & 11"] == scores["7 & 12"]


def test_all_rolls_are_answered_as_one_by_one(tmp_path: Path) -> None:
    for name in ("two rows up", "four rows"):
        solution = solved_small(tmp_path, name)
        game = start(solution.space.variant, 1)
        found, wanted = answers(solution, game), by_hand(solution, game)
        assert found.shares == pytest.approx(wanted.shares)
        assert found.mean == pytest.approx(wanted.mean)
        assert found.mean == pytest.approx(solution.expected(game))


@pytest.mark.parametrize("crosses", ["", f"{NEAR_THE_END} g12 g11 b10"])
def test_all_answers_together_are_worth_the_position(crosses: str, original: Solution) -> None:
    """With all dice, and with one out."""
    game = sheet_of(ORIGINAL, crosses, misses=1)
    found = answers(original, game)
    assert found.mean == pytest.approx(original.expected(game), abs=1e-9)
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.soak
def test_the_worked_example(page: str, original: Solution) -> None:
    """All rolls with the white dice 4 and 1, one by one."""
    game, chances = empty_sheets()[0], dict[str, float]()
    mean = 0.0
    for faces in product(range(1, 7), repeat=4):
        roll = Roll((4, 1), tuple(zip(ORIGINAL.dice, faces, strict=True)))
        score = lines(original, game.roll(roll))[0].score
        mean += score / 6**4
        chances[f"{score:.2f}"] = chances.get(f"{score:.2f}", 0) + 1 / 6**4
    _, example = page.split("On an empty sheet with the white dice 4 and 1:")
    example, _ = example.split("instead of 1,296 rolls", 1)
    told = re.findall(r"^\| ([\d.]+) .* ([\d.]+) \|$", example, re.MULTILINE)
    assert dict(told) == {score: f"{chance:.4f}" for score, chance in chances.items()}
    assert f"The sum is {mean:.2f}" in example


def test_lines_are_whole_turns(original: Solution) -> None:
    game = start(ORIGINAL, 1).roll(parse_roll(EXAMPLES[0].dice, ORIGINAL.dice))
    found = lines(original, game)
    assert found[0].score == pytest.approx(original.expected(game))
    assert str(found[0]) == "y3"
    words = {str(line): line.crosses for line in found}
    assert (words["a miss"], words["r5"], words["r5 and y3"]) == (0, 1, 2)
    (nothing,) = (line for line in found if line.crosses == 0)
    assert nothing.score == pytest.approx(original.expected(missed(start(ORIGINAL, 1))))


def test_a_second_lock_ends_the_game() -> None:
    """By hand: yellow has 5 crosses, its 12 and the lock, red 7 and as much."""
    before = sheet_of(ORIGINAL, NEAR_THE_END, misses=1)
    assert totals(before)[0] == 28 + 28 - 5
    after = crossed(before, 0, 10)
    assert (after.phase, totals(after)[0]) == (Phase.OVER, 28 + 45 - 5)


def test_a_fourth_miss_ends_the_game() -> None:
    third = missed(even_sheet(ORIGINAL, 2, misses=2))
    assert (third.phase, totals(third)[0]) == (Phase.ROLL, 4 * 3 - 15)
    assert missed(third).phase is Phase.OVER


def test_what_skipping_and_missing_change(original: Solution) -> None:
    game = even_sheet(ORIGINAL, 4)
    changes = changes_by_cross(original, game)
    assert len(changes) == 6, "5 to 10 of green: the last number needs five crosses"
    by_rules = original.expected(sheet_of(ORIGINAL, _even_with("r8")))
    assert changes[2] == pytest.approx(by_rules - original.expected(game))
    assert len(changes_by_cross(original, even_sheet(ORIGINAL, 5))) == 6, "with the lock"
    most = bearable_skips(original, game)
    assert changes[most] > change_by_miss(original, game) > changes[most + 1]


def _even_with(cross: str) -> str:
    up = [f"{row}{number}" for row in "ry" for number in range(2, 6)]
    down = [f"{row}{number}" for row in "gb" for number in range(12, 8, -1)]
    return " ".join([*up, *down, cross])


def test_lines_in_words() -> None:
    assert str(Line((), 1.0)) == "a miss"
    assert Line((), 1.0).crosses == 0


def test_the_spread_in_few_numbers() -> None:
    """By hand: a quarter of the games at 99 and at 101, half at 100."""
    found = Distribution(99, np.array([[0.25, 0.0, 0.25], [0.0, 0.5, 0.0]]))
    rows = perfect.spread_table(found).splitlines()
    assert "| mean | 100.0000 |" in rows
    assert "| standard deviation | 0.7071 |" in rows
    assert "| 50 % of games have at most | 100 |" in rows
    assert "| games with 100 points or more | 75 % |" in rows
    assert "| games that end by locks | 50.00 % |" in rows


def test_the_picture_of_the_first_cross(original: Solution) -> None:
    pytest.importorskip("matplotlib")
    (panel,) = perfect.first_figure(original).axes
    drawn = panel.get_lines()
    scores = first_crosses(original, empty_sheets()[0])
    curves = [np.asarray(line.get_xydata()).T.tolist() for line in drawn]
    assert [list(range(2, 12)), scores] in curves
    assert any("106.02" in str(line.get_label()) for line in drawn)


def test_parts_are_put_between_their_marks(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin, end = marks(perfect.mark("skips"))
    other, other_end = marks(perfect.mark("misses"))
    page.write_text(f"a\n{begin}\nold\n{end}\nb\n{other}\nkept\n{other_end}\n", encoding="utf-8")
    for _ in range(2):
        perfect.main(["skips"], folder, page)
        written = page.read_text(encoding="utf-8")
        assert written.startswith(f"a\n{begin}\n\n| crosses in every row |")
        assert written.endswith(f"|\n\n{end}\nb\n{other}\nkept\n{other_end}\n")
    perfect.main(["skips", "misses"], folder, page)
    assert "kept" not in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "names", "words"),
    [
        ("", ["sizes"], "there must be a line <!-- perfect:sizes -->"),
        ("<!-- /perfect:sizes --> <!-- perfect:sizes -->", ["sizes"], "and a line"),
        ("", ["chess"], "there is no part chess; there are seats, longo"),
    ],
)
def test_what_cannot_be_written_is_said_and_left_alone(
    text: str, names: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(typer.Exit) as stopped:
        perfect.main(names, tmp_path, page)
    assert stopped.value.exit_code == 1
    assert page.read_text(encoding="utf-8") == text
    assert words in capsys.readouterr().err


def test_every_part_is_on_the_page(page: str) -> None:
    assert re.findall("<!-- perfect:(.*) -->", page) == sorted(
        perfect.PARTS, key=lambda name: page.index(marks(perfect.mark(name))[0])
    )
    assert all(part_of(page, perfect.mark(name)) for name in perfect.PARTS)


def test_the_commands_are_real(page: str) -> None:
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # a group
    for program, name, *arguments in commands(page):
        assert program == "rowlock"
        parsed = known[name].make_context(name, arguments)
        assert not parsed.args


def test_every_option_is_on_the_page(page: str) -> None:
    command = typer.main.get_command(app).commands["solve"]  # type: ignore[attr-defined]  # a group
    options = {name for option in command.params for name in option.opts if name.startswith("--")}
    assert {name for name in options if name not in page} <= {"--help"}
    assert "--lucky" in options


def test_the_answer_is_what_the_command_says(page: str, folder: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.rlk"
    record.write_text(RECORD, encoding="utf-8")
    result = CliRunner().invoke(app, ["best", str(record), "--folder", str(folder)])
    assert result.exit_code == 0, result.output
    assert result.stdout.strip() == page.split("```")[3].strip()
