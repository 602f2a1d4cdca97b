"""The levels a person can pick: what they choose by the rules is what they choose compiled."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from arena.logged import meeting
from bots.games import whole_game
from helpers import ON_BOARD, position, rolled
from kernels.thinking import decisions
from networks import networks_for_all
from rowlock.arena.chunk import Chunk
from rowlock.arena.mixed import Programs, play_mixed
from rowlock.bots import BOTS, LEVELS, SOLO_BOTS, find_bot, grandmaster, plays_exactly, warm_up
from rowlock.bots.exact import EXACT, exact_move
from rowlock.kernels.batch import Batch, log_batch
from rowlock.kernels.choice import choice_of, ponder
from rowlock.kernels.minds import mind_of
from rowlock.rules import Game, Move, Variant, find_variant, legal_moves
from rowlock.solver.solution import NotSolved
from rowlock.solver.store import FOLDER
from solver.small_games import GAMES
from solver.solved import solved_small

ORIGINAL = find_variant("original")


@pytest.fixture(autouse=True)
def _networks() -> Iterator[None]:
    with networks_for_all():
        yield


def test_levels_are_bots_from_weak_to_strong() -> None:
    assert LEVELS == ("easy", "medium", "hard", "master", "grandmaster")
    assert set(LEVELS) <= set(BOTS)
    assert not set(LEVELS) & set(SOLO_BOTS)
    assert find_bot("master", 1) is find_bot("master", 5) is BOTS["master"]


def test_they_can_be_warmed_up() -> None:
    warm_up()
    assert mind_of(ORIGINAL, 2).thought.count > 0


LINEUPS = [
    (ORIGINAL, ("easy", "medium"), 4),
    (ORIGINAL, ("hard", "master", "random"), 3),
    (find_variant("longo"), ("master", "easy"), 2),
    (ON_BOARD, ("medium", "master", "hard"), 3),
    (ORIGINAL, ("grandmaster", "master"), 2),
    (find_variant("mixx-a"), ("grandmaster", "hard"), 2),
    (ORIGINAL, ("master",), 2),
]


@pytest.mark.parametrize(("variant", "bots", "games"), LINEUPS, ids=str)
def test_games_of_the_rules_are_those_of_a_batch(
    variant: Variant, bots: tuple[str, ...], games: int
) -> None:
    """Every decision, with all that was legal, and every result."""
    table = meeting(variant, *bots, seed=11)
    with Programs(seconds=60) as programs:
        mixed = play_mixed(table, (0, games), logged=True, programs=programs)
    batch = Chunk(0, *log_batch(Batch(variant, bots, seed=11), games))
    assert mixed.results.tobytes() == batch.results.tobytes()
    assert mixed.log is not None
    assert batch.log is not None
    assert mixed.log.tobytes() == batch.log.tobytes()


@pytest.mark.parametrize("name", LEVELS[:-1])
def test_a_bot_chooses_by_its_chance(name: str) -> None:
    for game in decisions(ORIGINAL, 2, 1, 8):
        for seat in game.acting:
            chance = Random(7).getrandbits(64)
            wanted = choice_of(game, seat, name, chance)
            assert BOTS[name](game, seat, Random(7)) == wanted


class Looks:
    """Lets `ponder` go on so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left >= 0


def steps_taken() -> int:
    """How often `grandmaster` has looked ahead or played on in its last decision."""
    thought = mind_of(ORIGINAL, 2).thought
    return int(thought.looked) + int(thought.played)


def test_as_patient_as_in_a_batch_the_choice_is_the_same() -> None:
    for game in decisions(ORIGINAL, 2, 2, 6):
        for seat in game.acting:
            wanted = choice_of(game, seat, "grandmaster", 5)
            assert ponder(game, seat, 5, Looks(steps_taken())) == wanted


def test_without_time_it_does_not_look_ahead() -> None:
    bot = grandmaster(seconds=0)
    for game in decisions(ORIGINAL, 2, 2, 6):
        for seat in game.acting:
            chosen = bot(game, seat, Random(1))
            assert chosen == ponder(game, seat, 9, lambda: False)
            if len(legal_moves(game, seat)) > 1:
                assert steps_taken() == 0


