"""A course gives the same network whoever plays its games, and that network learns."""

from dataclasses import replace

import numpy as np
import pytest

from rowlock.kernels.batch import most_turns
from rowlock.kernels.weights import pack, unpack
from rowlock.rules import VARIANTS, Row, Space
from rowlock.train.course import LAST_RATE, WARM_UP, Course
from rowlock.train.room import check_course
from rowlock.train.study import games_done
from tiny_games import TINY_GAMES
from train.courses import SHORT, TINY, same, same_weights, through

THREE_GAMES = ("original", "longo", "on-board")


def test_the_same_course_gives_the_same_network() -> None:
    one, other = through(SHORT)[-1].student, through(SHORT)[-1].student
    assert same(one, other)
    assert one.steps == SHORT.steps == 20
    for change in ({"seed": 4}, {"trust": 0.5}, {"rate": 1e-3}, {"batch": 32}):
        changed = through(replace(SHORT, **change))[-1].student
        assert not same_weights(changed.weights, one.weights), change


@pytest.mark.parametrize(
    "course",
    [
        SHORT,
        *(Course(VARIANTS[name], 3, 32, batch=16) for name in ("original", "longo", "on-board")),
    ],
    ids=lambda course: course.variant.name,
)
def test_threads_change_nothing(course: Course) -> None:
    assert same(through(course)[-1].student, through(course, threads=4)[-1].student)


def test_learning_lowers_the_loss() -> None:
    first, *_, last = through(replace(SHORT, games=3200, batch=16), every=320)[-1].measures
    assert first.loss is not None
    assert last.loss is not None
    assert last.loss < 0.9 * first.loss
    assert last.points < 0.9 * first.points
    assert (first.games, last.games) == (320, 3200)


def test_alone_it_learns_to_score() -> None:
    """The mean of final scores is what the network expects of its own games."""
    course = replace(SHORT, seats=1, games=3200)
    measures = through(course, every=320)[-1].measures
    assert all(measure.loss is None for measure in measures)
    assert measures[-1].points < 0.9 * measures[0].points


def test_packed_networks_are_close() -> None:
    weights = through(SHORT)[-1].student.average
    packed = unpack(pack(weights))
    step = np.abs(weights.first).max(axis=0) / 127
    assert (np.abs(packed.first - weights.first) <= step / 2 + 1e-6).all()
    assert same_weights(packed._replace(first=weights.first), weights)
    assert len(pack(weights)) < sum(layer.nbytes for layer in weights)


def test_the_rate_rises_stays_and_falls() -> None:
    course = Course(TINY, 2, games=64_000, batch=16, rate=0.01)
    rates = [course.rate_at(done) for done in range(course.steps)]
    assert rates[0] == pytest.approx(0.01 / WARM_UP)
    assert max(rates) == rates[WARM_UP] == pytest.approx(0.01)
    assert rates[-1] == pytest.approx(0.01 * LAST_RATE, rel=0.01)
    assert games_done(course, through(replace(course, games=20))[-1]) == 32, "whole batches"


class TestRoom:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_there_is_room_for_all_games(self, name: str) -> None:
        variant = VARIANTS[name]
        for seats in range(1, variant.seats + 1):
            check_course(Course(variant, seats, 100))

    def test_too_long(self) -> None:
        patient = replace(VARIANTS["original"], misses=60, name="patient")
        assert most_turns(patient, 5) == 5 * (44 + 60)
        check_course(Course(patient, 3, 100))
        with pytest.raises(ValueError, match=r"room for 400 turns of a game, not for 520"):
            check_course(Course(patient, 5, 100))

    def test_too_wide(self) -> None:
        spaces = tuple(Space("r", number) for number in range(2, 62))
        wide = replace(
            VARIANTS["original"],
            name="wide",
            rows=(Row("r", "r", spaces, 1, 5, "r"),),
            faces=31,
            points=tuple(range(62)),
        )
        check_course(Course(wide, 1, 100))
        with pytest.raises(ValueError, match=r"room for 2,304 positions of switches, not for \d"):
            check_course(Course(wide, 2, 100))

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"seats": 6}, "tiny one row has 1 to 5 seats, not 6"),
            ({"games": 0}, "at least one game, not 0"),
            ({"batch": 7}, "a batch has 2 equal pieces, so it cannot be 7 games"),
            ({"batch": 0}, "so it cannot be 0 games"),
            ({"rate": 0.0}, "the rate of learning is above 0 and at most 1, not 0"),
            ({"rate": float("nan")}, "at most 1, not nan"),
            ({"trust": 1.5}, "the trust is from 0 to 1, not 1.5"),
        ],
    )
    def test_what_makes_no_sense(self, change: dict[str, float], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            check_course(replace(SHORT, **change))  # type: ignore[arg-type]  # wrong on purpose


def test_every_tiny_game_has_room() -> None:
    for variant in TINY_GAMES.values():
        check_course(Course(variant, 2, 10))
