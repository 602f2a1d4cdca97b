"""Solved games for tests: small ones at once, the original once in a test run."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from rowlock.kernels.lock import held
from rowlock.rules import Game, Roll, Variant
from rowlock.solver.solution import Solution, load
from rowlock.solver.solve import solve_on_disk
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import HEADER, MAGIC, table_file
from solver.small_games import GAMES

SAID, COMPLAINED, CODE = "said.json", "complained.txt", "code.txt"
"""What the command that solved the original has left: its answer, and before that, when it was
interrupted, its complaint and exit code."""


# A shell that runs the tests in the background has told them, and so their programs, to ignore
# interruptions by the keyboard.
HEEDING = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from rowlock.cli import main; main()"
)


def lucky_of(variant: Variant) -> tuple[int, int] | None:
    return variant.lucky[0] if variant.lucky else None


def small_space(name: str) -> SoloSpace:
    return SoloSpace(GAMES[name], lucky_of(GAMES[name]))


def rolls(game: Game) -> Iterator[Roll]:
    """Everything the dice can show."""
    dice = game.dice_in_play
    for one, other, *faces in product(range(1, game.variant.faces + 1), repeat=2 + len(dice)):
        yield Roll((one, other), tuple(zip(dice, faces, strict=True)))


def solved_small(folder: Path, name: str, seats: int = 1) -> Solution:
    space = small_space(name)
    solve_on_disk(table_file(folder, space, seats), space, seats, 1, lambda _: None)
    return load(space, folder, seats)


def solved_original(factory: pytest.TempPathFactory) -> Path:
    """The folder with the table of the original. The first test that asks for it solves the game,
    by the command line and with an interruption; the others, in whatever process, wait."""
    own = factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "solved-original"
    folder.mkdir(exist_ok=True)
    while True:
        with held(folder / "tests.lock") as alone:
            if alone:
                if not (folder / SAID).exists():
                    _solve_original(folder)
                return folder
        time.sleep(0.2)


def _solve_original(folder: Path) -> None:
    command = [sys.executable, "-c", HEEDING, "solve", "original", "--json"]
    command += ["--folder", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not _is_under_way(folder):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate()
    (folder / COMPLAINED).write_text(complaint, encoding="utf-8")
    (folder / CODE).write_text(str(process.returncode), encoding="utf-8")
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (folder / SAID).write_text(answer, encoding="utf-8")


def _is_under_way(folder: Path) -> bool:
    """Whether the file is there in full, which its header says that comes last."""
    for file in folder.glob("*.part"):
        with file.open("rb") as stream:
            if MAGIC in stream.read(HEADER):
                return True
    return False
