"""Strong bots that play alone do so from the exact table, in tournaments as everywhere."""

from dataclasses import replace
from pathlib import Path

import pytest

from rowlock.arena.entrants import Meeting, meetings, read_entrants
from rowlock.arena.keep import kept_in
from rowlock.arena.run import Terms, is_compiled, run_here
from rowlock.rules import find_variant
from rowlock.solver.solution import NotSolved
from rowlock.solver.store import FOLDER
from solver.solved import solved_original

ORIGINAL, LONGO = find_variant("original"), find_variant("longo")
SPANS = [(0, 2), (2, 1)]


@pytest.fixture
def _solved(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(solved_original(tmp_path_factory)))


@pytest.fixture
def _unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "empty"))


def alone(name: str) -> Meeting:
    (meeting,) = meetings(ORIGINAL, read_entrants([name]), None, seed=5)
    return meeting


def scores(meeting: Meeting) -> list[int]:
    chunks = run_here(1)(meeting, Terms(), SPANS)
    return [int(score) for chunk in chunks for score in chunk.results["scores"][:, 0]]


@pytest.mark.usefixtures("_solved")
def test_they_play_as_the_optimal_bot() -> None:
    assert alone("master").exact == (None,)
    assert scores(alone("master")) == scores(alone("optimal"))
    assert scores(replace(alone("master"), exact=())) != scores(alone("optimal"))


@pytest.mark.usefixtures("_solved")
def test_others_and_other_games_are_as_before() -> None:
    assert alone("hard").exact == ()
    pair = meetings(ORIGINAL, read_entrants(["master", "master"]), None, seed=5)
    (longo,) = meetings(LONGO, read_entrants(["master"]), None, seed=5)
    assert [one.exact for one in (*pair, longo)] == [(), ()]
    assert all(map(is_compiled, (*pair, longo)))


@pytest.mark.usefixtures("_unsolved")
def test_without_a_table_they_think() -> None:
    assert is_compiled(alone("master"))


@pytest.mark.usefixtures("_unsolved")
def test_a_machine_without_the_table_says_so_instead_of_playing_otherwise() -> None:
    with pytest.raises(NotSolved):
        scores(replace(alone("master"), exact=(None,)))


@pytest.mark.usefixtures("_solved")
def test_games_that_were_kept_without_the_table_are_not_taken_for_exact_ones(
    tmp_path: Path,
) -> None:
    exact = alone("master")
    for meeting in (replace(exact, exact=()), exact):
        list(kept_in(tmp_path, run_here(1))(meeting, Terms(), SPANS))
    assert len(list(tmp_path.glob("*.npz"))) == 2 * len(SPANS)
