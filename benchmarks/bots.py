"""How fast the bots that think with a network are: decisions, games, evaluations, the first call.

Prints Markdown, as it stands in BENCHMARKS.md. Run it as a module: `python -m benchmarks.bots`.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
from benchmarks.games import player, show, table, whole
from benchmarks.peers import Play

from rowlock.bots import Bot, find_bot, grandmaster, warm_up
from rowlock.kernels.batch import Batch
from rowlock.kernels.choice import choice_of
from rowlock.kernels.compiled import compiled
from rowlock.kernels.deals import Deals
from rowlock.kernels.features import features
from rowlock.kernels.log import Records, room
from rowlock.kernels.master import play_turn
from rowlock.kernels.minds import mind_of
from rowlock.kernels.network import GAME, WIN, Mind, add_up, head_of, look_at, worth
from rowlock.kernels.rng import WRAPPING, draw
from rowlock.kernels.state import OVER, STATE
from rowlock.kernels.tables import Tables, tables_of
from rowlock.kernels.turn import begin
from rowlock.kernels.weights import PATIENCE
from rowlock.rules import Game, Move, Phase, find_variant, legal_moves, on_side

SEED = 1_000_003
SEATS = 2
GAMES = {
    "original": find_variant("original"),
    "on-board A": on_side(find_variant("on-board"), "A"),
    "on-board B": on_side(find_variant("on-board"), "B"),
    "longo": find_variant("longo"),
    "mixx-a": find_variant("mixx-a"),
    "mixx-b": find_variant("mixx-b"),
}
SERVES = 16
"""How many positions are judged by their differences to one."""

WITHIN = 0.02
"""The time that a grandmaster of the table has, in seconds."""

FIRST_CALLS = {
    "a game of `master`": """
from rowlock.kernels.batch import Batch, play_batch
from rowlock.rules import find_variant
play_batch(Batch(find_variant("original"), ("master", "master")), 1)
""",
    "a decision of each level, as the server prepares them": """
from rowlock.bots import warm_up
warm_up()
""",
}
"""What a new process does first."""

CLOCKED = "{}\nimport time\nprint(time.process_time())\n"


class Effort(NamedTuple):
    """How much is measured: games of a run and runs of it, how many decisions, and of those who
    look at the clock how many, how many evaluations, and how many new processes."""

    games: int
    rounds: int
    decisions: int
    timed_decisions: int
    evaluations: int
    starts: int


FULL = Effort(4_000, 5, 4_000, 500, 1_000_000, 3)
QUICK = Effort(200, 3, 200, 40, 50_000, 0)


def main() -> None:
    """Measure and print all, or decisions alone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots")
    parser.add_argument("--quick", action="store_true", help="take seconds, for trying out")
    parser.add_argument("--decisions", action="store_true", help="only the table of decisions")
    asked = parser.parse_args()
    effort = QUICK if asked.quick else FULL
    if asked.decisions:
        print(*decisions_table(effort), sep="\n")
    else:
        report(effort)


def report(effort: Effort) -> None:
    """Print every table as soon as it is measured."""
    show("Decisions", decisions_table(effort))
    show("Games of `master` against itself", games_table(effort))
    show("Evaluations", evaluations_table(effort))
    if effort.starts:
        show("The first thought", first_table(effort.starts))
    else:
        print("\nThe first thought is left out: compiling alone takes longer than all of this.")


def busy(work: Play, count: int) -> float:
    """How many seconds of a core it takes to do something so many times. On a machine that is
    shared this says more than the clock."""
    began = time.thread_time()
    work(count)
    return time.thread_time() - began


def patient(game: Game, seat: int, rng: Random) -> Move:
    """The grandmaster of compiled games, who counts positions instead of looking at a clock."""
    return choice_of(game, seat, "grandmaster", rng.getrandbits(64))


COUNTING: dict[str, Bot] = {
    "`master`": find_bot("master"),
    f"`grandmaster`, at most {PATIENCE:,} positions": patient,
}
TIMED: dict[str, Bot] = {
    f"`grandmaster`, at most {1000 * WITHIN:.0f} ms": grandmaster(WITHIN),
    "`grandmaster`, as people meet it": find_bot("grandmaster"),
}
"""Whose decisions are measured: those that do as much as they have to, and those that look at the
clock."""


def choices_in(deals: Deals, number: int) -> Iterator[tuple[Game, int]]:
    """The decisions of a game of `master` against itself in which there is a choice."""
    game, dice = deals.start(number), deals.dice(number)
    while not game.over:
        if game.phase is Phase.ROLL:
            game = game.roll(dice(game))
            continue
        yield from ((game, seat) for seat in game.acting if len(legal_moves(game, seat)) > 1)
        game = game.act([deals.choice(number, game, seat, "master") for seat in game.acting])


