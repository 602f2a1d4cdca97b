"""The optimal bot: perfect play of solo games that have been solved."""

from random import Random

from rowlock.rules import Game, Move


def optimal_bot(game: Game, _seat: int, _rng: Random) -> Move:
    """The move with the highest expected final score; of equals the first. A game that has more
    than one seat or is not solved is refused with the reason."""
    from rowlock.solver.solution import solution_of  # noqa: PLC0415  # loads NumPy and Numba

    return solution_of(game).judge(game)[0].move
