"""Seeded dice: the same number always gives the same game."""

import hashlib

from rowlock.dice.fair import NO_NONCE, FairDice


def seeded_dice(seed: int, seats: int) -> FairDice:
    """Dice that a number determines, on every machine and in every version; nobody adds a nonce."""
    key = hashlib.sha256(f"rowlock/seed|{seed}".encode("ascii")).digest()
    return FairDice(key, (NO_NONCE,) * seats)
