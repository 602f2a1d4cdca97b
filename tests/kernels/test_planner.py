"""The `planner` thinks without a network."""

import pytest

from kernels.thinking import decisions
from rowlock.kernels.batch import Batch, play_batch
from rowlock.kernels.choice import choice_of
from rowlock.kernels.weights import NoNetwork, packaged
from rowlock.rules import legal_moves
from tiny_games import TINY_GAMES

UNTRAINED = TINY_GAMES["two rows up"]


def test_it_chooses_in_games_that_have_no_network() -> None:
    with pytest.raises(NoNetwork):
        packaged(UNTRAINED, 2)
    for game in decisions(UNTRAINED, 2, 1, 10):
        for seat in game.acting:
            assert choice_of(game, seat, "planner", 0) in legal_moves(game, seat)


def test_it_plays_there_too() -> None:
    results = play_batch(Batch(UNTRAINED, ("planner", "heuristic"), seed=3), 50)
    assert (results.turns > 0).all()
    assert results.scores[:, :2].any()


def test_others_still_need_one() -> None:
    with pytest.raises(NoNetwork):
        play_batch(Batch(UNTRAINED, ("planner", "master"), seed=3), 1)
