"""The optimal bot plays solved solo games, and nothing else."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from helpers import play, position, rolled
from rowlock.bots import BOTS, SOLO_BOTS, Player, find_bot
from rowlock.bots import play as play_on
from rowlock.bots.optimal import optimal_bot
from rowlock.dice import seeded_dice
from rowlock.record import Record, read_record, replay, write_record
from rowlock.rules import Game
from rowlock.solver.solution import NotSolo, NotSolved
from rowlock.solver.space import Unsolvable
from rowlock.solver.store import FOLDER
from solver.solved import solved_original


@pytest.fixture
def _solved(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(solved_original(tmp_path_factory)))


def optimal(game: Game) -> str:
    return str(optimal_bot(game, 0, Random(0)))


def test_it_is_found_for_solo_games_only() -> None:
    assert find_bot("optimal", 1) is optimal_bot
    for seats in (None, 2, 5):
        with pytest.raises(ValueError, match="optimal plays solo games only, those with 1 seat"):
            find_bot("optimal", seats)
    assert not set(SOLO_BOTS) & set(BOTS), "tables of several seats are offered BOTS"
    assert find_bot("cautious", 1) is find_bot("cautious", 3) is find_bot("cautious")
    with pytest.raises(ValueError, match=r"no bot 'deep'; there are random.*, optimal$"):
        find_bot("deep", 1)


@pytest.mark.usefixtures("_solved")
def test_it_makes_the_best_move() -> None:
    empty = position("original", "")
    assert optimal(rolled(empty, "w41 r3 y2 g6 b6")) == "-", "yellow 3 alone is better than with 5"
    assert optimal(play(empty, "w41 r3 y2 g6 b6", "-")) == "y3"
    ready = position("original", "r2 r3 r4 r5 r6 r7 y2 y3 y4 y5 y6 y7")
    assert optimal(rolled(ready, "w66 r1")) == "g12", "a lock now would waste four spaces"


@pytest.mark.usefixtures("_solved")
def test_it_plays_whole_games() -> None:
    begun = Record(position("original", ""), ("Optimal",))
    *_, (record, game) = play_on(begun, seeded_dice(3, 1), [Player(optimal_bot, Random(0))])
    assert game.over
    assert replay(read_record(write_record(record))) == game


def test_what_it_cannot_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(NotSolo, match="has 2 seats"):
        optimal(rolled(position("original", "", ""), "w41"))
    with pytest.raises(Unsolvable, match="on a board"):
        optimal(rolled(position("on-board", ""), "w41"))
    with pytest.raises(NotSolved, match=r": rowlock solve longo --lucky 6 11$"):
        optimal(rolled(position("longo", ""), "w41"))


def test_bots_load_neither_numpy_nor_numba() -> None:
    script = "import sys, rowlock.bots; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "rowlock.bots.optimal" in modules
    assert not {"numpy", "numba"} & set(modules)
