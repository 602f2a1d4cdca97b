"""Positions that mirror each other are worth the same, whatever the network has learned."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.kernels.bridge import to_state
from rowlock.kernels.network import look_at, worth
from rowlock.kernels.symmetry import symmetries
from rowlock.kernels.tables import tables_of
from rowlock.kernels.weights import Weights, mind_with, turns_of
from rowlock.rules import VARIANTS, Game, Row, Sheet, Space, resume
from strategies import rows, starts
from train.slow_network import lively_weights

COUNTS = {"original": 8, "longo": 4, "on-board": 1, "mixx-a": 2, "mixx-b": 1}


def turned(game: Game, images: tuple[int, ...]) -> Game:
    """The game with what is in each row moved to its image."""
    sheets = []
    for sheet in game.sheets:
        moved = [0] * len(images)
        for row, image in enumerate(images):
            moved[image] = sheet.rows[row]
        sheets.append(sheet._replace(rows=tuple(moved)))
    locked = sum(1 << image for row, image in enumerate(images) if game.locked >> row & 1)
    return resume(game.variant, sheets, game.active, locked)


def worth_of(game: Game, weights: Weights, view: int) -> float:
    tables, mind = tables_of(game.variant), mind_with(game.variant, len(game.sheets), weights)
    state = to_state(game)
    look_at(tables, mind, state, view)
    return float(worth(tables, mind, state, view))


@pytest.mark.parametrize("name", VARIANTS)
def test_how_many_ways_games_look_the_same(name: str) -> None:
    found = symmetries(VARIANTS[name])
    assert len(found) == len(set(found)) == COUNTS[name]
    assert found[0] == (0, 1, 2, 3)
    for one in found:
        for other in found:
            assert tuple(one[image] for image in other) in found, "two in a row are one again"


@given(starts(), st.data())
@settings(max_examples=60)
def test_mirrored_positions_are_worth_the_same(game: Game, data: st.DataObject) -> None:
    images = data.draw(st.sampled_from(symmetries(game.variant)))
    view = data.draw(st.integers(0, len(game.sheets) - 1))
    weights = lively_weights(game.variant, len(game.sheets), data.draw(st.integers(0, 9)))
    assert worth_of(turned(game, images), weights, view) == pytest.approx(
        worth_of(game, weights, view), rel=1e-4, abs=1e-4
    )


@given(st.data())
@settings(max_examples=30)
def test_other_exchanges_change_the_worth(data: st.DataObject) -> None:
    """Else the network could not tell rows apart."""
    variant = VARIANTS["original"]
    others = sorted(set(permutations(range(4))) - set(symmetries(variant)))
    images = data.draw(st.sampled_from(others))
    # How far a row is used and how many crosses it has is all that the network sees of it. The
    # four rows have the same shape, so what one may hold the others may hold too.
    used = data.draw(
        st.lists(
            rows(variant.rows[0]),
            min_size=4,
            max_size=4,
            unique_by=lambda row: (row.bit_length(), row.bit_count()),
        )
    )
    game = resume(variant, [Sheet(tuple(used)), Sheet((0,) * 4)], 0)
    # One network may find two positions equally good by chance, but not each of three.
    three = [lively_weights(variant, 2, seed) for seed in (4, 5, 6)]
    found = [worth_of(turned(game, images), weights, 0) for weights in three]
    assert found != pytest.approx(
        [worth_of(game, weights, 0) for weights in three], rel=1e-6, abs=1e-6
    )


def test_a_number_of_ways_that_does_not_divide_eight() -> None:
    """Three equal rows look the same in six ways; the network then has none."""
    original = VARIANTS["original"]
    three = replace(
        original,
        name="three",
        rows=tuple(
            Row(c, c, tuple(Space(c, n) for n in range(2, 8)), 1, 2, c) for c in original.dice[:3]
        ),
    )
    assert len(symmetries(three)) == 6
    assert len(turns_of(three, 2).lines) == 1
    assert np.array_equal(turns_of(three, 2).lines[0], np.arange(len(turns_of(three, 2).lines[0])))
