"""How long the exact solver takes, and whether games agree with what it says.

Prints Markdown, as it stands in BENCHMARKS.md. Run it as a module: `python -m benchmarks.solve`.
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from benchmarks.games import show, table

from rowlock.rules import find_variant
from rowlock.solver.distribution import Distribution, distribution
from rowlock.solver.simulate import simulate
from rowlock.solver.solution import Solution, load
from rowlock.solver.solve import count_positions, solve_on_disk
from rowlock.solver.space import SoloSpace
from rowlock.solver.store import table_file

GAMES = 1_000_000
SEED = 1
FEWEST = 10
"""Scores that fewer games than this are expected to have are taken together."""

Scores = npt.NDArray[np.int64]


class Agreement(NamedTuple):
    """How games stand to what is expected of them: by how many standard errors the mean is off,
    and chi squared with its degrees of freedom and the chance that it is so large or larger."""

    games: int
    mean: float
    standard_errors: float
    chi_squared: float
    degrees: int
    chance: float


def main() -> None:
    """Measure and print all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solve")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games are played")
    parser.add_argument("--measure", type=int, metavar="THREADS", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        print(*measure(asked.measure))
    else:
        report(asked.games)


def report(games: int) -> None:
    """Print every table as soon as it is measured."""
    space = SoloSpace(find_variant("original"))
    show(f"Solving the original ({count_positions(space):,} positions)", solve_table())
    threads = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        solution = solved(space, Path(folder), threads)
        show("The exact distribution of scores", distribution_table(solution, games, threads))


def solved(space: SoloSpace, folder: Path, threads: int) -> Solution:
    """The game, solved into a folder."""
    solve_on_disk(table_file(folder, space, 1), space, 1, threads, lambda _: None)
    return load(space, folder)


def solve_table() -> list[str]:
    """Time and memory on one thread and on two, each in a process of its own after another that
    has compiled the solver."""
    command = [sys.executable, "-m", "benchmarks.solve", "--measure"]
    subprocess.run([*command, "1"], check=True, stdout=subprocess.DEVNULL)
    rows = []
    for threads in (1, 2):
        told = subprocess.run([*command, str(threads)], check=True, capture_output=True, text=True)
        seconds, cpu, megabytes, value = map(float, told.stdout.split())
        rows.append([str(threads), f"{seconds:.1f} s", f"{cpu:.1f} s", f"{megabytes:,.0f} MB"])
        rows[-1].append(f"{value:.8f}")
    return table((), ("threads", "time", "CPU time", "peak memory", "expected score"), rows)


def measure(threads: int) -> tuple[float, float, float, float]:
    """Seconds, CPU seconds and peak megabytes of a solution, and the value of the game."""
    import resource  # noqa: PLC0415  # not everywhere, and nothing else here needs it

    space = SoloSpace(find_variant("original"))
    with tempfile.TemporaryDirectory() as folder:
        began, cpu = time.perf_counter(), time.process_time()
        (value,) = solved(space, Path(folder), threads).at_start()
        took, busy = time.perf_counter() - began, time.process_time() - cpu
    # Linux counts kilobytes.
    return took, busy, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, value


def distribution_table(solution: Solution, games: int, threads: int) -> list[str]:
    """What is expected of games, and what so many simulated games are like."""
    space, values = solution.space, solution.whole()[0]
    simulate(space, values, 1)
    began = time.perf_counter()
    results = simulate(space, values, games, SEED, threads=threads)
    played = time.perf_counter() - began
    exact = distribution(space, values)
    found = agreement(results.scores[:, 0].astype(np.int64), exact)
    rows = [
        ["exact mean", f"{exact.mean:.6f}"],
        ["exact standard deviation", f"{exact.spread:.6f}"],
        [f"mean of {found.games:,} games", f"{found.mean:.4f}"],
        ["off by standard errors", f"{found.standard_errors:+.2f}"],
        [f"χ² with {found.degrees} degrees of freedom", f"{found.chi_squared:.1f}"],
        ["chance of a larger χ²", f"{found.chance:.3f}"],
        [f"games a second, {threads} threads", f"{games / played:,.0f}"],
    ]
    return table(("what",), ("value",), rows)


def agreement(scores: Scores, exact: Distribution) -> Agreement:
    """Whether scores can be those of games with this distribution."""
    games, mean = len(scores), float(scores.mean())
    counts = np.bincount(scores - exact.lowest, minlength=len(exact.totals))
    chi_squared, bins = 0.0, 0
    for found, wanted in pooled(counts, exact.totals * games):
        chi_squared += (found - wanted) ** 2 / wanted
        bins += 1
    off = (mean - exact.mean) / (exact.spread / math.sqrt(games))
    degrees = bins - 1
    return Agreement(games, mean, off, chi_squared, degrees, chance_above(chi_squared, degrees))


def pooled(counts: Scores, wanted: npt.NDArray[np.float64]) -> list[tuple[float, float]]:
    """Neighbours taken together, from the lowest up, until enough are expected of them."""
    groups: list[tuple[float, float]] = [(0.0, 0.0)]
    for count, expected in zip(counts.tolist(), wanted.tolist(), strict=True):
        together = groups[-1][0] + count, groups[-1][1] + expected
        groups[-1] = together
        if together[1] >= FEWEST:
            groups.append((0.0, 0.0))
    *whole, rest = groups
    if whole:
        whole[-1] = (whole[-1][0] + rest[0], whole[-1][1] + rest[1])
    return whole


def chance_above(chi_squared: float, degrees: int) -> float:
    """How likely chi squared is larger than this, by the cube root of Wilson and Hilferty."""
    part = 2 / (9 * degrees)
    normal = ((chi_squared / degrees) ** (1 / 3) - (1 - part)) / math.sqrt(part)
    return math.erfc(normal / math.sqrt(2)) / 2


if __name__ == "__main__":
    main()
