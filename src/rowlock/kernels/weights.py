"""The numbers of a network as they are learned and kept: every kernel once, not turned.

A game with s symmetries has 8/s sets of kernels, each of them turned s ways; so the network has
the same size for all games, and one with more symmetries has less to learn.
"""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

import numpy as np

from rowlock.kernels import layout
from rowlock.kernels.features import shape_of
from rowlock.kernels.layout import Ints
from rowlock.kernels.network import (
    BOTH,
    HIDDEN,
    KERNELS,
    LINES,
    POINTS,
    SCORE,
    TURNED,
    UNITS,
    WIN,
    Floats,
    Mind,
)
from rowlock.kernels.symmetry import turned_lines
from rowlock.kernels.tables import TooLarge
from rowlock.rules import Variant, side_of

FOLDER = "minds"
PATIENCE = 30_000
"""How many positions are judged at most for a decision, where no clock is at hand."""

STEPS = 127
"""The first layer is kept in whole numbers from -127 to 127, with a unit for each kernel."""


class Weights(NamedTuple):
    """The layers as `Mind` has them; `first` and `bias` with every kernel once."""

    first: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    head: Floats


class NoNetwork(ValueError):
    """A game for which no network has been trained."""


class Turns(NamedTuple):
    """How the kernels of a game are turned: the lines of each symmetry, and the units that one set
    of kernels and one symmetry have."""

    lines: list[Ints]
    parts: list[tuple[slice, int, slice]]

    @property
    def kernels(self) -> int:
        """How many kernels are learned."""
        return UNITS // len(self.lines)


@lru_cache(maxsize=64)
def turns_of(variant: Variant, seats: int) -> Turns:
    """The symmetries of a game, as far as they divide the eight ways in which a kernel can be
    turned; of other numbers only standing still is used."""
    lines = turned_lines(variant, seats)
    if TURNED % len(lines):
        lines = [np.arange(len(lines[0]))]
    places = [(one, way) for one in range(TURNED // len(lines)) for way in range(len(lines))]
    parts = [
        (slice(one * KERNELS, (one + 1) * KERNELS), way, slice(at, at + KERNELS))
        for at, (one, way) in zip(range(0, UNITS, KERNELS), places, strict=True)
    ]
    return Turns(lines, parts)


def new_weights(variant: Variant, seats: int, rng: np.random.Generator) -> Weights:
    """A network that knows nothing. The states of a row begin as a line through how far it is used
    and how many crosses it has, so that those that are rare begin where their neighbours do."""
    kernels, shape = turns_of(variant, seats).kernels, shape_of(variant, seats)
    first = rng.normal(0, 0.1, (seats * shape.block, kernels))
    for role in range(seats):
        for index, row in enumerate(variant.rows):
            used, crossed, locked = rng.normal(0, 0.5, (3, kernels)) / len(row.spaces)
            at, inner = role * shape.block + shape.open_at[index], len(row.spaces) - row.ends
            states = [(0, 0), *((u, c) for u in range(1, inner + 1) for c in range(1, u + 1))]
            for state, (far, made) in enumerate(states):
                first[at + state] = far * used + made * crossed
            for made in range(len(row.spaces) + 2):
                first[at + len(states) + made] = made * crossed + locked * len(row.spaces)
    head = rng.normal(0, 0.01, (2, BOTH + 1))
    head[WIN, BOTH], head[SCORE, BOTH] = -np.log(max(seats - 1, 1)), 60 / POINTS
    second = rng.normal(0, np.sqrt(2 / KERNELS) / TURNED, (KERNELS, HIDDEN))
    zeros = np.zeros(kernels), np.zeros(HIDDEN)
    layers = (first, zeros[0], second, zeros[1], head)
    return Weights(*(layer.astype(np.float32) for layer in layers))


def mind_with(variant: Variant, seats: int, weights: Weights) -> Mind:
    """A mind that thinks with these weights."""
    turns, lines = turns_of(variant, seats), len(weights.first)
    if lines > LINES:
        raise TooLarge(f"networks have room for {LINES} positions of switches, not {lines}")
    mind: Mind = layout.empty(layout.layout(Mind))
    mind.switches = shape_of(variant, seats)
    for kernels, way, units in turns.parts:
        mind.first[turns.lines[way], units] = weights.first[:, kernels]
        mind.bias[units] = weights.bias[kernels]
    mind.second[...], mind.second_bias[...] = weights.second, weights.second_bias
    mind.head[...], mind.patience = weights.head, PATIENCE
    return mind


def gather(variant: Variant, seats: int, first: Floats, bias: Floats) -> tuple[Floats, Floats]:
    """What belongs to each kernel, summed over the ways it is turned."""
    turns = turns_of(variant, seats)
    lines = len(turns.lines[0])
    firsts = np.zeros((lines, turns.kernels), np.float32)
    biases = np.zeros(turns.kernels, np.float32)
    for kernels, way, units in turns.parts:
        firsts[:, kernels] += first[turns.lines[way], units]
        biases[kernels] += bias[units]
    return firsts, biases


def pack(weights: Weights) -> bytes:
    """The weights as they are kept in the package."""
    unit = np.abs(weights.first).max(axis=0) / STEPS
    unit[unit == 0] = 1
    rounded = np.round(weights.first / unit).astype(np.int8)
    file = BytesIO()
    np.savez_compressed(
        file,
        first=rounded,
        unit=unit,
        **{k: v for k, v in weights._asdict().items() if k != "first"},
    )
    return file.getvalue()


def unpack(data: bytes) -> Weights:
    """The other way round."""
    with np.load(BytesIO(data)) as kept:
        first = kept["first"].astype(np.float32) * kept["unit"]
        return Weights(first, *(kept[name] for name in Weights._fields[1:]))


def mind_name(variant: Variant, seats: int) -> str:
    """What the network of a game is called. A path of one's own is played with the network of the
    board's first side: the pawns go as far and earn as much."""
    side = ""
    if variant.sides:
        side = "-" + (side_of(variant) or variant.sides[0][0]).lower()
    return f"{variant.name}{side}-{seats}"


@lru_cache(maxsize=32)
def packaged(variant: Variant, seats: int) -> tuple[Weights, int]:
    """The trained weights of a game, and for how many seats they are: for as many as play, or the
    most there are below."""
    for fewer in range(seats, min(seats, 2) - 1, -1):
        file = files("rowlock.kernels") / FOLDER / f"{mind_name(variant, fewer)}.npz"
        if file.is_file():
            weights = unpack(file.read_bytes())
            if len(weights.first) == fewer * shape_of(variant, fewer).block:
                return weights, fewer
    raise NoNetwork(f"there is no network for {variant.name} with {seats} seats")
