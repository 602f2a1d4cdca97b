"""How many games a second the kernels play, alone and beside others.

Prints Markdown, as it stands in BENCHMARKS.md. Run it as a module: `python -m benchmarks.games`.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numba
from benchmarks.peers import SEATS, Peer, Play, open_spiel, rules_peer, spiel_peers

from rowlock.kernels.batch import PIECE, Batch, log_batch, play_batch
from rowlock.kernels.bots import NAMES, WITH_MIND
from rowlock.rules import VARIANTS, find_variant

K = TypeVar("K", bound=Hashable)

THREADS = 2
ORIGINAL = find_variant("original")
RANDOM_GAMES = Batch(ORIGINAL, ("random",) * SEATS)
FIRST_CALL = """
import time
from rowlock.kernels.batch import Batch, play_batch
from rowlock.rules import find_variant
began = time.perf_counter()
play_batch(Batch(find_variant("original"), ("random", "random")), 1)
print(time.perf_counter() - began)
"""


class Effort(NamedTuple):
    """How much is measured."""

    games: int
    """In a run of kernels. Threads take whole pieces, so these are as many for each of them."""
    rounds: int
    peer_seconds: float
    """The length of a run of each peer."""
    sample: int
    """How many games tell how many decisions a game has."""
    sizes: tuple[int, ...]
    starts: int


FULL = Effort(10 * THREADS * PIECE, 7, 0.5, 1000, (10**3, 10**4, 10**5, 10**6, 10**7), 3)
QUICK = Effort(THREADS * PIECE, 3, 0.05, 100, (10**3, 10**4, 10**5), 0)


def main() -> None:
    """Measure and print all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.games")
    parser.add_argument("--quick", action="store_true", help="take seconds, for trying out")
    effort = QUICK if parser.parse_args().quick else FULL
    settings: Any = numba.config
    if settings.DISABLE_JIT:
        raise SystemExit("NUMBA_DISABLE_JIT is set, so nothing is compiled: unset it to measure")
    report(effort, open_spiel())


def report(effort: Effort, spiel: ModuleType | None) -> None:
    """Print every table as soon as it is measured, and plainly what is left out."""
    other = f", OpenSpiel {spiel.__version__}" if spiel else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, Numba {numba.__version__}{other}")
    show("Every game, every bot", games_table(effort))
    show("Beside others", peers_table(effort, spiel))
    if spiel is None:
        print("\nOpenSpiel is not installed, so its games are left out: `make bench` installs it.")
    show("Small and large batches", sizes_table(effort))
    if not effort.starts:
        print("\nThe first call is left out: compiling alone takes longer than all of this.")
    elif sys.platform != "linux":
        print("\nThe first call is left out: its cache can be put aside on Linux only.")
    else:
        show("The first call", first_call_table(effort.starts))


def show(title: str, lines: Iterable[str]) -> None:
    """A heading and a table."""
    print(f"\n### {title}\n", *lines, sep="\n", flush=True)