def some_choices(deals: Deals, wanted: int) -> list[tuple[Game, int]]:
    """So many decisions, in the order of play."""
    found: list[tuple[Game, int]] = []
    number = 0
    while len(found) < wanted:
        found += choices_in(deals, number)
        number += 1
    return found[:wanted]


def times(bot: Bot, choices: Sequence[tuple[Game, int]]) -> list[float]:
    """How many milliseconds of a core each decision takes, when one has been made before."""
    rng, found = Random(SEED), []
    bot(*choices[0], rng)
    for game, seat in choices:
        began = time.thread_time()
        bot(game, seat, rng)
        found.append(1000 * (time.thread_time() - began))
    return found


def decisions_table(effort: Effort) -> list[str]:
    """Every thinker in every game, through the same functions that the server calls."""
    warm_up()
    rows = []
    for name, variant in GAMES.items():
        choices = some_choices(Deals(variant, SEATS, SEED), effort.decisions)
        for thinker, bot in {**COUNTING, **TIMED}.items():
            found = times(bot, choices[: effort.timed_decisions] if thinker in TIMED else choices)
            spread = (statistics.mean(found), float(np.quantile(found, 0.95)), max(found))
            told = [f"{milliseconds:.2f} ms" for milliseconds in spread]
            rows.append([name, thinker, f"{len(found):,}", *told])
    return table(("game", "bot"), ("decisions", "mean", "95 % within", "longest"), rows)


def games_table(effort: Effort) -> list[str]:
    """Whole games on one core."""
    rows = []
    for name, variant in GAMES.items():
        play = player(Batch(variant, ("master",) * SEATS, SEED))
        found = [effort.games / busy(play, effort.games) for _ in range(effort.rounds)]
        rows.append([name, *whole(statistics.median(found), min(found), max(found))])
    return table(("game",), ("games a second", "slowest", "fastest"), rows)


@compiled
def fill(t: Tables, mind: Mind, seats: int, key: np.uint64, positions: Records) -> None:
    """Positions as games of `master` against itself come upon them, turn after turn."""
    s, game_key = mind.states[GAME], key
    begin(t, s, seats, game_key)
    for index in range(len(positions)):
        play_turn(t, mind, s, game_key, key)
        if s.phase == OVER:
            game_key = draw(key, index)
            begin(t, s, seats, game_key)
        positions[index] = s


@compiled
def judge_afresh(t: Tables, mind: Mind, positions: Records, count: int) -> float:
    """Judges positions one after another, so many times in all."""
    found = 0.0
    for index in range(count):
        slots = features(t, mind.switches, positions[index % len(positions)], 0, mind.now)
        add_up(mind, mind.now, slots, mind.shifted)
        head_of(mind)
        found += mind.out[WIN]
    return found


@compiled
def judge_next(t: Tables, mind: Mind, positions: Records, count: int) -> float:
    """The same by what has changed since the turn before, as choices are judged: one position
    serves for some others."""
    found = 0.0
    for index in range(count):
        place = index // SERVES % (len(positions) - 1)
        if index % SERVES == 0:
            look_at(t, mind, positions[place], 0)
        found += float(worth(t, mind, positions[place + 1], 0))
    return found


@WRAPPING
def evaluations_table(effort: Effort) -> list[str]:
    """How many positions a second the network judges, on one core."""
    rows = []
    for name, variant in GAMES.items():
        tables, mind = tables_of(variant), mind_of(variant, SEATS)
        positions = room(STATE, 256)
        fill(tables, mind, SEATS, np.uint64(SEED), positions)
        speeds = []
        for judge in (judge_afresh, judge_next):
            evaluate = partial(judge, tables, mind, positions)
            evaluate(1)
            speeds.append(effort.evaluations / busy(evaluate, effort.evaluations))
        rows.append([name, *whole(*speeds)])
    return table(("game",), ("positions a second, from scratch", "by what has changed"), rows)


def first_table(starts: int) -> list[str]:
    """How long a new process takes, before and after kernels are kept on disk."""
    rows = []
    for name, program in FIRST_CALLS.items():
        cold, warm = [], []
        for _ in range(starts):
            with tempfile.TemporaryDirectory() as cache:
                cold.append(first_call(program, cache))
                warm.append(first_call(program, cache))
        rows.append([name, *(f"{statistics.median(took):.2f} s" for took in (cold, warm))])
    return table(("what is done first",), ("compiled", "loaded from disk"), rows)


def first_call(program: str, cache: str) -> float:
    """Seconds of a core that a new process needs for it, from its start."""
    done = subprocess.run(
        [sys.executable, "-c", CLOCKED.format(program)],
        env={**os.environ, "XDG_CACHE_HOME": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


if __name__ == "__main__":
    main()
