"""Games in which not all bots are compiled: the same games, by the rules."""

import os
import select
import shlex
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random

import pytest

from arena.logged import LOGGED, cycled, logged, meeting
from arena.programs import BOTS as PROGRAMS
from arena.programs import EXAMPLE, Lifeline, command
from differential import TABLES
from helpers import all_variants
from rowlock.arena import mixed
from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.external import BotFailed, ExternalBot
from rowlock.arena.mixed import Programs, TableClosed, play_mixed
from rowlock.arena.run import Terms, run_here
from rowlock.bots import BOTS
from rowlock.bots.cautious import cautious_bot
from rowlock.kernels.batch import COMPILING, Batch, log_batch
from rowlock.rules import Game, Move, Variant, find_variant, legal_moves
from shares import duels_of, first_of

pytestmark = pytest.mark.usefixtures("no_thread_left")

EXTERNAL = f"cmd:{command(EXAMPLE)}"
OTHERS = [("heuristic",), ("random",), ("heuristic", "random")]
"""Whom a program meets."""
LARGEST = OTHERS[-1]
PAIR = (find_variant("original"), ("heuristic",))
PASSING = f"cmd:{command(PROGRAMS / 'leaving.py', 'polite', os.devnull)}"


def play(table: Meeting, span: Span) -> Chunk:
    with Programs(seconds=60) as programs:
        return play_mixed(table, span, logged=True, programs=programs)


def same(one: Chunk, other: Chunk) -> bool:
    """Scores, turns and reasons game by game, and every decision with all that was legal."""
    assert one.log is not None
    assert other.log is not None
    games = one.results.tobytes() == other.results.tobytes()
    return one.first == other.first and games and one.log.tobytes() == other.log.tobytes()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ExternalBot]:
    """All programs that are started; how they ended can be asked by `ended`."""
    bots: list[ExternalBot] = []

    class Remembered(ExternalBot):
        def __init__(self, command: str, *, seconds: float) -> None:
            super().__init__(command, seconds=seconds)
            assert self._program is not None
            self.process = self._program._process
            bots.append(self)

    monkeypatch.setattr(mixed, "ExternalBot", Remembered)
    return bots


def ended(bots: list[ExternalBot]) -> bool:
    return all(bot.process.returncode is not None for bot in bots)  # type: ignore[attr-defined]


class TestSameGames:
    @pytest.mark.parametrize(("name", "seats"), duels_of(TABLES))
    def test_compiled_bots_play_as_in_a_batch(self, name: str, seats: int) -> None:
        table = meeting(name, *cycled(["cautious", "random", "heuristic"], seats), seed=11)
        first, games = 5 * seats, 6
        batch = Batch(table.variant, table.names, table.seed)
        assert same(play(table, (first, games)), Chunk(first, *log_batch(batch, games, first)))

    @pytest.mark.parametrize("variant", all_variants(), ids=repr)
    def test_a_program_that_plays_cautious_gets_its_results(self, variant: Variant) -> None:
        """Each seat once."""
        self.compare(variant, LARGEST, games=3)

    @pytest.mark.parametrize(
        ("variant", "others"), first_of(product(all_variants(), OTHERS), PAIR), ids=str
    )
    def test_with_any_others_too(self, variant: Variant, others: tuple[str, ...]) -> None:
        self.compare(variant, others, games=8)

    @staticmethod
    def compare(variant: Variant, others: tuple[str, ...], games: int) -> None:
        outside, inside = (
            meeting(variant, others[0], cautious, *others[1:], seed=2)
            for cautious in (EXTERNAL, "cautious")
        )
        (external,) = run_here(1)(outside, LOGGED, [(0, games)])
        assert same(external, logged(inside, games))
        assert (external.results.scores[:, :2].max(axis=1) > 0).any()

    def test_a_program_may_sit_in_every_seat(self) -> None:
        outside, inside = (meeting("on-board", bot, bot, seed=2) for bot in (EXTERNAL, "cautious"))
        assert same(play(outside, (0, 6)), logged(inside, 6))

    def test_games_count_from_one_for_programs(self) -> None:
        """The program passes in the games it should be asked about, and ends in another one."""
        code = (
            "import json, sys\nfor line in sys.stdin:\n"
            "    assert json.loads(line)['game'] in (5, 6)\n    print('-', flush=True)"
        )
        asked = f"cmd:{shlex.join([sys.executable, '-c', code])}"
        table = meeting("original", asked, "random")
        assert len(play(table, (4, 2)).results) == 2
        with pytest.raises(BotFailed, match="crashed in game 7, turn 1"):
            play(table, (4, 3))


