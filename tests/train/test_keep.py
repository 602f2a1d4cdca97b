"""Courses on disk: what is kept, what is refused, and going on."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.kernels.weights import pack, unpack
from rowlock.train import folder as folders
from rowlock.train import keep
from rowlock.train.folder import CourseFolder
from rowlock.train.keep import BadCourse
from rowlock.train.study import Standing
from train.courses import SHORT, same, same_weights, through


@pytest.fixture
def place(tmp_path: Path) -> CourseFolder:
    return CourseFolder(tmp_path / "course", SHORT, drawn=False)


def stopped(standings: list[Standing], after: int) -> Iterator[Standing]:
    """Somebody presses Ctrl-C."""
    yield from standings[:after]
    raise KeyboardInterrupt


def follow_until_stopped(place: CourseFolder, standings: list[Standing], after: int) -> None:
    with place.own(), pytest.raises(KeyboardInterrupt):
        place.follow(stopped(standings, after), lambda _: None)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file, standing = tmp_path / "course.npz", through(SHORT, every=64)[-3]
    assert keep.read(file, SHORT) is None
    keep.write(file, SHORT, standing)
    read = keep.read(file, SHORT)
    assert read
    assert same(read.student, standing.student)
    assert read[1:] == standing[1:]
    assert standing.errors.lessons > 0
    assert standing.measures
    assert [one.name for one in tmp_path.iterdir()] == ["course.npz"]


@pytest.mark.parametrize("after", [1, 7, 19])
def test_an_interruption_changes_nothing(place: CourseFolder, after: int) -> None:
    whole = through(SHORT, every=64)
    follow_until_stopped(place, whole, after)
    begun = place.standing()
    assert begun.student.steps == after
    ended = through(SHORT, begun, every=64)[-1]
    assert same(ended.student, whole[-1].student)
    assert ended.errors == whole[-1].errors
    for mine, theirs in zip(ended.measures, whole[-1].measures, strict=True):
        assert replace(mine, seconds=0.0) == replace(theirs, seconds=0.0)


def test_stopped_before_the_first_batch(place: CourseFolder) -> None:
    follow_until_stopped(place, [], 0)
    assert not place.file.exists()
    assert same(place.standing().student, SHORT.begin())


def test_results_are_written_at_every_measure(place: CourseFolder) -> None:
    whole = through(SHORT, every=64)
    follow_until_stopped(place, whole, 9)
    lines = place.curve.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["games"] for line in lines] == [64, 128]
    assert json.loads(lines[0])["strength"] == {
        "nobody": {
            "wins": {"value": 0.5, "low": 0.4, "high": 0.6},
            "score": {"value": 1.0, "low": None, "high": None},
        }
    }
    assert place.network.name == "tiny one row-2.npz"
    network = unpack(place.network.read_bytes())
    assert same_weights(network, unpack(pack(whole[7].student.average)))


def test_from_time_to_time_it_is_kept(place: CourseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that little is lost when nothing can be done at the end."""
    monkeypatch.setattr(folders, "PATIENCE", -1.0)
    seen = []

    def tell(_: Standing) -> None:
        found = keep.read(place.file, SHORT)
        seen.append(found.student.steps if found else 0)

    with place.own():
        place.follow(iter(through(SHORT)[:5]), tell)
    assert seen == [1, 2, 3, 4, 5]


