"""`rowlock solve`, as a person or a script runs it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

from cli.calling import called, complaint
from cli.commands import command
from rowlock.cli import solving, spread
from rowlock.cli.solving import Asked
from rowlock.solver.distribution import Distribution
from solver.small_games import GAMES
from solver.solved import CODE, COMPLAINED, SAID, solved_original

FOUND = Distribution(-1, np.array([[0.25, 0.0, 0.25], [0.0, 0.5, 0.0]]))


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved_original(tmp_path_factory)


def test_it_tells_the_expected_score(folder: Path) -> None:
    answer = json.loads((folder / SAID).read_text(encoding="utf-8"))
    (table,) = folder.glob("*.solved")
    assert answer.pop("seconds") > 0
    assert answer == {
        "variant": "original",
        "lucky": None,
        "seats": 1,
        "expected": [pytest.approx(115.4831, abs=1e-4)],
        "positions": 1_103_355,
        "new": True,
        "table": str(table),
        "distribution": None,
    }


def test_an_interruption_is_told_and_nothing_is_lost(folder: Path) -> None:
    told = (folder / COMPLAINED).read_text(encoding="utf-8").splitlines()[-1]
    found = re.fullmatch(
        r"rowlock solve: stopped after ([\d,]+) of 1,103,355 positions \(\d+ %\); "
        "the same command goes on from there",
        told,
    )
    assert found
    assert found[1] != "1,103,355"
    assert (folder / CODE).read_text() == "130"
    assert not list(folder.glob("*.part")), "the same command has ended it"


def test_the_second_time_it_is_only_looked_up(folder: Path) -> None:
    result = command("solve", "original", "--folder", str(folder))
    (table,) = folder.glob("*.solved")
    assert result.returncode == 0
    assert result.stderr == ""
    assert result.stdout.splitlines()[0] == "original: perfect play scores 115.4831 on average"
    assert "1,103,355 positions, solved before in " in result.stdout
    assert f"the table: {table} (71 MB)" in result.stdout
    answer = called("solve", "original", "--json", ROWLOCK_SOLVED=str(folder)).stdout
    assert json.loads(answer)["new"] is False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no game 'chess'; there are original"),
        (["on-board"], "on a board it matters which spaces are crossed: too many positions"),
        (["longo"], "as --lucky 5 8, or for none (--no-lucky); the sheets have 4 9, 5 8, 6 11"),
        (["longo", "--lucky", "5", "8", "--no-lucky"], "for one pair of lucky numbers"),
        (["longo", "--lucky", "5", "17"], "two different ones from 2 to 16, not 5 17"),
        (["original", "--lucky", "5", "8"], "original has no lucky numbers"),
        (["original", "--seats", "6"], "original has 1 to 5 seats, not 6"),
        (["original", "--seats", "2", "--distribution"], "for solo games, without --seats"),
        (["original", "--picture", "scores.gif"], "ends in .svg or .png"),
        (["original", "--picture", "/nowhere/scores.svg"], "there is no folder"),
        (
            ["original", "--folder", "/dev/null/x"],
            "/dev/null/x cannot be written to: Not a directory",
        ),
    ],
)
def test_wrong_wishes(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_SOLVED", str(tmp_path))
    told = complaint("solve", *arguments)
    assert words in told
    assert told.startswith("rowlock solve: ")
    assert not list(tmp_path.iterdir()), "nothing is begun"


def test_a_damaged_table_is_refused(folder: Path, tmp_path: Path) -> None:
    (table,) = folder.glob("*.solved")
    content = bytearray(table.read_bytes())
    content[-5_000_000] ^= 1
    (tmp_path / table.name).write_bytes(content)
    result = called("solve", "original", "--folder", str(tmp_path))
    assert result.returncode == 2
    assert re.search(
        r"is damaged \(block \d+\); with --again the game is solved anew", result.stderr
    )


def test_help_says_what_it_does() -> None:
    told = " ".join(called("solve", "--help").stdout.split())
    assert "perfect play of a solo game" in told
    for option in ("--lucky", "--seats", "--threads", "--folder", "--again", "--distribution"):
        assert option in told


def test_a_demo_of_perfect_play(folder: Path) -> None:
    arguments = ["demo", "--seats", "1", "--bot", "optimal"]
    result = called(*arguments, ROWLOCK_SOLVED=str(folder))
    assert result.returncode == 0
    assert "The game is over" in result.stdout
    without = called(*arguments, ROWLOCK_SOLVED=str(folder / "elsewhere"))
    assert without.returncode == 2
    assert "this solves it: rowlock solve original" in without.stderr
    two = called("demo", "--bot", "optimal", ROWLOCK_SOLVED=str(folder))
    assert two.returncode == 2
    assert "plays solo games only" in two.stderr


@pytest.fixture
def small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Solves a small game as the command does, and gives what it says."""
    monkeypatch.setattr(solving, "find_variant", lambda _: GAMES["two rows up"])

    def solve_small(**wishes: Any) -> str:
        usual = Asked("small", None, False, 1, 1, tmp_path, False, False, None, False)
        solving.tell_solution(replace(usual, **wishes))
        return capsys.readouterr().out

    return solve_small


