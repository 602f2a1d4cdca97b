"""Seeded dice: the same number always gives the same game."""

import hashlib

from rowlock.dice.fair import FairDice


def seeded_dice(seed: int) -> FairDice:
    """Dice that a number determines, on every machine and in every version."""
    return FairDice(hashlib.sha256(f"rowlock/seed|{seed}".encode("ascii")).digest(), ())
