"""Writes rolls of fair games, for the page's own check of the dice to be tried on.

python tools/dice_vectors.py            writes client/tests/dice.json
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from rowlock.dice import NO_NONCE, FairDice, commitment
from rowlock.rules import VARIANTS, Game, Phase, legal_moves, start

FILE = Path(__file__).parent.parent / "client" / "tests" / "dice.json"


def vectors() -> list[dict[str, Any]]:
    """A whole game of every kind, for one, for two and for as many as can play it. In the last a
    row is locked before the end, so that dice are missing."""
    found = []
    for name, variant in VARIANTS.items():
        found += [_vector(name, seats, 0) for seats in (1, 2)]
        games = (_vector(name, variant.seats, number) for number in count())
        found.append(next(game for game in games if len(game["rolls"][-1]) < len(game["rolls"][0])))
    return found


def text() -> str:
    """The file: a line for each game."""
    lines = ",\n".join(json.dumps(vector) for vector in vectors())
    return f"[\n{lines}\n]\n"


def _vector(name: str, seats: int, number: int) -> dict[str, Any]:
    seed = sha256(f"{name} {seats} {number}".encode("ascii")).digest()
    nonces = [_nonce(f"{name} {number} seat {seat}") for seat in range(seats)]
    if seats > 1:
        nonces[-1] = NO_NONCE
    return {
        "variant": name,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "nonces": nonces,
        "rolls": list(_rolls(name, FairDice(seed, nonces))),
    }


def _nonce(text: str) -> str:
    return sha256(text.encode("ascii")).hexdigest()[:32]


def _rolls(name: str, dice: FairDice) -> Iterator[str]:
    """The rolls of a game, turn by turn, as records write them."""
    variant, seats, rng = VARIANTS[name], len(dice.nonces), Random(name)
    game = start(variant, seats, 0, list(variant.lucky[:seats]))
    while not game.over:
        if game.phase is Phase.ROLL:
            roll = dice(game)
            yield str(roll)
            game = game.roll(roll)
        else:
            game = _played(game, rng)


def _played(game: Game, rng: Random) -> Game:
    """Players mostly cross what comes first, so that rows are locked and lose their dice."""
    moves = [legal_moves(game, seat) for seat in game.acting]
    return game.act([rng.choice(few) if rng.random() < 0.3 else few[0] for few in moves])


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
