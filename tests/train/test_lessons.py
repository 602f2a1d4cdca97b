"""What one lesson changes: the gradient, number by number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.kernels import layout
from rowlock.kernels.bridge import to_state
from rowlock.kernels.features import features, shape_of
from rowlock.kernels.network import KERNELS, SCORE, UNITS, WIN, Mind, add_up, chance, head_of
from rowlock.kernels.tables import tables_of
from rowlock.kernels.weights import gather, mind_with, turns_of
from rowlock.rules import VARIANTS, Game, start
from rowlock.train.lessons import SCORE_WEIGHT, Desk, trace_back
from shares import first_of
from strategies import starts
from train.slow_network import LAYERS, layers_of, lively_weights, loss, outputs

STEP = 1e-6
"""How far numbers are moved to see what the loss does."""

TABLES = [("original", 2), ("original", 5), ("longo", 3), ("on-board", 2), ("mixx-a", 2)]


def think(game: Game, view: int, seed: int) -> tuple[Mind, layout.Ints, int]:
    """A mind that has just looked at a position, and the switches that it saw."""
    seats = len(game.sheets)
    mind = mind_with(game.variant, seats, lively_weights(game.variant, seats, seed))
    found = np.zeros_like(mind.now)
    shape = shape_of(game.variant, seats)
    slots = features(tables_of(game.variant), shape, to_state(game), view, found)
    add_up(mind, found, slots, mind.shifted)
    head_of(mind)
    return mind, found, slots


@given(starts(), st.data())
@settings(max_examples=25)
def test_the_network_is_that_of_the_plain_formula(game: Game, data: st.DataObject) -> None:
    view = data.draw(st.integers(0, len(game.sheets) - 1))
    mind, found, slots = think(game, view, data.draw(st.integers(0, 99)))
    wanted = outputs(layers_of(mind), found[:slots].tolist())
    assert np.array(mind.out) == pytest.approx(wanted, rel=1e-4, abs=1e-4)


@given(starts(), st.data())
@settings(max_examples=25)
@pytest.mark.parametrize("told", first_of(["win", "score", "both"], "both"))
def test_the_gradient_is_what_the_loss_does(told: str, game: Game, data: st.DataObject) -> None:
    """A part of the numbers of every layer is moved to both sides a little."""
    mind, found, slots = think(game, 0, data.draw(st.integers(0, 99)))
    layers, switches = layers_of(mind), found[:slots].tolist()
    logit, expected = outputs(layers, switches)
    # Where the network is right already, the lesson teaches nothing.
    win = data.draw(st.floats(0, 1)) if told != "score" else float(1 / (1 + np.exp(-logit)))
    score = data.draw(st.floats(-1, 3)) if told != "win" else float(expected)
    off = chance(mind.out[WIN]) - np.float32(win)
    far = SCORE_WEIGHT * (mind.out[SCORE] - np.float32(score))
    desk: Desk = layout.empty(layout.layout(Desk))
    trace_back(mind, desk, found, slots, off, far)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    for name in LAYERS:
        layer, gradient = layers[name], getattr(desk, name)
        lines = switches if name == "first" else range(len(layer))
        for _ in range(12):
            place = (int(rng.choice(lines)), *(int(rng.integers(size)) for size in layer.shape[1:]))
            before, values = layer[place], []
            for step in (STEP, -STEP):
                layer[place] = before + step
                values.append(loss(layers, switches, win, score))
            layer[place] = before
            slope = (values[0] - values[1]) / (2 * STEP)
            assert gradient[place] == pytest.approx(slope, rel=2e-3, abs=2e-4), (name, place)


def test_only_what_was_switched_on_learns() -> None:
    mind, found, slots = think(start(VARIANTS["original"], 2), 0, 1)
    desk: Desk = layout.empty(layout.layout(Desk))
    trace_back(mind, desk, found, slots, np.float32(0.3), np.float32(0.1))
    changed = np.flatnonzero(np.abs(desk.first).sum(axis=1))
    assert changed.tolist() == sorted(found[:slots].tolist())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_what_kernels_learn_is_summed_over_their_turns(name: str, seats: int) -> None:
    """Turning kernels and gathering what they learned are adjoint: the same product either way."""
    variant, rng = VARIANTS[name], np.random.default_rng(7)
    weights = lively_weights(variant, seats, 3)
    mind, lines = mind_with(variant, seats, weights), len(weights.first)
    first = rng.normal(size=(lines, UNITS)).astype(np.float32)
    bias = rng.normal(size=UNITS).astype(np.float32)
    gathered = gather(variant, seats, first, bias)
    turned = np.vdot(mind.first[:lines].astype(float), first) + np.vdot(mind.bias, bias)
    tied = np.vdot(weights.first.astype(float), gathered[0]) + np.vdot(weights.bias, gathered[1])
    assert turned == pytest.approx(tied, rel=1e-5, abs=1e-3)
    assert not np.any(mind.first[lines:])
    assert gathered[0].shape == (lines, turns_of(variant, seats).kernels)
    assert UNITS % turns_of(variant, seats).kernels == 0
    assert turns_of(variant, seats).kernels % KERNELS == 0
