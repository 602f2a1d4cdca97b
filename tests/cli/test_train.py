"""`rowlock train`, as a person or a script runs it."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from cli.calling import called, complaint
from rowlock.cli import training
from rowlock.cli.training import Asked
from rowlock.kernels.weights import pack, unpack
from rowlock.train import keep, measure
from rowlock.train.course import Course
from rowlock.train.curve import draw_curve
from rowlock.train.study import study
from train.courses import TINY, same_weights, through

NETWORK = "tiny one row-2.npz"
DRAWS = "rowlock.train.folder.draw_curve"


class Tiny:
    """Trains a tiny game as the command does."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder
        self.asked = Asked(
            "tiny", None, 2, 320, 3, None, None, 16, folder, 1, None, None
        )  # fmt: skip
        self.course = Course(TINY, 2, 320, seed=3, batch=16)

    def __call__(self, **wishes: Any) -> tuple[str, str]:
        training.tell_training(replace(self.asked, **wishes))
        said = self.capsys.readouterr()
        return said.out, said.err

    def refused(self, **wishes: Any) -> tuple[int, str]:
        with pytest.raises(typer.Exit) as ended:
            self(**wishes)
        return ended.value.exit_code, self.capsys.readouterr().err


@pytest.fixture
def tiny(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tiny:
    monkeypatch.setattr(training, "chosen_variant", lambda *_: TINY)
    monkeypatch.setattr(measure, "GAMES", 50)
    # Pictures take longer than all else; the test that is about them draws.
    monkeypatch.setattr(DRAWS, lambda _, file: file.write_text("drawn"))
    # Where games were never compiled before, this says so now and not in the test.
    through(Course(TINY, 2, 16))
    measure.strength(TINY, 2, Course(TINY, 2, 16).begin().weights, 1)
    capsys.readouterr()
    return Tiny(capsys, tmp_path / "course")


def test_a_whole_course(tiny: Tiny) -> None:
    out, err = tiny()
    folder = tiny.folder
    ended = through(tiny.course)[-1]
    network = unpack((folder / NETWORK).read_bytes())
    assert same_weights(network, unpack(pack(ended.student.average)))
    lines = (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()
    points = [json.loads(line) for line in lines]
    assert [point["games"] for point in points] == [32 * n for n in range(1, 11)]
    assert set(points[0]) == {"games", "seconds", "loss", "points", "strength"}
    assert set(points[0]["strength"]) == {"heuristic", "cautious"}
    assert set(points[0]["strength"]["cautious"]) == {"wins", "score"}
    told = out.splitlines()
    assert told[0] == "tiny one row, 2 seats: learned from 320 games"
    assert told[2].startswith("  against heuristic: ")
    assert f"the network: {folder / NETWORK}" in told
    assert f"the curve: {folder / 'curve.jsonl'}" in told
    assert len(err.splitlines()) == 10
    assert err.splitlines()[-1].lstrip().startswith("320 games · ")


def test_a_picture_if_it_can_be_drawn(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(DRAWS, draw_curve)
    picture = tiny.folder / "curve.svg"
    assert f"the picture: {picture}" in tiny(every=320)[0]
    assert b"<svg" in picture.read_bytes()
    picture.unlink()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out, err = tiny()
    assert "the picture: " not in out
    assert err == (
        "rowlock train: the curve is not drawn: pictures need matplotlib: "
        "pip install 'rowlock[train]'\n"
    )
    assert not picture.exists()


def stop_after(batches: int) -> Callable[..., Any]:
    def stopped(*arguments: Any) -> Any:
        standings = study(*arguments)
        for _ in range(batches):
            yield next(standings)
        raise KeyboardInterrupt

    return stopped


def test_stopped_and_going_on(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(training, "study", stop_after(7))
        code, err = tiny.refused()
    assert code == 130
    assert err.splitlines()[-1] == (
        "rowlock train: stopped after 112 of 320 games; the same command goes on from there"
    )
    kept = keep.read(tiny.folder / keep.FILE, tiny.course)
    assert kept
    assert kept.student.steps == 7
    _, err = tiny()
    assert err.splitlines()[0] == "going on after 112 of 320 games"
    stopped_once = unpack((tiny.folder / NETWORK).read_bytes())
    assert same_weights(stopped_once, unpack(pack(through(tiny.course)[-1].student.average)))
    assert len((tiny.folder / "curve.jsonl").read_text().splitlines()) == 10


def test_the_second_time_it_is_only_told(tiny: Tiny) -> None:
    first, _ = tiny()
    (tiny.folder / NETWORK).unlink()
    assert tiny() == (first, "")
    assert (tiny.folder / NETWORK).exists(), "what was removed is written again"


def test_what_is_there_is_not_overwritten(tiny: Tiny) -> None:
    tiny()
    network = (tiny.folder / NETWORK).read_bytes()
    code, err = tiny.refused(seed=4)
    assert code == 2
    assert "is of another course (seed 3): go on with that one, or name another --folder" in err
    assert (tiny.folder / NETWORK).read_bytes() == network
    (tiny.folder / keep.FILE).write_bytes(b"nothing")
    code, err = tiny.refused()
    assert code == 2
    assert "course.npz is damaged or is no course: remove it" in err


def test_a_solo_course(tiny: Tiny) -> None:
    out, err = tiny(seats=1, every=160)
    assert out.splitlines()[0] == "tiny one row, 1 seat: learned from 320 games"
    assert out.splitlines()[2].startswith("  alone: ")
    assert "loss" not in err


def test_what_has_no_room_is_refused_before_anything_starts(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "chosen_variant", lambda *_: replace(TINY, misses=500))
    code, err = tiny.refused()
    assert code == 2
    assert err == "rowlock train: training has room for 400 turns of a game, not for 1,008\n"
    assert not tiny.folder.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--seats", "2"], "there is no game 'chess'; there are original"),
        (["original", "--seats", "6"], "original has 1 to 5 seats, not 6"),
        (["original", "--seats", "2", "--board", "B"], "original"),
        (["original", "--seats", "2", "--batch", "5"], "cannot be 5 games"),
        (["original", "--seats", "2", "--trust", "2"], "from 0 to 1, not 2"),
        (["original", "--seats", "2", "--games", "0"], "at least one game, not 0"),
        (["original", "--seats", "2", "--folder", "/dev/null/x"], "/dev/null/x: Not a directory"),
    ],
)
def test_wrong_wishes(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = complaint("train", *arguments)
    assert words in told
    assert told.startswith("rowlock train: ")
    assert not list(tmp_path.rglob("*.npz")), "nothing is begun"


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.chdir(tmp_path)
    told = complaint("train", "original", "--seats", "2", "--ray", "127.0.0.1:1")
    assert told.startswith("rowlock train: no Ray cluster at 127.0.0.1:1: ")
    assert not list(tmp_path.rglob("*.npz")), "nothing is begun"


def test_help_says_what_it_does() -> None:
    told = " ".join(called("train", "--help").stdout.split())
    assert "Train a network that plays a game" in told
    for option in ("--seats", "--games", "--seed", "--folder", "--ray", "--every", "--trust"):
        assert option in told
