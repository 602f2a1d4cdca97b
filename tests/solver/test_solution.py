"""What a solution says of positions, against the rules: every roll, every move."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from helpers import position, rolled
from reference.solo_twin import solve
from rowlock.rules import (
    Game,
    Phase,
    Sheet,
    find_variant,
    legal_moves,
    resume,
    start,
    totals,
)
from rowlock.solver.solution import NotSolo, Solution, load, solution_of, space_of
from rowlock.solver.space import Unsolvable
from rowlock.solver.store import FOLDER
from shares import first_of
from solver.small_games import GAMES, as_twin
from solver.solved import lucky_of, rolls, solved_original, solved_small


def small_start(name: str) -> Game:
    return start(GAMES[name], 1)


def by_hand(solution: Solution, game: Game) -> float:
    """What a position before a roll is worth, if the positions after the turn are right."""
    values = [after_roll(solution, game.roll(roll)) for roll in rolls(game)]
    return sum(values) / len(values)


def after_roll(solution: Solution, game: Game) -> float:
    if game.over or game.phase is Phase.ROLL:
        return solution.expected(game)
    return max(after_roll(solution, game.act([move])) for move in legal_moves(game, 0))


def random_games(game: Game, count: int) -> Iterator[Game]:
    """Positions before a roll, on the way through random games."""
    rng = Random(5)
    for _ in range(count):
        here = game
        while not here.over:
            yield here
            here = here.roll(rng.choice(list(rolls(here))))
            while here.phase not in (Phase.ROLL, Phase.OVER):
                here = here.act([rng.choice(legal_moves(here, 0))])


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_worth_the_mean_of_all_that_can_follow(name: str, tmp_path: Path) -> None:
    solution = solved_small(tmp_path, name)
    for game in {str(game): game for game in random_games(small_start(name), 4)}.values():
        assert solution.expected(game) == pytest.approx(by_hand(solution, game), abs=1e-9)


@pytest.mark.parametrize("name", ["two rows up", "lucky"])
def test_a_move_is_worth_what_follows_it(name: str, tmp_path: Path) -> None:
    solution = solved_small(tmp_path, name)
    for game in random_games(small_start(name), 3):
        here = game.roll(next(iter(rolls(game))))
        judged = solution.judge(here)
        assert {one.move for one in judged} == set(legal_moves(here, 0))
        scores = [one.score for one in judged]
        assert scores == sorted(scores, reverse=True)
        assert solution.expected(here) == scores[0]
        for one in judged:
            assert one.score == pytest.approx(after_roll(solution, here.act([one.move])))


def test_the_end_is_worth_its_points(tmp_path: Path) -> None:
    solution = solved_small(tmp_path, "two rows up")
    game = small_start("two rows up")
    while not game.over:
        game = (
            game.roll(next(iter(rolls(game))))
            if game.phase is Phase.ROLL
            else game.act([legal_moves(game, 0)[-1]])
        )
    assert solution.expected(game) == totals(game)[0] == -10


def test_rows_that_somebody_else_has_locked(tmp_path: Path) -> None:
    solution = solved_small(tmp_path, "two rows up")
    game = resume(GAMES["two rows up"], [Sheet((0b11, 0b1))], locked=0b1)
    value = solution.expected(game)
    assert value == pytest.approx(by_hand(solution, game), abs=1e-9)
    assert value < solution.expected(game._replace(locked=0))


@pytest.mark.parametrize(
    "name",
    first_of(
        ["two rows up", "lucky", "two end spaces", "lucky and short"],
        *("two end spaces", "lucky and short"),
    ),
)
@pytest.mark.parametrize("seats", first_of((1, 2, 3), 1, 2))
def test_one_value_for_each_place_in_the_order(name: str, seats: int, tmp_path: Path) -> None:
    variant = GAMES[name]
    wanted = solve(as_twin(variant, lucky_of(variant), seats))
    assert solved_small(tmp_path, name, seats).at_start() == pytest.approx(wanted, abs=1e-9)


def test_other_games_have_no_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(NotSolo, match="this one has 2 seats"):
        solution_of(start(find_variant("original"), 2))
    with pytest.raises(Unsolvable, match="on a board"):
        solution_of(start(find_variant("on-board"), 1))


def test_a_solution_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    solved_small(tmp_path, "lucky")
    game = small_start("lucky")
    assert solution_of(game) is solution_of(equal(game))
    assert solution_of(game).values.shape == load(space_of(game), tmp_path).values.shape


def equal(game: Game) -> Game:
    """An equal position that is another object."""
    return start(replace(game.variant), 1)


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    return load(space_of(position("original", "")), solved_original(tmp_path_factory))


def test_the_original_is_worth_115_points(original: Solution) -> None:
    """Two other programs have found this number too."""
    assert original.at_start() == [pytest.approx(115.4831, abs=1e-4)]
    assert original.expected(position("original", "")) == original.at_start()[0]


def test_first_moves_of_the_original(original: Solution) -> None:
    """The sheet is its own mirror image, and red is as good as yellow."""
    judged = {
        str(one.move): one.score
        for one in original.judge(rolled(position("original", ""), "w34 r1 y1 g1 b1"))
    }
    assert set(judged) == {"r7", "y7", "g7", "b7", "-"}
    assert judged["r7"] == pytest.approx(judged["y7"], abs=1e-9)
    assert judged["g7"] == pytest.approx(judged["b7"], abs=1e-9)
    turned = original.judge(rolled(position("original", ""), "w43 r6 y6 g6 b6"))
    assert turned[0].score == pytest.approx(max(judged.values()), abs=1e-9)
