"""What every bot is."""

from collections.abc import Callable
from random import Random

from rowlock.rules import Game, Move

Bot = Callable[[Game, int, Random], Move]
"""A function that chooses one of a seat's legal moves; all its randomness is the argument."""
