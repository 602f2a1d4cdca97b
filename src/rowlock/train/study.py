"""Going through a course, from wherever it stands, with a measure from time to time."""

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter
from typing import NamedTuple

from rowlock.kernels.weights import Weights
from rowlock.train.adam import Student
from rowlock.train.course import Course, Teachers, learn_batch
from rowlock.train.measure import Errors, Measure, Strength

Examiner = Callable[[Weights], Mapping[str, Strength]]
"""Tells how strong a network is."""


class Standing(NamedTuple):
    """Where a course stands, between two batches: the student, the seconds it has learned, what it
    got wrong since the last measure, and all measures."""

    student: Student
    seconds: float = 0.0
    errors: Errors = Errors()
    measures: tuple[Measure, ...] = ()


def begin(course: Course) -> Standing:
    """Before the first game."""
    return Standing(course.begin())


def games_done(course: Course, standing: Standing) -> int:
    """How many games were learned from."""
    return standing.student.steps * course.batch


def just_measured(standing: Standing) -> bool:
    """Whether nothing was learned since the last measure."""
    return bool(standing.measures) and not standing.errors.lessons


def study(
    course: Course, standing: Standing, teachers: Teachers, examine: Examiner, every: int
) -> Iterator[Standing]:
    """Where the course stands after each of its other batches. A measure is taken about every so
    many games, and at the end."""
    interval = max(1, -(-every // course.batch))
    while standing.student.steps < course.steps:
        began = perf_counter()
        student, taught = learn_batch(course, standing.student, teachers)
        seconds = standing.seconds + perf_counter() - began
        standing = standing._replace(
            student=student, seconds=seconds, errors=standing.errors.plus(taught)
        )
        if student.steps % interval == 0 or student.steps == course.steps:
            standing = measured(course, standing, examine)
        yield standing


def measured(course: Course, standing: Standing, examine: Examiner) -> Standing:
    """The same with one more measure."""
    errors = standing.errors
    measure = Measure(
        games_done(course, standing),
        round(standing.seconds, 3),
        errors.loss if course.seats > 1 else None,
        errors.points,
        examine(standing.student.average),
    )
    return standing._replace(errors=Errors(), measures=(*standing.measures, measure))