class TestRegisteredBots:
    @pytest.fixture(autouse=True)
    def _registered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def dicey(game: Game, seat: int, rng: Random) -> Move:
            return rng.choice(legal_moves(game, seat))

        monkeypatch.setitem(BOTS, "dicey", dicey)
        monkeypatch.setitem(BOTS, "prudent", cautious_bot)

    def test_it_takes_part_by_its_python(self) -> None:
        table = meeting("longo", "prudent", "heuristic", "random")
        compiled = meeting("longo", "cautious", "heuristic", "random")
        assert same(play(table, (0, 6)), logged(compiled, 6))

    def test_any_game_can_be_played_alone(self) -> None:
        table = meeting("original", "dicey", "random")
        whole = play(table, (0, 8))
        assert same(whole, play(table, (0, 8)))
        assert play(table, (5, 3)).results.tobytes() == whole.results[5:8].tobytes()
        assert len(set(whole.results.turns.tolist())) > 3

    def test_every_decision_has_its_own_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn: list[float] = []

        def drawing(game: Game, seat: int, rng: Random) -> Move:
            drawn.append(rng.random())
            return cautious_bot(game, seat, rng)

        monkeypatch.setitem(BOTS, "drawing", drawing)
        for seed in (1, 2):
            play(meeting("on-board", "drawing", "drawing", seed=seed), (0, 4))
        assert len(set(drawn)) == len(drawn) > 300

    def test_threads_change_nothing(self) -> None:
        table = meeting("original", "dicey", EXTERNAL, "heuristic")
        cut = [(first, 1) for first in range(6)]
        alone, together = (list(run_here(threads)(table, LOGGED, cut)) for threads in (1, 4))
        assert len(alone) == len(cut)
        assert all(map(same, alone, together))


class TestPrograms:
    def test_each_thread_has_its_own_for_each_place(self) -> None:
        meet = threading.Barrier(2)

        def find(programs: Programs) -> list[ExternalBot]:
            meet.wait(60)
            return [programs.find(place, PASSING) for place in (0, 1, 0, 1)]

        with Programs(seconds=60) as programs, ThreadPoolExecutor(2) as pool:
            found = [future.result() for future in [pool.submit(find, programs) for _ in range(2)]]
        for first, second, *again in found:
            assert [first, second] == again
        assert len({id(bot) for bots in found for bot in bots}) == 4

    @pytest.mark.parametrize("threads", [1, 3])
    def test_they_are_started_once_and_ended(
        self, threads: int, started: list[ExternalBot]
    ) -> None:
        table = meeting("original", PASSING, "random", PASSING)
        cut = [(first, 1) for first in range(9)]
        assert len(list(run_here(threads)(table, Terms(), cut))) == len(cut)
        assert len(started) % 2 == 0
        assert 2 <= len(started) <= 2 * threads
        assert ended(started)

    def test_they_are_ended_when_one_fails(self, started: list[ExternalBot]) -> None:
        crash = f"cmd:{command(PROGRAMS / 'misbehaving.py', 'crash')}"
        cut = [(first, 2) for first in range(0, 40, 2)]
        with pytest.raises(BotFailed, match=r"crashed in game \d+, turn \d+ \(exit code 3\)"):
            list(run_here(3)(meeting("original", PASSING, crash), Terms(), cut))
        assert started
        assert ended(started)

    def test_they_are_ended_when_one_cannot_be_started(
        self, started: list[ExternalBot], tmp_path: Path
    ) -> None:
        broken = tmp_path / "bot"
        broken.write_text("#!/no/such/interpreter\n", encoding="utf-8")
        broken.chmod(0o755)
        table = meeting("original", PASSING, f"cmd:{broken}")
        with pytest.raises(BotFailed, match=r"bot cannot be started: .* an interpreter"):
            list(run_here(2)(table, Terms(), [(0, 2), (2, 2)]))
        assert started
        assert ended(started)

    def test_one_that_thinks_is_not_waited_for(
        self, lifeline: Lifeline, started: list[ExternalBot]
    ) -> None:
        """It would think for ten minutes, and may: but nobody wants the game any more."""
        code = (
            "import json, os, sys, time\nfor line in sys.stdin:\n"
            "    if json.loads(line)['game'] > 2:\n"
            "        lifeline = open(sys.argv[1], 'w')\n"
            "        print(os.getpid(), file=lifeline, flush=True)\n        time.sleep(600)\n"
            "    print('-', flush=True)"
        )
        thinker = f"cmd:{shlex.join([sys.executable, '-c', code, str(lifeline.path)])}"
        table = meeting("original", thinker, "random")
        chunks = run_here(1)(table, Terms(seconds=600), [(0, 2), (2, 2), (4, 2)])
        assert next(chunks).first == 0
        assert select.select([lifeline.reader], [], [], 60)[0], "it thinks"
        assert lifeline.process()
        assert isinstance(chunks, Generator)
        chunks.close()
        assert lifeline.is_cut(seconds=120)
        assert ended(started)

    def test_nothing_is_played_or_started_after_the_end(self, started: list[ExternalBot]) -> None:
        with Programs(seconds=60) as programs:
            pass
        with pytest.raises(TableClosed):
            programs.find(0, PASSING)
        with pytest.raises(TableClosed):
            play_mixed(meeting("original", "random"), (0, 1), logged=False, programs=programs)
        assert not started


def test_it_says_when_it_compiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = meeting("original", PASSING)
    for loaded, kept, said in ((False, False, COMPILING), (False, True, ""), (True, False, "")):
        monkeypatch.setattr(mixed, "is_loaded", lambda _, loaded=loaded: loaded)
        monkeypatch.setattr(mixed, "is_kept", lambda _, kept=kept: kept)
        assert len(list(run_here(1)(table, Terms(), [(0, 1)]))) == 1
        assert capsys.readouterr().err.strip() == said
