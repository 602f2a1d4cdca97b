"""The chance of single games of a batch, for those who play them outside the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from rowlock.dice import DiceSource
from rowlock.kernels.bridge import to_roll, to_state
from rowlock.kernels.choice import choice_of
from rowlock.kernels.rng import CHOICES, DICE, LUCKY, WRAPPING, stream_key
from rowlock.kernels.state import new_state
from rowlock.kernels.tables import tables_of
from rowlock.kernels.turn import begin, chance_of, roll
from rowlock.rules import Game, Move, Roll, Variant, start

T = TypeVar("T")


@dataclass(frozen=True)
class Deals:
    """The dice, lucky numbers and random choices of a batch's games, by the number of the game.

    `seats` games in a row are a deal: they have the same dice and the same lucky numbers by seat.
    """

    variant: Variant
    seats: int
    seed: int

    def start(self, number: int) -> Game:
        """The game before its first roll."""
        state = new_state()
        _begin(tables_of(self.variant), state, self.seats, self._key(LUCKY, number // self.seats))
        pairs = [_pair(int(bits)) for bits in state.lucky[: self.seats] if bits]
        return start(self.variant, self.seats, lucky=pairs)

    def dice(self, number: int) -> DiceSource:
        """What the game rolls."""
        key = self._key(DICE, number // self.seats)

        def source(game: Game) -> Roll:
            state = to_state(game)
            _roll(tables_of(self.variant), state, key)
            return to_roll(self.variant, game.dice_in_play, state.faces.tolist())

        return source

    def choice(self, number: int, game: Game, seat: int, bot: str) -> Move:
        """What a compiled bot does here in the game of this number."""
        state, key = to_state(game), self._key(CHOICES, number)
        return choice_of(game, seat, bot, int(_chance_of(state, seat, key)))

    def seated(self, bots: Sequence[T], number: int) -> tuple[T, ...]:
        """Who sits where in a game: within a deal all move on by a seat from game to game."""
        shift = number % self.seats
        return (*bots[shift:], *bots[:shift])

    def _key(self, kind: int, index: int) -> np.uint64:
        return stream_key(self.seed, kind, index)


_begin, _roll, _chance_of = WRAPPING(begin), WRAPPING(roll), WRAPPING(chance_of)


def _pair(bits: int) -> tuple[int, int]:
    low = (bits & -bits).bit_length() - 1
    return low, bits.bit_length() - 1