def test_again_means_again(small: Callable[..., str]) -> None:
    said = [json.loads(small(json=True, again=again))["new"] for again in (False, False, True)]
    assert said == [True, False, True]


def test_one_line_for_each_place_in_the_order(small: Callable[..., str]) -> None:
    expected = json.loads(small(json=True, seats=3))["expected"]
    assert len(expected) == 3
    told = small(seats=3).splitlines()
    assert told[0].startswith("small, 3 seats, where the other seats only roll")
    for line, place, score in zip(told[1:], ("first", "second", "third"), expected, strict=False):
        assert line.split() == ["if", "you", "go", f"{place}:", f"{score:.4f}"]
    assert expected[0] > json.loads(small(json=True))["expected"][0], "more dice, more points"


def test_the_distribution_is_told(small: Callable[..., str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "scores.svg"
    told = small(distribution=True, picture=picture)
    assert "scores: mean" in told
    assert f"the picture: {picture}" in told
    assert b"<svg" in picture.read_bytes()
    answer = json.loads(small(json=True, distribution=True))
    assert answer["distribution"]["mean"] == pytest.approx(answer["expected"][0])


def test_interruptions(small: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    small()
    monkeypatch.setattr(solving, "distribution", interrupted)
    with pytest.raises(typer.Exit) as stopped:
        small(distribution=True)
    assert stopped.value.exit_code == 130
    monkeypatch.setattr(solving, "solve_on_disk", interrupted)
    with pytest.raises(typer.Exit) as stopped:
        small(again=True)
    assert stopped.value.exit_code == 130


def test_the_spread_in_words() -> None:
    told = list(spread.spread_in_words(FOUND))
    assert told == [
        "scores: mean 0.0000, standard deviation 0.7071",
        "  share of games   1 %   5 %  25 %  50 %  75 %  95 %  99 %",
        "  score at most     -1    -1    -1     0     0     1     1",
        "  the lowest that can come is -1, the highest 1",
        "games end: 50.00 % because rows are locked and 50.00 % because of misses",
    ]


def test_the_spread_as_json() -> None:
    view = json.loads(json.dumps(spread.spread_view(FOUND)))
    assert view["lowest"] == -1
    assert view["chances"] == {"locks": [0.25, 0.0, 0.25], "misses": [0.0, 0.5, 0.0]}
    assert view["quantiles"]["0.5"] == 0
    assert view["ends"] == {"locks": 0.5, "misses": 0.5}


def test_the_spread_as_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("one.svg", "two.svg", "three.png"):
        spread.draw_spread(FOUND, tmp_path / name)
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn == (tmp_path / "two.svg").read_bytes(), "the same scores, the same picture"
    assert b"<svg" in drawn
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")
    figure = spread.spread_figure(FOUND)
    legend = figure.axes[0].get_legend()
    assert legend
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts == [
        "ends because rows are locked: 50.0 %",
        "ends because of misses: 50.0 %",
        "mean 0.00",
    ]


@pytest.mark.soak
def test_the_distribution_of_the_original(folder: Path, tmp_path: Path) -> None:
    picture = tmp_path / "scores.svg"
    arguments = ["--folder", str(folder), "--json", "--picture", str(picture)]
    found = json.loads(called("solve", "original", *arguments).stdout)["distribution"]
    assert found["mean"] == pytest.approx(115.4831, abs=1e-4)
    assert sum(map(sum, found["chances"].values())) == pytest.approx(1)
    assert picture.stat().st_size > 1000
