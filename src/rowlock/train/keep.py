"""A course on disk: all of where it stands, so that it goes on as if nothing had happened."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from rowlock import __version__
from rowlock.arena.archive import Arrays, check_opens, read_arrays
from rowlock.arena.whole import refused, whole
from rowlock.kernels.weights import Weights
from rowlock.train.adam import Student
from rowlock.train.course import Course
from rowlock.train.measure import Errors, Measure
from rowlock.train.study import Standing, begin

FILE = "course.npz"
KIND = "rowlock course 2"
OLDER = ("rowlock course 1",)
"""Those that knew games by their names only, and so would go on when the games had changed."""

LONGEST = 60
"""So much is quoted of what a file says of itself."""


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
        "game": course.variant.name,
        "fingerprint": course.variant.fingerprint,
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
    check_opens(file, BadCourse)
    try:
        layers = read_arrays(file)
        about = msgspec.json.decode(layers["about"].tobytes(), type=_About)
        kept = dict(about.course)
    # Whatever it is, it is wrong with the file.
    except Exception:
        raise _damaged(file) from None
    if about.kind in OLDER:
        raise BadCourse(
            f"{file} was begun by an older Rowlock, which did not keep all that decides a course: "
            "begin anew with another --folder"
        )
    if about.kind != KIND:
        raise _damaged(file)
    wanted = described(course)
    other = [
        f"{what} {str(kept.get(what))[:LONGEST]}"
        for what in wanted
        if kept.get(what) != wanted[what]
    ]
    if other:
        raise BadCourse(
            f"{file} is of another course ({', '.join(other)}): go on with that one, or name "
            "another --folder"
        )
    return _standing(file, course, about, layers)


def _damaged(file: Path) -> BadCourse:
    return BadCourse(f"{file} is damaged or is no course: remove it, and the course begins anew")


def _standing(file: Path, course: Course, about: _About, layers: Arrays) -> Standing:
    expected = begin(course).student
    parts = {}
    if not _is_possible(course, about):
        raise _damaged(file)
    for part, new in _parts(expected).items():
        names = [f"{part}_{name}" for name in Weights._fields]
        if not all(name in layers for name in names):
            raise _damaged(file)
        found = Weights(*(layers[name] for name in names))
        for one, other in zip(found, new, strict=True):
            if (one.shape, one.dtype) != (other.shape, other.dtype):
                raise BadCourse(
                    f"{file} has a network of another size: remove it, and the course begins anew"
                )
            if not np.isfinite(one).all():
                raise _damaged(file)
        parts[part] = found
    student = Student(**parts, steps=about.steps)
    return Standing(student, about.seconds, about.errors, tuple(about.measures))


def _is_possible(course: Course, about: _About) -> bool:
    """Whether a course can stand there."""
    ended = about.steps == course.steps
    measured = all(measure.strength for measure in about.measures)
    lasted = about.seconds > 0 and min(about.errors) >= 0
    return (
        0 < about.steps <= course.steps
        and lasted
        and measured
        and not (ended and not about.measures)
    )


def _parts(student: Student) -> dict[str, Weights]:
    return {part: layers for part, layers in student._asdict().items() if part != "steps"}