def test_its_time_is_up_when_the_clock_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    module = sys.modules["rowlock.bots.grandmaster"]

    def tick() -> float:
        clock[0] += 1
        return clock[0]

    monkeypatch.setattr(module, "monotonic", tick)
    most = 0
    for game in decisions(ORIGINAL, 2, 3, 8):
        for seat in game.acting:
            if len(legal_moves(game, seat)) > 1:
                grandmaster(seconds=3.5)(game, seat, Random(1))
                most = max(most, steps_taken())
    assert most == 3


def test_one_legal_move_is_not_thought_about() -> None:
    game = rolled(position("original", "r11 y11 g3 b3", ""), "w34 r1")
    looks = Looks(1)
    assert str(ponder(game, 0, 1, looks)) == "-"
    assert looks.left == 1, "it did not ask whether it may go on"


@pytest.mark.parametrize("name", ["medium", "master", "grandmaster"])
def test_many_threads_choose_as_one(name: str) -> None:
    """Minds are room to think in, so every thread has its own."""
    places = [
        (game, seat)
        for seed in range(3)
        for game in decisions(ORIGINAL, 2, seed, 12)
        for seat in game.acting
    ] * 3

    def choose(place: tuple[Game, int]) -> Move:
        return choice_of(*place, name, 3)

    alone = list(map(choose, places))
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(choose, places)) == alone


class TestAlone:
    @pytest.fixture
    def solved(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
        """A roll of a small game that is solved."""
        solved_small(tmp_path, "up and down")
        monkeypatch.setenv(FOLDER, str(tmp_path))
        return rolled(position(GAMES["up and down"], ""), "w12 r2 y3")

    def test_with_the_table_the_strong_play_exactly(self, solved: Game) -> None:
        best = exact_move(solved)
        for name in ("master", "grandmaster", "optimal"):
            assert plays_exactly(name, solved)
            assert find_bot(name, 1)(solved, 0, Random(0)) == best
        for name in set(BOTS) - set(EXACT):
            assert not plays_exactly(name, solved), name

    def test_with_others_nobody_plays_exactly(self, solved: Game) -> None:
        pair = rolled(position(solved.variant, "", ""), "w12 r2 y3")
        assert not any(plays_exactly(name, pair) for name in (*BOTS, *SOLO_BOTS))

    @pytest.mark.parametrize("variant", ["original", "longo", "on-board", "mixx-a"])
    def test_without_a_table_they_think(
        self, variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(FOLDER, str(tmp_path))
        monkeypatch.setitem(BOTS, "grandmaster", grandmaster(seconds=0))
        game = rolled(position(variant, ""), "w41 r3 y2 g6 b6")
        for name in ("master", "grandmaster"):
            assert not plays_exactly(name, game)
            assert find_bot(name, 1)(game, 0, Random(0)) in legal_moves(game, 0)

    def test_a_table_that_is_no_table(
        self, tmp_path: Path, solved: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        damaged = tmp_path / "damaged"
        damaged.mkdir()
        for table in tmp_path.glob("*.*"):
            (damaged / table.name).write_bytes(table.read_bytes()[:9])
        monkeypatch.setenv(FOLDER, str(damaged))
        assert not plays_exactly("master", solved)
        assert BOTS["master"](solved, 0, Random(0)) in legal_moves(solved, 0)

    def test_optimal_says_why_it_cannot(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(FOLDER, str(tmp_path))
        game = rolled(position("original", ""), "w41")
        assert not plays_exactly("optimal", game)
        with pytest.raises(NotSolved):
            find_bot("optimal", 1)(game, 0, Random(0))

    def test_whole_games(self, solved: Game) -> None:
        for name in ("master", "grandmaster"):
            record, game = whole_game(solved.variant, [name], 4)
            perfect, _ = whole_game(solved.variant, ["master"], 4)
            assert game.over
            assert record.turns == perfect.turns
