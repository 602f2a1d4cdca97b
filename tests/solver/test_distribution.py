"""The exact distribution of scores, against all games that there are."""

from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rowlock.rules import Game, Phase, Reason, start, totals
from rowlock.solver.distribution import Distribution, count_traces, distribution
from rowlock.solver.solution import Solution
from solver.small_games import GAMES
from solver.solved import rolls, solved_small

QUICK = ("one row", "one die for two rows", "three rows")
"""Games that take no more than a second to go through."""

Chances = dict[tuple[int, Reason | None], float]


def every_game(solution: Solution, game: Game) -> Chances:
    """How likely each score and end is when the best move is always made: by all rolls."""

    @cache
    def after(here: Game) -> Chances:
        if here.over:
            return {(totals(here)[0], here.reason): 1.0}
        if here.phase is not Phase.ROLL:
            following = here.act([solution.judge(here)[0].move])
            # Which turn it is does not matter, and so games meet again.
            return after(following._replace(turn=1))
        chances: Chances = defaultdict(float)
        every = list(rolls(here))
        for roll in every:
            for end, chance in after(here.roll(roll)).items():
                chances[end] += chance / len(every)
        return chances

    return after(game)


def check_against_every_game(folder: Path, name: str) -> None:
    solution = solved_small(folder, name)
    found = distribution(solution.space, solution.whole()[0])
    every = every_game(solution, start(GAMES[name], 1))
    for reason, chances in zip((Reason.LOCKS, Reason.MISSES), found.chances, strict=True):
        wanted = {score: chance for (score, why), chance in every.items() if why is reason}
        likely = {int(s): float(c) for s, c in zip(found.scores, chances, strict=True) if c}
        assert likely == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", QUICK)
def test_chances_are_those_of_all_games(name: str, tmp_path: Path) -> None:
    check_against_every_game(tmp_path, name)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(set(GAMES) - set(QUICK)))
def test_chances_are_those_of_all_longer_games(name: str, tmp_path: Path) -> None:
    check_against_every_game(tmp_path, name)


@pytest.mark.parametrize("name", GAMES)
def test_the_mean_is_what_was_solved(name: str, tmp_path: Path) -> None:
    solution, told = solved_small(tmp_path, name), list[int]()
    found = distribution(solution.space, solution.whole()[0], told.append)
    assert found.mean == pytest.approx(solution.at_start()[0], abs=1e-9)
    assert found.totals.sum() == pytest.approx(1, abs=1e-12)
    assert found.chances.min() >= 0
    assert sum(found.ends.values()) == pytest.approx(1, abs=1e-12)
    assert sum(told) == count_traces(solution.space)


def test_numbers_of_a_distribution() -> None:
    found = Distribution(-1, np.array([[0.25, 0.0, 0.25], [0.0, 0.5, 0.0]]))
    assert found.scores.tolist() == [-1, 0, 1]
    assert found.mean == 0
    assert found.spread == pytest.approx(0.5**0.5)
    assert found.ends == {"locks": 0.5, "misses": 0.5}
    shares = (0.0, 0.2, 0.25, 0.26, 0.75, 0.76, 1.0)
    assert [found.quantile(share) for share in shares] == [-1, -1, -1, 0, 0, 1, 1]
