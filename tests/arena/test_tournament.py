"""Tournaments: what was played, in which order, and what ends them early."""

from collections.abc import Callable

import numpy as np
import pytest

from arena.logged import LOGGED
from arena.programs import BOTS, EXAMPLE, command, threads_of_programs
from rowlock.arena import run
from rowlock.arena.chunk import Chunk
from rowlock.arena.cluster import NoCluster
from rowlock.arena.entrants import Meeting, meetings, read_entrants
from rowlock.arena.export import BadExport
from rowlock.arena.external import BotFailed
from rowlock.arena.keep import BadKeep
from rowlock.arena.run import Terms, run_here
from rowlock.arena.tournament import Outcome, games_of, play_tournament
from rowlock.kernels.log import Records, decisions
from rowlock.rules import find_variant

pytestmark = pytest.mark.usefixtures("no_thread_left")

EXTERNAL = f"cmd:{command(EXAMPLE)}"
CHUNK = 6


def tables(*bots: str, seats: int | None = None, variant: str = "original") -> list[Meeting]:
    return meetings(find_variant(variant), read_entrants(bots), seats, seed=5)


def crashing(game: int) -> str:
    return f"cmd:{command(BOTS / 'crashing.py', game)}"


def play(
    held: list[Meeting],
    games: int,
    threads: int = 2,
    done: Callable[[int, Meeting, Chunk], object] = lambda *_: None,
) -> Outcome:
    return play_tournament(held, games, run_here(threads), Terms(seconds=60), done)


def raising_at_the_third(error: BaseException) -> Callable[[int, Meeting, Chunk], object]:
    seen = 0

    def done(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 3:
            raise error

    return done


class TestWhole:
    def test_all_at_one_table(self) -> None:
        held, seen = tables("heuristic", "cautious", "random"), list[tuple[int, int]]()
        outcome = play(held, 10, done=lambda n, _, chunk: seen.append((n, len(chunk.results))))
        assert games_of(held[0], 10) == outcome.wanted == outcome.games == 12
        assert seen == [(1, 12)]
        assert (outcome.stopped, outcome.interrupted, outcome.ratings()) == (None, False, None)
        (summary,) = outcome.summaries()
        assert (summary.games, summary.deals) == (12, 4)
        assert [bot.label for bot in summary.bots] == ["heuristic", "cautious", "random"]

    def test_a_round_robin_has_the_same_dice_at_every_table(self) -> None:
        held, logs = tables("heuristic", "cautious", "random", seats=2), dict[int, Records]()

        def note(number: int, table: Meeting, chunk: Chunk) -> None:
            assert table is held[number - 1]
            assert chunk.log is not None
            logs[number] = chunk.log

        outcome = play_tournament(held, 40, run_here(1), LOGGED, note)
        assert outcome.wanted == outcome.games == 3 * 40
        assert list(logs) == [1, 2, 3]
        rolls = [
            {(line.game, line.turn): line.faces for line in decisions(log)} for log in logs.values()
        ]
        for one, other in ((0, 1), (0, 2), (1, 2)):
            shared = rolls[one].keys() & rolls[other].keys()
            assert len(shared) > 300
            assert all(rolls[one][turn] == rolls[other][turn] for turn in shared)
        assert len({tuple(played.scores.ravel()) for played in outcome.played}) == 3

    def test_a_round_robin_has_ratings(self) -> None:
        outcome = play(tables("random", "cautious", "heuristic", seats=2), 4000)
        ratings = outcome.ratings()
        assert ratings is not None
        assert [rating.label for rating in ratings] == ["heuristic", "cautious", "random"]
        assert {rating.games for rating in ratings} == {8000}

    def test_solo_games_have_none(self) -> None:
        outcome = play(tables("random", "cautious", seats=1), 50)
        assert len(outcome.summaries()) == 2
        assert outcome.ratings() is None

    def test_programs_and_compiled_bots_share_a_round_robin(self) -> None:
        outcome = play(tables("cautious", EXTERNAL, "random", seats=2), 10)
        assert [played.lineup for played in outcome.played] == [
            ("cautious", EXTERNAL),
            ("cautious", "random"),
            (EXTERNAL, "random"),
        ]
        _, built_in, external = outcome.played
        assert np.array_equal(built_in.scores, external.scores)
        assert np.array_equal(built_in.turns, external.turns)
        assert np.array_equal(built_in.reasons, external.reasons)


class TestStopped:
    @pytest.fixture(autouse=True)
    def _short_chunks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """So that little is played for nothing before somebody notices the end."""
        for name in ("MIXED_CHUNK", "COMPILED_CHUNK"):
            monkeypatch.setattr(run, name, CHUNK)

    @pytest.mark.parametrize("threads", [1, 4])
    def test_a_program_that_fails_leaves_the_games_before(self, threads: int) -> None:
        failing = crashing(game=2 * CHUNK + 5)
        outcome = play(tables(failing, "random"), 200, threads)
        assert outcome.stopped is not None
        assert outcome.stopped.startswith(f"{failing} crashed in game ")
        assert outcome.stopped.endswith("(exit code 1); the last it said:\n  enough")
        assert not outcome.interrupted
        assert (outcome.games, outcome.wanted) == (2 * CHUNK, 200)
        whole = play(tables(crashing(game=1000), "random"), 2 * CHUNK)
        assert whole.stopped is None
        assert np.array_equal(outcome.played[0].scores, whole.played[0].scores)
        (summary,) = outcome.summaries()
        assert summary.games == 2 * CHUNK

    def test_meetings_before_are_kept_and_those_after_are_not_held(self) -> None:
        held = tables("cautious", "random", crashing(game=1), "heuristic", seats=2)
        outcome = play(held, 100)
        assert outcome.stopped is not None
        assert "crashed in game 1, turn 1 (exit code 1)" in outcome.stopped
        assert outcome.meetings == held[:1]
        assert (outcome.games, outcome.wanted) == (100, 600)
        assert outcome.ratings() is None

    @pytest.mark.parametrize(
        "error",
        [KeyboardInterrupt(), BotFailed("x", "y"), NoCluster("z"), BadExport("a"), BadKeep("b")],
        ids=lambda error: type(error).__name__,
    )
    def test_what_ends_it_early(self, error: BaseException) -> None:
        held = tables("random", "cautious")
        outcome = play(held, 10_000_000, done=raising_at_the_third(error))
        assert outcome.games == 2 * CHUNK
        assert outcome.interrupted == isinstance(error, KeyboardInterrupt)
        assert outcome.stopped == (str(error) or "interrupted")
        whole = play(held, 2 * CHUNK)
        assert np.array_equal(outcome.played[0].scores, whole.played[0].scores)

    def test_programs_end_with_an_interruption(self) -> None:
        held = tables(crashing(game=10_000_000), "cautious")
        outcome = play(held, 10_000_000, done=raising_at_the_third(KeyboardInterrupt()))
        assert not threads_of_programs(), "not only some time later"
        assert outcome.interrupted
        assert outcome.games == 2 * CHUNK

    def test_other_errors_are_no_results(self) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError) as caught:
            play(tables(EXTERNAL, "cautious"), 1000, done=fail)
        assert not threads_of_programs(), f"also while somebody still has {caught!r}"

    def test_nothing_played_is_no_meeting(self) -> None:
        outcome = play(tables(crashing(game=1), "random"), 100)
        assert outcome.stopped
        assert (outcome.games, outcome.played, outcome.summaries()) == (0, [], [])
        assert outcome.ratings() is None
