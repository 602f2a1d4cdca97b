"""Training as it is asked for on the command line, and telling how it goes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from rowlock.arena.cluster import NoCluster
from rowlock.arena.extras import MissingExtra
from rowlock.arena.report import numbers, shares
from rowlock.cli.boards import chosen_variant
from rowlock.cli.complaints import complain, told_in_words
from rowlock.cli.exits import Exit
from rowlock.cli.show import say
from rowlock.kernels.cores import all_cores
from rowlock.kernels.weights import Weights, mind_name, pack, unpack
from rowlock.train.course import Course, Teachers
from rowlock.train.curve import check_pictures
from rowlock.train.folder import CourseFolder
from rowlock.train.measure import Measure, Strength, strength
from rowlock.train.room import check_course
from rowlock.train.study import Standing, games_done, study
from rowlock.train.teachers import in_threads, on_ray, prepare

FOLDER = Path("training")
MEASURES = 12
"""How often strength is measured, unless it is said."""


@dataclass(frozen=True)
class Asked:
    """What `rowlock train` was asked for."""

    variant: str
    board: str | None
    seats: int
    games: int
    seed: int
    rate: float | None
    trust: float | None
    batch: int | None
    folder: Path | None
    threads: int | None
    ray: str | None
    every: int | None


def tell_training(asked: Asked) -> None:
    """Go through the course, or through what is left of it, and tell how strong the network is."""
    with told_in_words("train", NoCluster):
        course = _course(asked)
        name = mind_name(course.variant, course.seats)
        place = CourseFolder(asked.folder or FOLDER / name, course, drawn=_can_draw())
        with place.own():
            begun = place.standing()
            if begun.student.steps < course.steps:
                _go_on(asked, place, begun)
            ended = place.standing()
            place.write_results(ended)
    _tell(place, ended)


def _course(asked: Asked) -> Course:
    variant = chosen_variant(asked.variant, asked.board)
    chosen: dict[str, Any] = {"batch": asked.batch, "rate": asked.rate, "trust": asked.trust}
    course = replace(
        Course(variant, asked.seats, asked.games, asked.seed),
        **{name: value for name, value in chosen.items() if value is not None},
    )
    check_course(course)
    return course


def _can_draw() -> bool:
    try:
        check_pictures()
    except MissingExtra as error:
        complain("train", f"the curve is not drawn: {error}")
        return False
    return True


def _go_on(asked: Asked, place: CourseFolder, begun: Standing) -> None:
    course, threads = place.course, asked.threads or all_cores()

    def examine(weights: Weights) -> dict[str, Strength]:
        # What is written is what is measured, rounding and all.
        return strength(course.variant, course.seats, unpack(pack(weights)), threads)

    every = asked.every or -(-asked.games // MEASURES)
    last = begun
    try:
        with _teachers(asked, course, threads) as teachers, _progress(course, begun) as tell:

            def note(standing: Standing) -> None:
                nonlocal last
                last = standing
                tell(standing)

            place.follow(study(course, begun, teachers, examine, every), note)
    except KeyboardInterrupt:
        far = f"{games_done(course, last):,} of {course.steps * course.batch:,} games"
        complain("train", f"stopped after {far}; the same command goes on from there")
        raise typer.Exit(Exit.INTERRUPTED) from None


def _teachers(asked: Asked, course: Course, threads: int) -> AbstractContextManager[Teachers]:
    if asked.ray is not None:
        return on_ray(asked.ray)
    prepare(course)
    return in_threads(threads)


@contextmanager
def _progress(course: Course, begun: Standing) -> Iterator[Callable[[Standing], None]]:
    """A bar on a terminal, gone when all is done; above it, and elsewhere alone, a line for each
    measure."""
    columns = (
        TextColumn("{task.completed:,} games"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[about]}"),
        TimeRemainingColumn(),
    )
    errors, told = Console(stderr=True, highlight=False), len(begun.measures)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        done, total = games_done(course, begun), course.steps * course.batch
        if done:
            errors.print(f"going on after {done:,} of {total:,} games", soft_wrap=True)
        task = bar.add_task("", total=total, completed=done, about="")

        def tell(standing: Standing) -> None:
            nonlocal told
            if len(standing.measures) > told:
                told = len(standing.measures)
                errors.print(in_words(standing.measures[-1]), soft_wrap=True)
            bar.update(task, completed=games_done(course, standing), about=_about(course, standing))

        yield tell


def _about(course: Course, standing: Standing) -> str:
    """How it goes just now."""
    parts = [f"{games_done(course, standing) / standing.seconds:,.0f}/s"]
    if standing.errors.lessons:
        parts.append(
            f"loss {standing.errors.loss:.4f}"
            if course.seats > 1
            else f"off by {standing.errors.points:.1f} points"
        )
    if standing.measures:
        (other, first), *_ = standing.measures[-1].strength.items()
        parts.append(_strength_in_words(other, first))
    return " · ".join(parts)


def in_words(measure: Measure) -> str:
    """A measure in a line."""
    loss = "" if measure.loss is None else f"loss {measure.loss:.4f} · "
    against = (_strength_in_words(other, found) for other, found in measure.strength.items())
    return (
        f"{measure.games:>11,} games · {measure.seconds:,.0f} s · {loss}"
        f"score off by {measure.points:.1f} · {' · '.join(against)}"
    )


def _strength_in_words(other: str, found: Strength) -> str:
    (points,) = numbers([found.score], 1)
    if found.wins is None:
        return f"{other}: {points} points"
    (wins,) = shares([found.wins])
    return f"{other}: {wins}, {points} points"


def _tell(place: CourseFolder, standing: Standing) -> None:
    course, last = place.course, standing.measures[-1]
    seats = "1 seat" if course.seats == 1 else f"{course.seats} seats"
    say((f"{course.variant.name}, {seats}: learned from {last.games:,} games", "bold"))
    say(f"in {standing.seconds:,.0f} seconds of learning, with these results:")
    for other, found in last.strength.items():
        say(f"  {_strength_in_words(other if found.wins is None else f'against {other}', found)}")
    say(f"the network: {place.network}")
    say(f"the curve: {place.curve}")
    if place.drawn:
        say(f"the picture: {place.picture}")
