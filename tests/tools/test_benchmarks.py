"""The benchmark of games measures what it says, and says plainly what it leaves out."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from benchmarks import games, peers

from rowlock.kernels.bots import NAMES, WITH_MIND
from rowlock.rules import VARIANTS, Game, Move, find_variant, legal_moves

ROOT = Path(__file__).parents[2]
TINY = games.Effort(games=4, rounds=2, peer_seconds=1e-4, sample=2, sizes=(1, 10), starts=0)
CHANCE, OVER = -1, -4
NODES = (CHANCE, 0, CHANCE, 1, OVER)
COINS = {0: [(0, 0.5), (1, 0.5)], 2: [(0, 0.0), (1, 1.0)]}
CHOICES = {1: [5, 7], 3: [9]}


class CoinGame:
    """A coin, a choice of 5 or 7, a loaded coin, a choice of 9 alone; keeps what was played."""

    def __init__(self) -> None:
        self.played: list[list[int]] = []

    def new_initial_state(self) -> SimpleNamespace:
        line: list[int] = []
        self.played.append(line)
        return SimpleNamespace(
            current_player=lambda: NODES[len(line)],
            chance_outcomes=lambda: COINS[len(line)],
            legal_actions=lambda: CHOICES[len(line)],
            apply_action=line.append,
        )


@pytest.fixture
def spiel() -> Any:
    """As much of OpenSpiel as is used here, with one game by all names."""
    made: Any = ModuleType("pyspiel")
    made.__version__ = "0.0"
    made.PlayerId = SimpleNamespace(CHANCE=CHANCE, TERMINAL=OVER)
    made.load_game = lambda _name: CoinGame()
    made.make_uniform_random_bot = lambda seat, _seed: f"bot {seat}"
    made.calls = []
    made.evaluate_bots = lambda _state, bots, seed: made.calls.append((bots, seed))
    return made


def test_those_compared_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    plays = {name: (lambda _games, name=name: order.append(name), 10) for name in "ab"}

    def two_or_five_seconds(play: peers.Play, count: int) -> float:
        play(count)
        return 2.0 if order[-1] == "a" else 5.0

    monkeypatch.setattr(games, "seconds", two_or_five_seconds)
    assert games.rates(plays, 3) == {"a": [5.0] * 3, "b": [2.0] * 3}
    assert order == ["a", "b"] * 3


def test_a_ratio_is_that_of_a_round_not_of_two_medians() -> None:
    assert games.ratio([20, 1, 30], [10, 2, 10]) == 2
    with pytest.raises(ValueError, match="shorter"):
        games.ratio([1, 2], [1])


def test_runs_are_as_long_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "seconds", lambda _play, count: count / 50)
    assert games.games_in(print, 2.0) == 100
    assert games.games_in(print, 0.001) == 1, "one game at least"


def test_tables_are_markdown() -> None:
    lines = games.table(("name",), ("a", "b"), [["x", *games.whole(1234.6, 7)]])
    assert lines == ["| name | a | b |", "|---|---:|---:|", "| x | 1,235 | 7 |"]


def test_games_by_the_rules_count_each_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counting(game: Game, seat: int) -> Sequence[Move]:
        asked.append(seat)
        return legal_moves(game, seat)

    monkeypatch.setattr(peers, "legal_moves", counting)
    decisions = peers.rules_player(find_variant("original"), Random(1))(3)
    assert decisions == len(asked)
    assert set(asked) == {0, 1}
    twin = peers.rules_player(find_variant("original"), Random(1))
    assert twin(1) + twin(1) + twin(1) == decisions, "the same chance, the same games"


@pytest.mark.parametrize(("at", "outcome"), [(0, 3), (0.24, 3), (0.26, 1), (0.74, 1), (0.76, 2)])
def test_outcomes_are_drawn_by_their_chance(at: float, outcome: int) -> None:
    assert peers.drawn([(3, 0.25), (1, 0.5), (2, 0.25)], at) == outcome


def test_rounding_leaves_no_gap() -> None:
    assert peers.drawn([(0, 0.3), (1, 0.3), (2, 0.3)], 0.95) == 2


def test_step_by_step_all_that_can_happen_happens(spiel: Any) -> None:
    game = CoinGame()
    assert peers.step_player(spiel, game, Random(2))(50) == 100, "coins are no decisions"
    assert {tuple(line) for line in game.played} == {
        (coin, choice, 1, 9) for coin in (0, 1) for choice in (5, 7)
    }


def test_games_of_one_call_differ(spiel: Any) -> None:
    game = CoinGame()
    peers.call_player(spiel, game)(3)
    assert spiel.calls == [(["bot 0", "bot 1"], seed) for seed in range(3)]
    assert len(game.played) == 3


def test_the_report_has_every_game_and_says_that_openspiel_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    games.report(TINY, None)
    out = capsys.readouterr().out
    plain = [bot for bot in NAMES if bot not in WITH_MIND]
    assert all(f"\n| {name} | {bot} |" in out for bot in plain for name in VARIANTS)
    assert "OpenSpiel is not installed" in out
    assert "| OpenSpiel" not in out
    assert "\n| 10 | 2 |" in out
    assert "The first call is left out" in out


def test_openspiel_stands_beside_when_it_is_there(spiel: Any) -> None:
    rows = games.peers_table(TINY, spiel)[2:]
    names = [row.split(" | ")[0].removeprefix("| ") for row in rows]
    assert names[0] == "Rowlock original, compiled"
    assert rows[0].endswith(" 1.0 |"), "all are measured by the first"
    for game in peers.SPIEL_GAMES:
        for way in ("one call a game", "step by step"):
            row = rows[names.index(f"OpenSpiel {game}, {way}")]
            assert row.split(" | ")[1] == "2.0", "decisions a game"


def test_openspiel_may_be_missing(monkeypatch: pytest.MonkeyPatch, spiel: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert peers.open_spiel() is None
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    assert peers.open_spiel() is spiel


def test_what_is_compiled_is_loaded_from_the_same_new_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folders: list[str] = []

    def call(cache: str) -> tuple[float, float]:
        assert Path(cache).is_dir()
        assert bool(list(Path(cache).iterdir())) == (cache in folders)
        folders.append(cache)
        (Path(cache) / "kept").touch()
        return (9.0, 10.0) if len(folders) % 2 else (0.25, 1.0)

    monkeypatch.setattr(games, "first_call", call)
    *_, compiled, loaded = games.first_call_table(2)
    assert compiled == "| compiled | 9.00 s | 10.00 s |"
    assert loaded == "| loaded from disk | 0.25 s | 1.00 s |"
    assert len(folders) == 4
    assert len(set(folders)) == 2


def test_the_first_call_runs_with_its_own_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(games.FIRST_CALL, {})
    assert float(capsys.readouterr().out) > 0
    told = "import os; print(0.5 if os.environ['XDG_CACHE_HOME'] == {!r} else 0)"
    monkeypatch.setattr(games, "FIRST_CALL", told.format(str(tmp_path)))
    call, program = games.first_call(str(tmp_path))
    assert call == 0.5
    assert program > 0


def test_nothing_is_measured_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    monkeypatch.setattr(sys, "argv", ["games.py", "--quick"])
    with pytest.raises(SystemExit, match="NUMBA_DISABLE_JIT is set"):
        games.main()


def test_the_documented_tables_are_those_of_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spiel: Any
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(games, "first_call", lambda _cache: (1.0, 2.0))
    games.report(TINY._replace(starts=1), spiel)
    told = capsys.readouterr().out.splitlines()
    documented = (ROOT / "BENCHMARKS.md").read_text(encoding="utf-8").splitlines()
    titles = [line for line in told if line.startswith("### ")]
    headings = [told[at - 1] for at, line in enumerate(told) if line.startswith("|---")]
    assert len(titles) == len(headings) == 4
    assert set(titles + headings) <= set(documented)
