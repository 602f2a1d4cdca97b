"""Positions to think about, networks that nobody has trained, and both together."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from helpers import all_variants
from reference import network_twin
from rowlock.bots.cautious import cautious_bot
from rowlock.kernels.bridge import to_move
from rowlock.kernels.network import KERNELS, Mind
from rowlock.kernels.rng import draw
from rowlock.kernels.tables import Tables, tables_of
from rowlock.kernels.weights import Weights, mind_with, new_weights
from rowlock.rules import Game, Move, Phase, Roll, Variant, legal_moves, start

TABLES = [(variant, seats) for variant in all_variants() for seats in range(1, variant.seats + 1)]
"""Every game with every number of seats; On Board on both sides."""


def named(table: object) -> str:
    return repr(table) if isinstance(table, Variant) else str(table)


def lively_weights(variant: Variant, seats: int, seed: int = 0) -> Weights:
    """A network that knows nothing and finds every position different."""
    rng = np.random.default_rng(seed)
    new = new_weights(variant, seats, rng)
    bias = new.bias + rng.normal(0, 0.3, new.bias.shape)
    second_bias = new.second_bias + rng.normal(0, 0.3, new.second_bias.shape)
    head = new.head + rng.normal(0, 0.5 / KERNELS, new.head.shape)
    layers = (new.first, bias, new.second, second_bias, head)
    return Weights(*(layer.astype(np.float32) for layer in layers))


class Thinker(NamedTuple):
    """The same network twice: compiled, and as its slow twin."""

    tables: Tables
    mind: Mind
    net: network_twin.Net

    def worth(self, game: Game, seat: int) -> float:
        return network_twin.worth(self.net, game, seat)

    def outlook(self, game: Game, seat: int) -> float:
        return network_twin.outlook(self.net, game, seat)


def thinker(variant: Variant, seats: int, weights: Weights | None = None) -> Thinker:
    made = weights or lively_weights(variant, seats)
    mind = mind_with(variant, seats, made)
    return Thinker(tables_of(variant), mind, network_twin.net(variant, seats, made))


def random_roll(game: Game, rng: Random) -> Roll:
    one, other, *faces = (
        rng.randint(1, game.variant.faces) for _ in range(2 + len(game.dice_in_play))
    )
    return Roll((one, other), tuple(zip(game.dice_in_play, faces, strict=True)))


def some_move(game: Game, seat: int, rng: Random) -> Move:
    """Careful play, and now and then anything: so that all parts of a game are reached."""
    if rng.random() < 0.7:
        return cautious_bot(game, seat, rng)
    return rng.choice(legal_moves(game, seat))


def moments(variant: Variant, seats: int, seed: int) -> Iterator[Game]:
    """All positions of a game, from the start to the end."""
    rng = Random(f"{variant.name} {seats} {seed}")
    pairs = rng.sample(variant.lucky, seats) if variant.lucky else []
    game = start(variant, seats, lucky=pairs)
    yield game
    while not game.over:
        if game.phase is Phase.ROLL:
            game = game.roll(random_roll(game, rng))
        else:
            game = game.act([some_move(game, seat, rng) for seat in game.acting])
        yield game


def decisions(variant: Variant, seats: int, seed: int, count: int) -> list[Game]:
    """Some positions of a game in which there is something to decide."""
    open_ones = [
        game
        for game in moments(variant, seats, seed)
        if any(len(legal_moves(game, seat)) > 1 for seat in game.acting)
    ]
    return Random(seed).sample(open_ones, min(count, len(open_ones)))


def move_of(game: Game, code: int) -> Move:
    return to_move(game.variant, int(code))


def drawn(number: int, n: int) -> np.uint64:
    """The n-th number of a stream, as kernels take it."""
    return np.uint64(draw(key(number), n))


def key(number: int) -> np.uint64:
    """The key of a stream that has nothing to do with those of other numbers."""
    return np.uint64(Random(number).getrandbits(64))
