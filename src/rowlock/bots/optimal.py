"""The optimal bot: perfect play of solo games that have been solved."""

from random import Random

from rowlock.bots.exact import exact_move
from rowlock.rules import Game, Move


def optimal_bot(game: Game, _seat: int, _rng: Random) -> Move:
    """The move with the highest expected final score; of equals the first. A game that has more
    than one seat or is not solved is refused with the reason."""
    return exact_move(game)
