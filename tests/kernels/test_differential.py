"""Compiled games against the rules: every game, every number of seats."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from differential import LINEUPS, TABLES, compare_all, compare_games, lineup
from rowlock.kernels.batch import Batch
from rowlock.kernels.bridge import to_code, to_moves, to_state
from rowlock.kernels.legal import legal
from rowlock.kernels.state import State
from rowlock.kernels.tables import tables_of
from rowlock.kernels.turn import act, total
from rowlock.rules import VARIANTS, Game, Phase, Reason, Variant, legal_moves, on_side, totals
from shares import first_of
from strategies import choices, positions
from variant_strategies import any_variants

DECISIONS_A_TABLE = 2_500
DECISIONS_A_SOAK = 250_000
GAMES_AT_ONCE = 20
JUDGED = 12
FEW_TABLES = [*((name, 2) for name in VARIANTS), ("on-board", VARIANTS["on-board"].seats)]
"""Where nothing is compiled a game takes long: so each once, and the one with pawns full."""
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_kernels_agree_with_the_rules(name: str, seats: int) -> None:
    agree(name, seats, DECISIONS_A_TABLE)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_kernels_agree_with_the_rules_for_long(name: str, seats: int) -> None:
    agree(name, seats, DECISIONS_A_SOAK)


def agree(name: str, seats: int, wanted: int) -> None:
    decisions, first, ends = 0, 0, set[Reason | None]()
    while decisions < wanted:
        for seed, bots in enumerate(LINEUPS):
            batch = Batch(VARIANTS[name], lineup(seats, bots), seed)
            judged = JUDGED if first == 0 else 0
            seen, reasons = compare_games(batch, GAMES_AT_ONCE, first, judged)
            decisions, ends = decisions + seen, ends | reasons
        first += GAMES_AT_ONCE
    board = VARIANTS[name].board is not None
    assert ends == {"locks", "misses", *(["finish"] if board else [])}, "games end in every way"


def test_the_other_side_of_the_board() -> None:
    batch = Batch(on_side(VARIANTS["on-board"], "B"), lineup(3, LINEUPS[1]), 3)
    decisions, _ = compare_games(batch, 100, judged=20)
    assert decisions > 5_000


@pytest.mark.parametrize("tables", first_of([FEW_TABLES, TABLES], FEW_TABLES), ids=len)
def test_not_compiled_the_games_are_the_same(tables: list[tuple[str, int]]) -> None:
    """The same comparison in a process that compiles nothing, and the same results."""
    path = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error", "-m", "differential", json.dumps(tables)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == compare_all(1, tables)


@given(positions(), st.data())
def test_any_position(game: Game, data: st.DataObject) -> None:
    """Legal moves, totals and what an action leads to, also from positions no game here reaches."""
    tables, state = tables_of(game.variant), to_state(game)
    for seat in range(len(game.sheets)):
        assert total(tables, state, seat) == totals(game)[seat]
    for seat in game.acting:
        assert to_moves(game.variant, legal(tables, state, seat)) == legal_moves(game, seat)
    if game.acting:
        chosen = data.draw(choices(game))
        for seat, move in zip(game.acting, chosen, strict=True):
            state.moves[seat] = to_code(game.variant, move)
        act(tables, state)
        assert_same(state, game.act(chosen))


def assert_same(state: State, game: Game) -> None:
    wanted, seats = to_state(game), len(game.sheets)
    for name in ("turn", "active", "phase", "locked", "out", "last_turn", "reason"):
        assert getattr(state, name) == getattr(wanted, name), name
    if game.phase not in (Phase.ROLL, Phase.OVER):
        assert state.crossed == wanted.crossed
    for name in ("marks", "open", "misses", "pawn", "lucky"):
        assert list(getattr(state, name)[:seats]) == list(getattr(wanted, name)[:seats]), name


@given(any_variants(), st.integers(0, 1000), st.data())
def test_any_variant(variant: Variant, seed: int, data: st.DataObject) -> None:
    """No game is special: rows, dice, faces, locks, boards and lucky numbers of any kind."""
    seats = data.draw(st.integers(1, variant.seats))
    for bots in LINEUPS:
        compare_games(Batch(variant, lineup(seats, bots), seed), 2, judged=2)
