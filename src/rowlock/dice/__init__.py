"""Where rolls come from. A source of dice is a function from the game to its next roll."""

from rowlock.dice.fair import NO_NONCE, FairDice, commitment
from rowlock.dice.seeded import seeded_dice
from rowlock.dice.source import DiceSource
from rowlock.dice.typed import read_roll, typed_dice
from rowlock.dice.ways import ways

__all__ = [
    "NO_NONCE",
    "DiceSource",
    "FairDice",
    "commitment",
    "read_roll",
    "seeded_dice",
    "typed_dice",
    "ways",
]
