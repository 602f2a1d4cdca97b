"""What networks say is noted as it is learned from, beside what games were really like."""

import numpy as np
import pytest

from rowlock.kernels.batch import Batch, play_batch
from rowlock.kernels.log import Records
from rowlock.kernels.network import POINTS
from rowlock.kernels.weights import Weights, new_weights
from rowlock.rules import Variant, find_variant
from rowlock.train import judged
from rowlock.train.course import Course, Piece, teach
from rowlock.train.judged import judge

GAMES, SEED = 30, 1_000_003
TABLES = [("original", 2), ("on-board", 3), ("longo", 1)]


def about(name: str, seats: int) -> tuple[Variant, Weights]:
    variant = find_variant(name)
    return variant, new_weights(variant, seats, np.random.default_rng(3))


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}, {table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[Variant, int, Weights, Records]:
    name, seats = request.param
    variant, weights = about(name, seats)
    return variant, seats, weights, judge(variant, weights, seats, GAMES, SEED)


def test_what_came_is_how_the_games_of_the_batch_end(
    table: tuple[Variant, int, Weights, Records],
) -> None:
    """The first game of each deal has its dice, and all seats are the same bot. Rounding may decide
    between choices that are worth the same, so a game or two may go another way."""
    variant, seats, weights, notes = table
    batch = Batch(variant, ("master",) * seats, SEED, weights)
    results = play_batch(batch, GAMES * seats)
    scores = results.scores[::seats, :seats]
    best = scores == scores.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    alike = 0
    for game, last in enumerate(results.turns[::seats].tolist()):
        here = notes.game == game
        seat, turns = notes.seat[here], notes.turn[here]
        assert len(turns)
        alike += (
            (notes.points[here] == scores[game, seat]).all()
            and notes.won[here] == pytest.approx(shares[game, seat])
            and turns[seat == 0].tolist() == list(range(1, last))  # all ends of turns but the last
        )
    assert alike >= GAMES - 2


def test_forecasts_are_as_wrong_as_learning_finds_them(
    table: tuple[Variant, int, Weights, Records],
) -> None:
    """With full trust in what comes later, what is learned from is the end of the game."""
    variant, seats, weights, notes = table
    course = Course(variant, seats, GAMES, SEED, trust=1.0)
    taught = teach(Piece(course, weights, 0, GAMES))
    assert taught.lessons == len(notes)
    assert taught.loss == pytest.approx(float(((notes.chance - notes.won) ** 2).sum()), rel=1e-4)
    off = (notes.expected - notes.points) / POINTS
    assert taught.surprise == pytest.approx(float((off**2).sum()), rel=1e-4)


def test_pieces_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    variant, weights = about("original", 2)
    told: list[int] = []
    whole = judge(variant, weights, 2, 5, SEED)
    monkeypatch.setattr(judged, "PIECE", 2)
    pieces = judge(variant, weights, 2, 5, SEED, threads=2, done=told.append)
    assert whole.tolist() == pieces.tolist()
    assert told == [2, 2, 1]


def test_no_games_say_nothing() -> None:
    variant, weights = about("original", 2)
    assert len(judge(variant, weights, 2, 0, SEED)) == 0
