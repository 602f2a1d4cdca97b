"""The rolls that the page's check of the dice is tried on are those of fair games."""

import json

import dice_vectors

from reference.record_twin import fair_rolls
from rowlock.rules import VARIANTS

VECTORS = json.loads(dice_vectors.FILE.read_text(encoding="utf-8"))


def faces(roll: str) -> list[int]:
    """The faces of a roll in the order they are drawn."""
    return [int(sign) for sign in roll if sign.isdigit()]


def test_the_file_is_current() -> None:
    assert dice_vectors.FILE.read_text(encoding="utf-8") == dice_vectors.text(), "run make types"


def test_the_twin_rolls_the_same() -> None:
    for vector in VECTORS:
        variant, seed = VARIANTS[vector["variant"]], bytes.fromhex(vector["seed"])
        for turn, roll in enumerate(vector["rolls"], start=1):
            shown = faces(roll)
            again = fair_rolls(seed, vector["nonces"], turn, variant.faces, len(shown))
            assert again == shown


def test_every_game_is_there_also_with_dice_taken_away() -> None:
    for name, variant in VARIANTS.items():
        games = [vector["rolls"] for vector in VECTORS if vector["variant"] == name]
        counts = {len(faces(roll)) for rolls in games for roll in rolls}
        assert counts >= {2 + len(variant.dice), 1 + len(variant.dice)}
