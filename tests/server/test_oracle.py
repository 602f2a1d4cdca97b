"""Solved games: looked up and solved in threads, one at a time, and what comes of failures."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rowlock.rules import Game, legal_moves, parse_roll, start
from rowlock.server.live import oracle as oracle_module
from rowlock.server.live.oracle import Forecast, Oracle, Progress, Unsolved
from rowlock.server.live.solved import SolvedGames
from rowlock.solver.solution import load, space_of
from rowlock.solver.store import table_file, usual_folder
from server.houses import until
from server.people import PATIENCE
from server.prepared import COMING, damage, foreseen, prepare, solo
from solver.small_games import GAMES

ROLL = parse_roll("w41 r3 y2 g6 b6", ("r", "y", "g", "b"))
SMALL = start(GAMES["two rows up"], 1)


@pytest.fixture(autouse=True)
def _nothing_solved_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWLOCK_SOLVED", str(tmp_path / "users"))


class FakeLibrary:
    """A library whose games are solved when the test says so."""

    def __init__(self) -> None:
        self.solved: set[str] = set()
        self.solving: list[str] = []
        self.threads: set[str] = set()
        self.go_on = threading.Event()
        self.trouble: Exception | None = None

    def look_up(self, game: Game) -> Forecast | Unsolved | None:
        self.threads.add(threading.current_thread().name)
        if self.trouble:
            raise self.trouble
        return Forecast(7.0, []) if game.variant.name in self.solved else None

    def solve(self, game: Game, progress: Progress) -> None:
        self.threads.add(threading.current_thread().name)
        self.solving.append(game.variant.name)
        progress(0.25)
        while not self.go_on.wait(0.01):
            progress(0.5)
        if self.trouble:
            raise self.trouble
        self.solved.add(game.variant.name)


@asynccontextmanager
async def an_oracle(
    library: FakeLibrary | SolvedGames, opened: Callable[[], None] = lambda: None
) -> AsyncIterator[Oracle]:
    def open_library() -> FakeLibrary | SolvedGames:
        opened()
        return library

    with Oracle(open_library) as oracle:
        yield oracle


async def ended(oracle: Oracle, game: Game) -> Forecast | Unsolved:
    """What is said of a game when it is not being solved any more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await oracle.forecast(game)
            if isinstance(found, Forecast) or found.why != "solving":
                return found
            await asyncio.sleep(0.002)


async def test_a_missing_game_is_solved_once_and_its_progress_told() -> None:
    library = FakeLibrary()
    async with an_oracle(library) as oracle:
        first, second = await oracle.forecast(solo()), await oracle.forecast(solo())
        assert isinstance(first, Unsolved)
        assert isinstance(second, Unsolved)
        assert (first.why, second.why) == ("solving", "solving")
        await until(lambda: oracle._progress.get(("original", None)) == 0.5)
        assert await oracle.forecast(solo()) == Unsolved("solving", 0.5)
        library.go_on.set()
        assert await ended(oracle, solo()) == Forecast(7.0, [])
    assert library.solving == ["original"]
    assert library.threads == {"reader_0", "solver_0"}


async def test_games_are_solved_one_at_a_time() -> None:
    library = FakeLibrary()
    async with an_oracle(library) as oracle:
        await oracle.forecast(solo("original"))
        await oracle.forecast(solo("mixx-b"))
        await until(lambda: oracle._progress[("original", None)] == 0.5)
        assert library.solving == ["original"]
        assert await oracle.forecast(solo("mixx-b")) == Unsolved("solving", 0.0)
        library.go_on.set()
        assert await ended(oracle, solo("mixx-b")) == Forecast(7.0, [])
    assert library.solving == ["original", "mixx-b"]


async def test_nothing_is_loaded_before_somebody_asks() -> None:
    opened = threading.Event()
    async with an_oracle(FakeLibrary(), opened.set) as oracle:
        assert not opened.is_set()
        await oracle.forecast(solo())
        assert opened.is_set()


