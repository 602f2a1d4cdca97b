"""The same course on a Ray cluster."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from arena.test_cluster import own_folder

TESTS = Path(__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    # Ray would make itself a token, and keep it in the home of whoever runs the tests.
    settings = {"RAY_AUTH_TOKEN": secrets.token_hex(16), "PYTHONPATH": str(TESTS)}
    return subprocess.run(
        [sys.executable, "-m", "train.ray_course", *arguments],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.soak
def test_a_real_ray_gives_the_same_network(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    compiled = run()
    assert compiled.returncode == 0, compiled.stderr
    with own_folder(tmp_path) as folder:
        told = run(folder)
    assert told.stdout == "the same\n", told.stderr
