"""A course of training: what is trained, for how long, and the steps it takes.

Everything follows from the course: the same one gives the same network, however many threads or
machines play its games and however often it was interrupted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rowlock.kernels import layout
from rowlock.kernels.features import shape_of
from rowlock.kernels.rng import WRAPPING, seed_key
from rowlock.kernels.tables import tables_of
from rowlock.kernels.weights import Weights, gather, mind_with, new_weights
from rowlock.rules import Variant
from rowlock.train.adam import Student, new_student, step
from rowlock.train.lessons import LESSONS, LOSS, SURPRISE, Desk, learn_games

PIECES = 2
"""A batch is played in so many pieces, side by side where there are cores."""

WARM_UP = 200
"""The rate of learning rises over so many steps …"""

STEADY_PART, LAST_RATE = 0.4, 0.03
"""… stays for this part of the course, and then falls to this part of itself."""


@dataclass(frozen=True)
class Course:
    """What to train: `batch` games make a step; `rate` is how large steps are, `trust` is λ, how
    much the later course of a game counts against the network's own opinion."""

    variant: Variant
    seats: int
    games: int
    seed: int = 1
    batch: int = 64
    rate: float = 2e-3
    trust: float = 0.7

    @property
    def steps(self) -> int:
        """How many steps there are in all."""
        return -(-self.games // self.batch)

    def rate_at(self, done: int) -> float:
        """How large the next step is after so many."""
        falling = max(0.0, done / self.steps - STEADY_PART) / (1 - STEADY_PART)
        return self.rate * min(1.0, (done + 1) / WARM_UP) * float(LAST_RATE**falling)

    def begin(self) -> Student:
        """The student before the first game."""
        rng = np.random.default_rng(self.seed)
        return new_student(new_weights(self.variant, self.seats, rng))


class Piece(NamedTuple):
    """A part of a batch: games from number `first` on, to be played with these weights."""

    course: Course
    weights: Weights
    first: int
    games: int


class Taught(NamedTuple):
    """What the games of a piece teach: the sum of gradients, how many lessons there were, and the
    sums of squared errors of chances to win and of scores."""

    gradient: Weights
    lessons: float
    loss: float
    surprise: float


@WRAPPING
def teach(piece: Piece) -> Taught:
    """Plays the games of a piece."""
    course, seats = piece.course, piece.course.seats
    variant = course.variant
    desk: Desk = layout.empty(layout.layout(Desk))
    desk.trust = course.trust
    mind, seed = mind_with(variant, seats, piece.weights), seed_key(course.seed)
    learn_games(tables_of(variant), mind, desk, seats, seed, piece.first, piece.games)
    lines = seats * shape_of(variant, seats).block
    first, bias = gather(variant, seats, desk.first[:lines], desk.bias)
    sums = Weights(first, bias, desk.second.copy(), desk.second_bias.copy(), desk.head.copy())
    counted = desk.counted
    return Taught(sums, float(counted[LESSONS]), float(counted[LOSS]), float(counted[SURPRISE]))


def together(taught: Iterable[Taught]) -> Taught:
    """What all pieces of a batch teach, in their order."""
    first, *others = taught
    for other in others:
        sums = Weights(*(a + b for a, b in zip(first.gradient, other.gradient, strict=True)))
        counts = (a + b for a, b in zip(first[1:], other[1:], strict=True))
        first = Taught(sums, *counts)
    return first


Teachers = Callable[[list[Piece]], Iterable[Taught]]
"""Who plays pieces: on this machine, or on many; the answers are in the pieces' order."""


def in_turn(pieces: list[Piece]) -> Iterator[Taught]:
    """Plays one piece after another."""
    return map(teach, pieces)


def learn_batch(course: Course, student: Student, teachers: Teachers) -> tuple[Student, Taught]:
    """The student after its next batch, and what that taught."""
    size = -(-course.batch // PIECES)
    first = student.steps * size * PIECES
    pieces = [
        Piece(course, student.weights, first + size * number, size) for number in range(PIECES)
    ]
    taught = together(teachers(pieces))
    gradient = Weights(*(part / np.float32(taught.lessons) for part in taught.gradient))
    return step(student, gradient, course.rate_at(student.steps)), taught
