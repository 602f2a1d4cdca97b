"""The benchmark of thinking bots measures what it says."""

from pathlib import Path
from random import Random

import pytest
from benchmarks import bots

from rowlock.bots import find_bot
from rowlock.kernels.choice import choice_of
from rowlock.kernels.deals import Deals
from rowlock.rules import Phase, find_variant, legal_moves

ROOT = Path(__file__).parents[2]
TINY = bots.Effort(games=2, rounds=2, decisions=12, timed_decisions=3, evaluations=50, starts=1)
DEALS = Deals(find_variant("original"), 2, 1)


def test_only_choices_are_decided() -> None:
    found = bots.some_choices(DEALS, 150)
    assert len(found) == 150
    assert all(len(legal_moves(game, seat)) > 1 for game, seat in found)
    assert {game.phase for game, _ in found} == {Phase.WHITE, Phase.COLOUR}
    assert len({game.turn for game, _ in found}) > 5
    starts = [game for game, _ in found if game.turn == 1]
    assert len({game.rolled for game in starts}) > 1, "several games"


def test_every_decision_is_timed_and_one_before_them_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    clock = iter(range(100))
    monkeypatch.setattr("time.thread_time", lambda: next(clock))
    cautious = find_bot("cautious")

    def bot(game: object, seat: int, rng: object) -> object:
        asked.append(seat)
        return cautious(game, seat, rng)  # type: ignore[arg-type]  # handed on

    choices = bots.some_choices(DEALS, 4)
    assert bots.times(bot, choices) == [1000.0] * 4  # type: ignore[arg-type]  # a bot it is
    assert asked == [choices[0][1], *(seat for _, seat in choices)]


def test_the_patient_one_is_the_grandmaster_of_compiled_games() -> None:
    choices = bots.some_choices(DEALS, 3)
    number = Random(7).getrandbits(64)
    for game, seat in choices:
        wanted = choice_of(game, seat, "grandmaster", number)
        assert bots.patient(game, seat, Random(7)) == wanted


@pytest.mark.soak
def test_the_documented_tables_are_those_of_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for bots_of in (bots.COUNTING, bots.TIMED):
        for name in bots_of:
            monkeypatch.setitem(bots_of, name, find_bot("heuristic"))
    monkeypatch.setattr(bots, "first_call", lambda _program, _cache: 1.5)
    bots.report(TINY)
    told = capsys.readouterr().out.splitlines()
    documented = (ROOT / "BENCHMARKS.md").read_text(encoding="utf-8").splitlines()
    titles = [line for line in told if line.startswith("### ")]
    headings = [told[at - 1] for at, line in enumerate(told) if line.startswith("|---")]
    assert len(titles) == len(headings) == 4
    assert set(titles + headings) <= set(documented)
    for game in bots.GAMES:
        lines = [line for line in told if line.startswith(f"| {game} |")]
        assert len(lines) == len(bots.COUNTING) + len(bots.TIMED) + 2
    assert any(line.endswith("| 1.50 s | 1.50 s |") for line in told)


def test_decisions_of_those_who_look_at_the_clock_are_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "GAMES", {"original": find_variant("original")})
    monkeypatch.setattr(bots, "COUNTING", {"a": find_bot("cautious")})
    monkeypatch.setattr(bots, "TIMED", {"b": find_bot("cautious")})
    *_, short, long = bots.decisions_table(TINY)
    assert short.startswith("| original | a | 12 |")
    assert long.startswith("| original | b | 3 |")


def test_a_first_call_has_its_own_cache(tmp_path: Path) -> None:
    program = "import os, pathlib; pathlib.Path(os.environ['XDG_CACHE_HOME'], 'here').touch()"
    assert bots.first_call(program, str(tmp_path)) > 0
    assert (tmp_path / "here").exists()


@pytest.mark.parametrize("program", bots.FIRST_CALLS.values())
def test_first_calls_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(bots.CLOCKED.format(program), {})
    assert float(capsys.readouterr().out) > 0
