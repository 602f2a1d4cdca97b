"""The benchmark of load can be run as it is written down, and says what it has seen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.load.__main__ import WHAT, parse

ROOT = Path(__file__).parents[2]


def test_nothing_need_be_given() -> None:
    asked = parse([])
    assert asked.what == WHAT
    assert asked.connections == [100, 1000, 5000]


def test_a_server_that_is_not_there_is_named_with_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parse(["mysql"])
    assert "there is no mysql; there are sqlite, postgresql" in capsys.readouterr().err


@pytest.mark.early
def test_a_short_run_plays_moves_and_counts_memory() -> None:
    command = (
        *(sys.executable, "-m", "benchmarks.load", "sqlite"),
        *("--connections", "10", "--seconds", "0.5", "--rates", "40"),
    )
    settings = {**os.environ, "ROWLOCK_WARM_UP": "off"}
    ran = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.strip("| ").split(" | ") for line in ran.stdout.splitlines()]
    flat_out, at_a_rate, idle = (row for row in rows if row[0] == "sqlite")
    assert flat_out[1:3] == ["10", "flat out"]
    assert at_a_rate[1:3] == ["10", "40"]
    assert all(int(row[3].replace(",", "")) > 0 for row in (flat_out, at_a_rate))
    assert idle[1] == "10"
    before, with_them = (int(memory.removesuffix(" MB")) for memory in idle[2:4])
    assert 20 < before <= with_them
