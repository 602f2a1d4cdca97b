"""The fuzzers of `make soak`, a little of each kind."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.soak

FEW = {"messages": 800, "hosts": 40, "clocks": 1, "slow": 40, "disks": 400}


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/fuzz.py", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", FEW)
def test_a_little_of_each_kind(kind: str) -> None:
    done = fuzz(kind, "--times", str(FEW[kind]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"== {FEW[kind]} ")
    assert done.stdout.endswith("the servers had nothing to complain about\n")


def test_no_kind_is_left_out() -> None:
    kinds = ", ".join(FEW)
    assert f"there is no kind odd; there are {kinds}" in fuzz("odd").stderr
