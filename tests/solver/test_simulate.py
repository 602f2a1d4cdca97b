"""Simulated perfect games: fixed by the seed, and as they are expected to be."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from benchmarks.solve import SEED, agreement, chance_above, pooled

from rowlock.bots import Player, play
from rowlock.bots.optimal import optimal_bot
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import Records
from rowlock.kernels.state import REASONS
from rowlock.record import Record
from rowlock.rules import find_variant, totals
from rowlock.solver.distribution import distribution
from rowlock.solver.simulate import PIECE, simulate
from rowlock.solver.solution import Solution, load
from rowlock.solver.solve import solve_in_memory
from rowlock.solver.space import Floats, SoloSpace
from rowlock.solver.store import FOLDER
from solver.small_games import GAMES
from solver.solved import small_space, solved_original, solved_small

LIKELY = 1e-4
"""Games that agree with a distribution less well than this are not of it."""


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return load(SoloSpace(find_variant("original")), solved_original(tmp_path_factory))


def scores_of(results: Records) -> np.typing.NDArray[np.int64]:
    scores: np.typing.NDArray[np.int64] = results.scores[:, 0].astype(np.int64)
    return scores


@pytest.mark.parametrize("name", GAMES)
def test_games_are_as_their_distribution_says(name: str) -> None:
    space = small_space(name)
    values: Floats = solve_in_memory(space)[0]
    results, exact = simulate(space, values, 20_000, seed=3), distribution(space, values)
    found = agreement(scores_of(results), exact)
    assert abs(found.standard_errors) < 4
    assert found.chance > LIKELY
    by_locks = np.mean(results.reason == 1)
    assert by_locks == pytest.approx(exact.ends["locks"], abs=4 * 0.5 / np.sqrt(20_000))


def test_threads_and_pieces_change_nothing() -> None:
    space = small_space("lucky")
    values, games = solve_in_memory(space)[0], 3 * PIECE + 5
    alone = simulate(space, values, games, seed=9)
    assert simulate(space, values, games, seed=9, threads=4).tobytes() == alone.tobytes()
    for first, count in ((0, 1), (7, 50), (PIECE - 3, 10), (games - 1, 1)):
        some = simulate(space, values, count, seed=9, first=first)
        assert some.tobytes() == alone[first : first + count].tobytes()
    assert simulate(space, values, games, seed=8).tobytes() != alone.tobytes()


def test_progress_is_told() -> None:
    space, told = small_space("one row"), list[int]()
    simulate(space, solve_in_memory(space)[0], PIECE + 10, done=told.append)
    assert told == [PIECE, 10]


@pytest.mark.parametrize("name", ["up and down", "mixed colours", "three rows"])
def test_compiled_games_are_those_of_the_bot(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    compare_with_the_bot(solved_small(tmp_path, name), 40)


@pytest.mark.early
def test_compiled_games_of_the_original_are_those_of_the_bot(
    original: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(original.file.parent))
    compare_with_the_bot(original, 10)


def compare_with_the_bot(solution: Solution, games: int) -> None:
    """The same dice lead to the same games, whoever chooses. (With lucky numbers there are equal
    moves of which the two may take different ones.)"""
    deals = Deals(solution.space.variant, 1, 5)
    results = simulate(solution.space, solution.whole()[0], games, seed=5)
    columns = (results.scores[:, 0], results.turns, results.reason)
    for number, result in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        begun = Record(deals.start(number), ("Optimal",))
        *_, (_, game) = play(begun, deals.dice(number), [Player(optimal_bot, Random(0))])
        assert (totals(game)[0], game.turn, REASONS.index(game.reason)) == result


def test_games_of_the_original_have_the_mean_that_was_solved(original: Solution) -> None:
    scores = scores_of(simulate(original.space, original.whole()[0], 20_000, SEED, threads=2))
    error = scores.std() / np.sqrt(len(scores))
    assert abs(scores.mean() - original.at_start()[0]) < 3 * error
    assert error < 0.2


@pytest.mark.soak
def test_a_million_games_of_the_original(original: Solution) -> None:
    values = original.whole()[0]
    exact = distribution(original.space, values)
    assert exact.mean == pytest.approx(original.at_start()[0], abs=1e-9)
    found = agreement(
        scores_of(simulate(original.space, values, 1_000_000, SEED, threads=2)), exact
    )
    assert abs(found.standard_errors) < 3
    assert found.degrees > 150
    assert found.chance > 0.001


def test_what_does_not_agree_is_noticed() -> None:
    space = small_space("two rows up")
    values = solve_in_memory(space)[0]
    exact = distribution(space, values)
    scores = scores_of(simulate(space, values, 20_000, seed=3))
    moved = scores.copy()
    moved[:400] = exact.scores[-1]
    assert agreement(moved, exact).standard_errors > 4
    assert agreement(moved, exact).chance < LIKELY
    swapped = np.where(scores == exact.quantile(0.5), exact.quantile(0.5) + 1, scores)
    assert agreement(swapped, exact).chance < LIKELY


def test_chances_of_chi_squared() -> None:
    """Against the usual tables."""
    for chi_squared, degrees, chance in (
        (18.307, 10, 0.05),
        (124.342, 100, 0.05),
        (29.588, 10, 0.001),
    ):
        assert chance_above(chi_squared, degrees) == pytest.approx(chance, rel=0.1)


def test_rare_scores_are_taken_together() -> None:
    groups = pooled(np.array([1, 2, 30, 0, 1]), np.array([4.0, 7.0, 25.0, 2.0, 2.0]))
    assert groups == [(3, 11), (31, 29)]
