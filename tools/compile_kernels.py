"""Compiles what most tests need of the kernels and the solver, so that they find it on the disk.

    python tools/compile_kernels.py games solver     both, or one of them

Without it every process of the tests, and every server they start, would compile the same at the
same time.
"""

import sys
from dataclasses import replace

from rowlock.bots import warm_up
from rowlock.kernels.batch import Batch, log_batch, play_batch
from rowlock.kernels.weights import packaged
from rowlock.rules import find_variant
from rowlock.solver.distribution import distribution
from rowlock.solver.simulate import simulate
from rowlock.solver.solve import solve_in_memory
from rowlock.solver.space import SoloSpace
from rowlock.train.course import Course, learn_batch
from rowlock.train.judged import judge
from rowlock.train.teachers import in_threads


def compile_games() -> None:
    """Play, learn and think a little of everything."""
    variant = find_variant("original")
    for bots in (("random", "heuristic"), ("grandmaster", "hard")):
        batch = Batch(variant, bots, 1)
        play_batch(batch, 2)
        log_batch(batch, 1)
    course = Course(variant, 2, 4, batch=4)
    with in_threads(1) as teachers:
        learn_batch(course, course.begin(), teachers)
    judge(variant, packaged(variant, 2)[0], 2, 1, 1)
    warm_up()


def compile_solver() -> None:
    """Solve something small, and play it."""
    variant = find_variant("original")
    row = replace(variant, rows=variant.rows[:1], dice=variant.dice[:1], locks=1)
    space = SoloSpace(row)
    values = solve_in_memory(space)[0]
    distribution(space, values)
    simulate(space, values, 1)


PARTS = {"games": compile_games, "solver": compile_solver}

if __name__ == "__main__":
    for part in sys.argv[1:]:
        PARTS[part]()