class TestRefused:
    @pytest.fixture
    def file(self, place: CourseFolder) -> Path:
        with place.own():
            keep.write(place.file, SHORT, through(SHORT)[-1])
        return place.file

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"seed": 4}, "(seed 3)"),
            ({"games": 3200, "rate": 0.5}, "(games 320, rate 0.002)"),
            ({"seats": 3}, "(seats 2)"),
        ],
    )
    def test_another_course(self, file: Path, change: dict[str, Any], words: str) -> None:
        other = replace(SHORT, **change)
        with pytest.raises(BadCourse) as refused:
            keep.read(file, other)
        assert str(refused.value) == (
            f"{file} is of another course {words}: go on with that one, or name another --folder"
        )

    def test_a_game_of_the_same_name_with_other_data(self, file: Path) -> None:
        other = replace(SHORT, variant=replace(SHORT.variant, miss_points=-6))
        kept = SHORT.variant.fingerprint[: keep.LONGEST]
        with pytest.raises(BadCourse, match=rf"of another course \(fingerprint {kept}\)"):
            keep.read(file, other)

    def test_a_course_of_an_older_version(self, file: Path) -> None:
        with np.load(file) as found:
            arrays = dict(found)
        older = arrays["about"].tobytes().replace(keep.KIND.encode(), b"rowlock course 1")
        np.savez(file, **{**arrays, "about": np.frombuffer(older, np.uint8)})
        with pytest.raises(BadCourse, match=r"begun by an older Rowlock.* another --folder$"):
            keep.read(file, SHORT)

    def test_damaged(self, file: Path) -> None:
        content = file.read_bytes()
        damaged = bytearray(content)
        damaged[len(content) // 2] ^= 1
        for bad in (bytes(damaged), content[:-100], b"", b"PK\x03\x04 nothing", b"text\n"):
            file.write_bytes(bad)
            with pytest.raises(BadCourse) as refused:
                keep.read(file, SHORT)
            assert str(refused.value) == (
                f"{file} is damaged or is no course: remove it, and the course begins anew"
            )

    def test_some_other_archive(self, file: Path) -> None:
        np.savez(file, about=np.arange(3), first=np.zeros(3))
        with pytest.raises(BadCourse, match="is damaged or is no course"):
            keep.read(file, SHORT)

    def test_a_network_of_another_size(self, file: Path) -> None:
        with np.load(file) as found:
            arrays = dict(found)
        arrays["average_first"] = arrays["average_first"][1:]
        np.savez(file, **arrays)
        with pytest.raises(BadCourse, match="has a network of another size"):
            keep.read(file, SHORT)

    def test_a_folder_that_is_in_use(self, place: CourseFolder) -> None:
        wanted = pytest.raises(BadCourse, match="is in use: another program")
        with place.own(), wanted, place.own():
            pass
        with place.own():
            assert place.folder.is_dir(), "free again"

    def test_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        place = CourseFolder(tmp_path / "file" / "x", SHORT, drawn=False)
        with pytest.raises(BadCourse, match="file/x: Not a directory"), place.own():
            pass


def rewritten(file: Path, leave_out: str = "", **about: Any) -> None:
    """The same file, but for what it says of itself and an array that it has no more."""
    with np.load(file) as found:
        arrays = {name: found[name] for name in found.files}
    said = {**json.loads(arrays["about"].tobytes()), **about}
    arrays["about"] = np.frombuffer(json.dumps(said).encode(), np.uint8)
    arrays.pop(leave_out, None)
    np.savez(file, **arrays)


@pytest.mark.parametrize(
    "about",
    [
        {"steps": -1},
        {"steps": 10**30},
        {"steps": SHORT.steps, "measures": []},
        {"seconds": 0.0},
        {"seconds": -1.0},
        {"errors": [-1.0, 0.0, 0.0]},
        {"measures": [{"games": 1, "seconds": 1.0, "loss": 0, "points": 0, "strength": {}}]},
        {"leave_out": "weights_first"},
        {"leave_out": "about"},
    ],
    ids=str,
)
def test_a_file_that_no_course_has_written_is_refused(tmp_path: Path, about: Any) -> None:
    file = tmp_path / "course.npz"
    keep.write(file, SHORT, through(SHORT, every=64)[-3])
    rewritten(file)
    assert keep.read(file, SHORT)
    rewritten(file, **about)
    before = file.read_bytes()
    with pytest.raises(BadCourse, match="is damaged or is no course"):
        keep.read(file, SHORT)
    assert file.read_bytes() == before


def test_a_network_that_is_no_numbers_is_refused(tmp_path: Path) -> None:
    file, standing = tmp_path / "course.npz", through(SHORT, every=64)[-3]
    weights = standing.student.weights
    spoilt = weights._replace(head=weights.head * np.float32(np.nan))
    keep.write(file, SHORT, standing._replace(student=standing.student._replace(weights=spoilt)))
    with pytest.raises(BadCourse, match="is damaged"):
        keep.read(file, SHORT)
