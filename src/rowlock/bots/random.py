"""The random bot: any legal move, each as likely as another."""

from random import Random

from rowlock.rules import Game, Move, legal_moves


def random_bot(game: Game, seat: int, rng: Random) -> Move:
    """One of the legal moves, drawn evenly."""
    return rng.choice(legal_moves(game, seat))
