"""Networks of tiny games, where perfect play is known exactly."""

import pytest

from reference.turns_twin import Moment, Position, Roll, Sheet, start
from rowlock.kernels.bridge import to_state
from rowlock.train.course import Course
from shares import first_of
from tiny_games import TINY_GAMES, as_game
from train.courses import through
from train.duels import against_perfect, as_player, perfect, states, value_at_start

CLOSE = 0.01

GAMES = {"two rows up": 60_000, "up and down": 40_000, "one row": 20_000, "three faces": 40_000}
"""How many games are learned from: a few seconds each."""


SMALLEST = ("one row",)
"""The others take up to half a minute: they are tried in the long tests."""


@pytest.mark.early
@pytest.mark.parametrize(
    "name",
    first_of(TINY_GAMES, *SMALLEST),
)
def test_the_same_training_comes_close_to_perfect_play(name: str) -> None:
    """Within one in a hundred of the exact value: what the network thinks of the start, and what
    its player wins against a perfect one, whoever begins."""
    variant, duel = TINY_GAMES[name], perfect(name)
    exact = duel.value(start(duel.game))
    weights = through(Course(variant, 2, GAMES[name]))[-1].student.average
    first, second = against_perfect(name, as_player(variant, weights))
    told = f"exact {exact:.4f}, first {first - exact:+.4f}, second {second - 1 + exact:+.4f}"
    assert value_at_start(name, weights) == pytest.approx(exact, abs=CLOSE)
    assert min(first - exact, second - 1 + exact) >= -CLOSE, told
    assert max(first - exact, second - 1 + exact) <= 1e-9, "nobody does better than perfect play"


def test_moments_are_quickly_made_states() -> None:
    variant = TINY_GAMES["three faces"]
    position = Position((Sheet(((0,), (0, 1)), 1), Sheet(((), (2,)), 0)), (), 1)
    roll = Roll((3, 1), (("r", 2), ("y", 3)))
    state_at = states(variant)
    for seat, phase, crossed in ((0, "white", False), (1, "colour", True), (1, "colour", False)):
        moment = Moment(position, roll, seat, phase, crossed)
        assert state_at(moment) == to_state(as_game(variant, moment))