def table(words: Sequence[str], numbers: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """The lines of a Markdown table whose first columns are words."""
    rule = "|---" * len(words) + "|---:" * len(numbers) + "|"
    heading, *lines = (f"| {' | '.join(row)} |" for row in ((*words, *numbers), *rows))
    return [heading, rule, *lines]


def whole(*numbers: float) -> list[str]:
    """Numbers as people read them, thousands apart."""
    return [f"{number:,.0f}" for number in numbers]


def seconds(play: Play, games: int) -> float:
    """How long so many games take."""
    began = time.perf_counter()
    play(games)
    return time.perf_counter() - began


def rates(plays: Mapping[K, tuple[Play, int]], rounds: int) -> dict[K, list[float]]:
    """The games a second of each, by round. They take turns, so that a busy moment of the machine
    does not fall on one of them alone."""
    found: dict[K, list[float]] = {key: [] for key in plays}
    for _ in range(rounds):
        for key, (play, games) in plays.items():
            found[key].append(games / seconds(play, games))
    return found


def ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """How many times as fast these are, as the median of the rounds."""
    return statistics.median(a / b for a, b in zip(these, those, strict=True))


def player(batch: Batch, threads: int = 1) -> Play:
    """Plays games of the batch, with everything compiled beforehand."""
    play_batch(batch, 1)
    return lambda games: play_batch(batch, games, threads=threads)


def games_table(effort: Effort) -> list[str]:
    """Every variant with every bot on both seats."""
    speeds = ("games a second", "slowest", "fastest")
    ratios = ("time, original = 1", f"speed, {THREADS} threads")
    plain = [bot for bot in NAMES if bot not in WITH_MIND]
    rows = (row for bot in plain for row in bot_rows(bot, effort))
    return table(("game", "players"), ("turns a game", *speeds, *ratios), rows)


def bot_rows(bot: str, effort: Effort) -> Iterable[list[str]]:
    """The lines of one bot."""
    batches = {name: Batch(variant, (bot,) * SEATS) for name, variant in VARIANTS.items()}
    plays = {
        (name, threads): (player(batch, threads), effort.games)
        for name, batch in batches.items()
        for threads in (1, THREADS)
    }
    found = rates(plays, effort.rounds)
    for name, batch in batches.items():
        turns, alone = play_batch(batch, effort.games).turns.mean(), found[name, 1]
        speeds = whole(statistics.median(alone), min(alone), max(alone))
        longer, shared = ratio(found[ORIGINAL.name, 1], alone), ratio(found[name, THREADS], alone)
        yield [name, bot, f"{turns:.1f}", *speeds, f"{longer:.2f}", f"{shared:.2f}"]


def peers_table(effort: Effort, spiel: ModuleType | None) -> list[str]:
    """Random two-player games of ours and of others, on one core."""
    logged = len(log_batch(RANDOM_GAMES, effort.sample)[1])
    peers = {
        "Rowlock original, compiled": Peer(player(RANDOM_GAMES), logged / effort.sample),
        "Rowlock original, rules in Python": rules_peer(ORIGINAL, effort.sample),
        **(spiel_peers(spiel, effort.sample) if spiel else {}),
    }
    plays = {
        name: (peer.play, games_in(peer.play, effort.peer_seconds)) for name, peer in peers.items()
    }
    found = rates(plays, effort.rounds)
    decided = {name: [rate * peers[name].decisions for rate in found[name]] for name in peers}
    compiled, *_ = decided.values()
    rows = []
    for name, peer in peers.items():
        speeds = whole(statistics.median(found[name]), statistics.median(decided[name]))
        slower = ratio(compiled, decided[name])
        rows.append([name, f"{peer.decisions:.1f}", *speeds, f"{slower:,.1f}"])
    numbers = ("decisions a game", "games a second", "decisions a second")
    return table(("random players",), (*numbers, "time a decision, first = 1"), rows)


def games_in(play: Play, limit: float) -> int:
    """About how many games take so many seconds."""
    games = 1
    while (took := seconds(play, games)) < limit / 4:
        games *= 2
    return max(1, round(games * limit / took))


def sizes_table(effort: Effort) -> list[str]:
    """What a random game costs in batches of different sizes; small ones are played more often."""
    play, rows = player(RANDOM_GAMES), []
    for size in effort.sizes:
        runs = max(effort.rounds, min(100, effort.games // size))
        costs = [1e9 / rate for rate in rates({size: (play, size)}, runs)[size]]
        rows.append(whole(size, runs, statistics.median(costs), min(costs)))
    return table((), ("games", "runs", "ns a game", "fastest"), rows)


def first_call_table(starts: int) -> list[str]:
    """How long a new process takes to its first game, before and after kernels are kept on disk."""
    compiled, loaded = [], []
    for _ in range(starts):
        with tempfile.TemporaryDirectory() as cache:
            compiled.append(first_call(cache))
            loaded.append(first_call(cache))
    rows = (
        [name, *(f"{statistics.median(column):.2f} s" for column in zip(*times, strict=True))]
        for name, times in (("compiled", compiled), ("loaded from disk", loaded))
    )
    return table(("the kernels are",), ("first call", "whole program"), rows)


def first_call(cache: str) -> tuple[float, float]:
    """Seconds of the first call, and of the program around it from start to end."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", FIRST_CALL],
        env={**os.environ, "XDG_CACHE_HOME": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout), time.perf_counter() - began


if __name__ == "__main__":
    main()
