"""The page on tournaments says what tournaments say: its tables, its examples, its options."""

import re
from pathlib import Path

import numpy as np
import pytest
import strength
import typer
from typer.testing import CliRunner

from rowlock.arena.statistics import Played, possible_ends, summarise
from rowlock.cli.main import app
from rowlock.rules import VARIANTS
from shares import first_of

ALONE, AMONG, BRIEF = strength.TABLES
ORIGINAL, ON_BOARD = VARIANTS["original"], VARIANTS["on-board"]


@pytest.fixture(scope="module")
def page() -> str:
    return strength.PAGE.read_text(encoding="utf-8")


def commands(page: str) -> list[list[str]]:
    """What the first block of the page types, without its comments."""
    first = page.split("```")[1]
    return [line.split("#")[0].split() for line in first.strip().splitlines()]


def answer(arguments: list[str]) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return "\n".join(line.rstrip() for line in result.stdout.splitlines())


def results(scores: list[list[int]], turns: list[int], reasons: list[int]) -> strength.Results:
    lineup = tuple("abcde"[: len(scores[0])])
    played = Played(lineup, np.array(scores, np.int32), np.array(turns), np.array(reasons, np.int8))
    return strength.Results(played, summarise(played, possible_ends(ORIGINAL)))


ROWS = [row for row in strength.all_rows() if row.seats == 2][::3]
"""Every third line for two seats: all tables are among them, and every game once."""


@pytest.mark.parametrize(
    "number",
    first_of(range(len(ROWS)), *{row.table.title: n for n, row in enumerate(ROWS)}.values()),
    ids=lambda number: f"{ROWS[number].table.title}, {ROWS[number].variant.name}",
)
def test_the_lines_of_the_page_are_what_is_played(number: int, page: str) -> None:
    row = ROWS[number]
    _, section = page.split(f"### {row.table.title}\n")
    section, *_ = section.split("###", 1)
    assert strength.line(row, strength.GAMES) in section.splitlines(), "run tools/strength.py"


def test_every_game_and_number_of_seats_is_on_the_page(page: str) -> None:
    """In all tables, but one seat has nobody to play against."""
    _, _, tables = page.partition(strength.BEGIN)
    tables, _, _ = tables.partition(strength.END)
    found = re.findall(r"^\| ([a-z-]+) \| (\d) \|", tables, re.MULTILINE)
    assert {cell: found.count(cell) for cell in found} == {
        (name, str(seats)): len(strength.TABLES) - (seats == 1)
        for name, variant in VARIANTS.items()
        for seats in range(1, variant.seats + 1)
    }


def test_a_line_on_a_bot_against_itself() -> None:
    """By hand: the deals add up to 60 and 140, which is 100 ± 40 · 12.706 for four scores."""
    scores = [[10, 20], [20, 10], [30, 40], [40, 30]]
    one = results(scores, [20, 20, 24, 28], [0, 0, 1, 0])
    assert ALONE.cells([one]) == ["25.00 ± 127.06", "11.2", "23.0", "75.0 %", "25.0 %", ""]
    assert BRIEF.cells([one, one]) == ["25.0", "11.2", "23.0", "75 / 25"] * 2


def test_a_line_on_one_bot_among_others() -> None:
    """By hand: won, lost, shared; 20 points against 15 and 7, all in three games."""
    one = results([[10, 1, 2], [1, 5, 5], [9, 9, 0]], [20, 20, 20], [0, 0, 0])
    assert AMONG.cells([one]) == ["33.3 %", "50.0 %", "33.3 %", "6.7", "3.7"]


def test_only_on_board_ends_at_a_finish() -> None:
    cells = [
        strength.line(strength.Row(ALONE, variant, 1), 50).split("|")[-2].strip()
        for variant in (ORIGINAL, ON_BOARD)
    ]
    assert cells[0] == ""
    assert cells[1].endswith("%")


def test_the_tables_are_put_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{strength.BEGIN}\nold\n{strength.END}\nafter\n", encoding="utf-8")
    strength.main(games=4, page=page)
    once = page.read_text(encoding="utf-8")
    assert once.startswith(f"before\n{strength.BEGIN}\n\nEvery line: 4 games")
    assert once.endswith(f"|\n\n{strength.END}\nafter\n")
    assert "old" not in once
    assert len(re.findall("^### ", once, re.MULTILINE)) == len(strength.TABLES)
    strength.main(games=4, page=page)
    assert page.read_text(encoding="utf-8") == once


@pytest.mark.parametrize("text", ["", strength.BEGIN, f"{strength.END}\n{strength.BEGIN}"])
def test_a_page_without_marks_is_left_alone(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(typer.Exit) as stopped:
        strength.main(games=4, page=page)
    assert stopped.value.exit_code == 1
    assert page.read_text(encoding="utf-8") == text
    assert f"page.md: there must be a line {strength.BEGIN}" in capsys.readouterr().err


def test_the_example_is_what_the_first_command_answers(page: str) -> None:
    _, *arguments = commands(page)[0]
    example = page.split("```")[3].strip().splitlines()
    assert answer(arguments).splitlines()[: len(example)] == example
    assert example[-1].startswith("games tied:")


def test_the_ratings_are_what_the_third_command_answers(page: str) -> None:
    _, *arguments = commands(page)[2]
    ratings = next(block for block in page.split("```") if "Elo    games" in block)
    assert ratings.strip("\n") in answer(arguments)


def test_the_commands_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(strength.PAGE.parent.parent)
    for program, command, *arguments in commands(page):
        assert (program, command) == ("rowlock", "arena")
        assert "games" in answer([command, *arguments, "--games", "6"])


def test_every_option_is_on_the_page(page: str) -> None:
    command = typer.main.get_command(app).commands["arena"]  # type: ignore[attr-defined]  # a group
    options = {name for option in command.params for name in option.opts if name.startswith("--")}
    assert {name for name in options if name not in page} <= {"--help"}
    assert "--games" in options
