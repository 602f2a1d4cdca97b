"""How a network's numbers follow their gradients: Adam (Kingma and Ba, 2014), and their average."""

from typing import NamedTuple

import numpy as np

from rowlock.kernels.weights import Weights

STEADY, STEADY_SQUARE = 0.9, 0.999
SMALL = 1e-8
AVERAGE = 0.999
"""How much of a mean is kept from one step to the next: of gradients, of their squares, of the
weights themselves, whose average plays better than any of them."""


class Student(NamedTuple):
    """A network that learns: its weights now and their average, the means of gradients and of their
    squares, and how many steps it has made."""

    weights: Weights
    average: Weights
    mean: Weights
    square: Weights
    steps: int


def new_student(weights: Weights) -> Student:
    """A network before its first step."""
    nothing = Weights(*map(np.zeros_like, weights))
    return Student(weights, weights, nothing, nothing, 0)


def step(student: Student, gradient: Weights, rate: float) -> Student:
    """The student after one step against the gradient."""
    steps = student.steps + 1
    mean = _blend(student.mean, gradient, STEADY)
    square = _blend(student.square, Weights(*(part * part for part in gradient)), STEADY_SQUARE)
    pace = rate / (1 - STEADY**steps)
    scale = 1 - STEADY_SQUARE**steps
    weights = Weights(
        *(
            (old - pace * m / (np.sqrt(s / scale) + SMALL)).astype(np.float32)
            for old, m, s in zip(student.weights, mean, square, strict=True)
        )
    )
    # Early on the average reaches no further back than a tenth of the way.
    kept = min(AVERAGE, 1 - 10 / (steps + 10))
    return Student(weights, _blend(student.average, weights, kept), mean, square, steps)


def _blend(old: Weights, new: Weights, kept: float) -> Weights:
    parts = zip(old, new, strict=True)
    return Weights(*((kept * one + (1 - kept) * other).astype(np.float32) for one, other in parts))
