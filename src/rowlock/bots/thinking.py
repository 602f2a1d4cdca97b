"""The bots that think in compiled code: `planner`, and the levels up to `master`."""

from random import Random

from rowlock.bots.bot import Bot
from rowlock.bots.exact import exact_move, plays_exactly
from rowlock.rules import Game, Move


def compiled_bot(name: str) -> Bot:
    """The compiled bot of that name. Alone, `master` plays from the exact table if it is there."""

    def bot(game: Game, seat: int, rng: Random) -> Move:
        if plays_exactly(name, game):
            return exact_move(game)
        from rowlock.kernels.choice import choice_of  # noqa: PLC0415  # loads NumPy and Numba

        return choice_of(game, seat, name, rng.getrandbits(64))

    return bot
