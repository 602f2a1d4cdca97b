"""The same course on a Ray cluster."""

import secrets
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from arena.test_cluster import MEGABYTE, own_folder
from rowlock.arena.cluster import LOCAL
from rowlock.rules import VARIANTS
from rowlock.train.course import Course
from rowlock.train.study import begin, study
from rowlock.train.teachers import on_ray
from train.courses import SHORT, no_exam, same, through


def test_a_real_ray_gives_the_same_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    # Ray would make itself a token, and keep it in the home of whoever runs the tests.
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(16))
    courses = [replace(SHORT, games=48), Course(VARIANTS["on-board"], 2, games=16, batch=8)]
    # What Ray warns of when it is imported and started is about itself, and differs from version
    # to version.
    with own_folder(tmp_path) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"num_cpus": 2, "object_store_memory": 100 * MEGABYTE, "_temp_dir": folder}
        with on_ray(LOCAL, **options) as teachers:
            for course in courses:
                *_, there = study(course, begin(course), teachers, no_exam, 10**9)
                here = through(course)[-1]
                assert same(there.student, here.student)
                assert there.measures[-1].loss == here.measures[-1].loss
