"""The grandmaster: looks ahead for as long as it is given."""

from random import Random
from time import monotonic

from rowlock.bots.bot import Bot
from rowlock.bots.exact import exact_move, plays_exactly
from rowlock.rules import Game, Move

SECONDS = 0.5
"""How long it thinks about a decision, if it is not told."""


def grandmaster(seconds: float = SECONDS) -> Bot:
    """A grandmaster that thinks for up to so many seconds about a decision, less about clear ones.
    Alone, it plays from the exact table if it is there."""

    def bot(game: Game, seat: int, rng: Random) -> Move:
        if plays_exactly("grandmaster", game):
            return exact_move(game)
        from rowlock.kernels.choice import ponder  # noqa: PLC0415  # loads NumPy and Numba

        until = monotonic() + seconds
        return ponder(game, seat, rng.getrandbits(64), lambda: monotonic() < until)

    return bot


def warm_up(game: Game) -> None:
    """Loads all that a grandmaster thinks with, or compiles it."""
    from rowlock.kernels.choice import think_once  # noqa: PLC0415  # loads NumPy and Numba

    think_once(game)
