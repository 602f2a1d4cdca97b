"""Holds two short courses on a Ray of its own and here, and fails if they differ: to be run as a
program, because a process can start only one Ray of its own."""

import sys
import warnings
from dataclasses import replace

from rowlock.arena.cluster import LOCAL
from rowlock.rules import VARIANTS
from rowlock.train.course import Course
from rowlock.train.study import begin, study
from rowlock.train.teachers import on_ray
from train.courses import SHORT, no_exam, same, through

MEGABYTE = 1 << 20


COURSES = [replace(SHORT, games=48), Course(VARIANTS["on-board"], 2, games=16, batch=8)]


def main(folder: str) -> None:
    """Compares the courses; Ray keeps its files in the folder."""
    # What Ray warns of when it is imported and started is about itself, and differs from version
    # to version.
    warnings.simplefilter("ignore")
    options = {"num_cpus": 2, "object_store_memory": 100 * MEGABYTE, "_temp_dir": folder}
    with on_ray(LOCAL, **options) as teachers:
        for course in COURSES:
            *_, there = study(course, begin(course), teachers, no_exam, 10**9)
            here = through(course)[-1]
            assert same(there.student, here.student)
            assert there.measures[-1].loss == here.measures[-1].loss
    print("the same")


def compile_all() -> None:
    """Leaves compiled code for the comparison: a process that compiles may add up sums in another
    order than those that find the code."""
    for course in COURSES:
        through(course)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        compile_all()
    else:
        main(sys.argv[1])