async def test_a_server_that_stops_does_not_wait_for_a_game_to_be_solved() -> None:
    library = FakeLibrary()
    async with an_oracle(library) as oracle:
        await oracle.forecast(solo("original"))
        await oracle.forecast(solo("mixx-b"))
        await until(lambda: library.solving)
    assert library.solving == ["original"]
    assert library.solved == set()


async def test_what_failed_is_said_and_tried_again_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = FakeLibrary()
    library.go_on.set()
    async with an_oracle(library) as oracle:
        library.trouble = OSError("the disk is full")
        assert await oracle.forecast(solo()) == Unsolved("failed")
        library.trouble = None
        assert await oracle.forecast(solo()) == Unsolved("failed")
        monkeypatch.setattr(oracle_module, "FAILED_FOR", 0.0)
        assert await ended(oracle, solo()) == Forecast(7.0, [])
    assert "the disk is full" in caplog.text


async def test_a_game_that_cannot_be_solved_is_not_tried_at_once_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    library = FakeLibrary()
    async with an_oracle(library) as oracle:
        await oracle.forecast(solo())
        await until(lambda: library.solving)
        library.trouble = OSError("the disk is full")
        library.go_on.set()
        assert await ended(oracle, solo()) == Unsolved("failed")
    assert library.solving == ["original"]
    assert "the disk is full" in caplog.text


async def test_a_small_game_is_solved_and_known_from_then_on(tmp_path: Path) -> None:
    shares: list[float] = []
    library = SolvedGames(tmp_path)
    assert library.look_up(SMALL) is None
    library.solve(SMALL, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    solution = load(space_of(SMALL), tmp_path)
    assert library.look_up(SMALL) == Forecast(solution.expected(SMALL), [])
    async with an_oracle(SolvedGames(tmp_path)) as oracle:
        assert await oracle.forecast(SMALL) == Forecast(solution.expected(SMALL), [])


def test_moves_are_told_with_their_scores_and_the_best_is_marked(tmp_path: Path) -> None:
    prepare(tmp_path)
    library, game = SolvedGames(tmp_path), solo().roll(ROLL)
    found = library.look_up(game)
    assert isinstance(found, Forecast)
    expected = {str(move): foreseen(game.act([move])) for move in legal_moves(game, 0)}
    assert {move.move: move.score for move in found.moves} == expected
    assert found.score == max(expected.values())
    best = {move for move, score in expected.items() if score == found.score}
    assert {move.move for move in found.moves if move.best} == best
    assert 1 < len(best) < len(expected)


def test_a_table_of_the_user_is_used(tmp_path: Path) -> None:
    prepare(usual_folder())
    assert SolvedGames(tmp_path / "servers").look_up(solo()) == Forecast(COMING, [])


def test_a_damaged_table_is_removed_and_can_be_solved_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = prepare(tmp_path)
    library = SolvedGames(tmp_path)
    assert library.look_up(solo()) == Forecast(COMING, [])
    damage(file)
    assert SolvedGames(tmp_path).look_up(solo()) is None
    assert not file.exists()
    assert "is removed" in caplog.text
    file.write_text("no table")
    assert SolvedGames(tmp_path).look_up(solo()) is None
    assert not file.exists()


def test_a_damaged_table_of_the_user_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = prepare(usual_folder())
    damage(file)
    library = SolvedGames(tmp_path / "servers")
    assert library.look_up(solo()) is None
    assert library.look_up(solo()) is None
    assert file.exists()
    assert caplog.text.count("is not used") == 1


@pytest.mark.parametrize(
    ("game", "command"),
    [
        (start(GAMES["lucky"], 1, 0, [(3, 5)]), None),
        (solo("mixx-a"), "rowlock solve mixx-a"),
    ],
)
def test_large_games_are_left_to_the_command_line(
    game: Game, command: str | None, tmp_path: Path
) -> None:
    found = SolvedGames(tmp_path).look_up(game)
    assert found == (command and Unsolved("large", command=command))
    assert not table_file(tmp_path, space_of(game), 1).exists()
