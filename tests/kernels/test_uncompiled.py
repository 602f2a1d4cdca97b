"""Thinking bots without compiling anything: the same games, and no warning."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernels.tiny_masters import all_moves

TESTS = Path(__file__).parents[1]


def test_not_compiled_the_choices_are_the_same() -> None:
    path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error", "-m", "kernels.tiny_masters", "1"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    played, wanted = json.loads(done.stdout), all_moves(1)
    assert played.pop("ahead")[0] == pytest.approx(wanted.pop("ahead")[0], abs=1), "to four digits"
    assert played == wanted
    assert all(len(moves) > 4 for moves in played.values())
