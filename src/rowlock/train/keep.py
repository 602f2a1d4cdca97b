"""A course on disk: all of where it stands, so that it goes on as if nothing had happened."""

from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from rowlock import __version__
from rowlock.arena.whole import refused, whole
from rowlock.kernels.weights import Weights
from rowlock.train.adam import Student
from rowlock.train.course import Course
from rowlock.train.measure import Errors, Measure
from rowlock.train.study import Standing, begin

FILE = "course.npz"
KIND = "rowlock course 1"


class BadCourse(ValueError):
    """A file that cannot be used to go on with a course, and why."""


class _About(msgspec.Struct):
    """What the file says of itself, and what is no array."""

    kind: str
    course: list[tuple[str, str]]
    steps: int
    seconds: float
    errors: Errors
    measures: list[Measure]


def described(course: Course) -> dict[str, str]:
    """All that decides which network comes out."""
    return {
        "game": repr(course.variant),
        "seats": str(course.seats),
        "games": str(course.games),
        "seed": str(course.seed),
        "batch": str(course.batch),
        "rate": repr(course.rate),
        "trust": repr(course.trust),
        "version": __version__,
    }


def write(file: Path, course: Course, standing: Standing) -> None:
    """All at once: an interruption leaves the file as it was."""
    student, kept = standing.student, list(described(course).items())
    about = _About(
        KIND, kept, student.steps, standing.seconds, standing.errors, list(standing.measures)
    )
    arrays: dict[str, Any] = {
        f"{part}_{name}": layer
        for part, layers in _parts(student).items()
        for name, layer in layers._asdict().items()
    }
    text = np.frombuffer(msgspec.json.encode(about), np.uint8)
    with refused(file, BadCourse), whole(file) as half, half.open("wb") as stream:
        np.savez(stream, about=text, **arrays)


def read(file: Path, course: Course) -> Standing | None:
    """Where the course stands; None if it has not begun."""
    with refused(file, BadCourse):
        if not file.exists():
            return None
        data = file.read_bytes()
    try:
        about, layers = _content(data)
        kept = dict(about.course)
    # There is no end to what NumPy raises for a file that is not its own.
    except Exception:
        raise BadCourse(
            f"{file} is damaged or is no course: remove it, and the course begins anew"
        ) from None
    wanted = described(course)
    other = [f"{what} {kept.get(what)}" for what in wanted if kept.get(what) != wanted[what]]
    if other:
        raise BadCourse(
            f"{file} is of another course ({', '.join(other)}): go on with that one, or name "
            "another --folder"
        )
    return _standing(file, course, about, layers)


def _content(data: bytes) -> tuple[_About, dict[str, Any]]:
    with np.load(BytesIO(data), allow_pickle=False) as found:
        # NumPy reads no further than it must, which is too early for the check of the archive.
        if found.zip.testzip():
            raise ValueError
        about = msgspec.json.decode(found["about"].tobytes(), type=_About)
        if about.kind != KIND:
            raise ValueError
        return about, {name: found[name] for name in found.files}


def _standing(file: Path, course: Course, about: _About, layers: dict[str, Any]) -> Standing:
    expected = begin(course).student
    parts = {}
    for part, new in _parts(expected).items():
        found = Weights(*(layers[f"{part}_{name}"] for name in Weights._fields))
        for one, other in zip(found, new, strict=True):
            if (one.shape, one.dtype) != (other.shape, other.dtype):
                raise BadCourse(
                    f"{file} has a network of another size: remove it, and the course begins anew"
                )
        parts[part] = found
    student = Student(**parts, steps=about.steps)
    return Standing(student, about.seconds, about.errors, tuple(about.measures))


def _parts(student: Student) -> dict[str, Weights]:
    return {part: layers for part, layers in student._asdict().items() if part != "steps"}
