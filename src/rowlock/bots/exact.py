"""Solo games that are solved: what the strong bots play then."""

from rowlock.rules import Game, Move, Variant, start

EXACT = ("optimal", "master", "grandmaster")
"""The bots that play solo games from the exact table when it is there."""


def plays_exactly(name: str, game: Game) -> bool:
    """Whether the bot's choices in this game are from the exact table."""
    return name in EXACT and len(game.sheets) == 1 and _is_solved(game)


def solved_starts(variant: Variant) -> tuple[tuple[int, int] | None, ...]:
    """The lucky numbers with which the solo game is solved; None where a game has none."""
    pairs = variant.lucky or (None,)
    return tuple(p for p in pairs if _is_solved(start(variant, 1, lucky=[p] if p else ())))


def exact_move(game: Game) -> Move:
    """The move with the highest expected final score; of equals the first. A game that has more
    than one seat or is not solved is refused with the reason."""
    from rowlock.solver.solution import solution_of  # noqa: PLC0415  # loads NumPy and Numba

    return solution_of(game).judge(game)[0].move


def _is_solved(game: Game) -> bool:
    from rowlock.solver.solution import solution_of  # noqa: PLC0415  # loads NumPy and Numba

    try:
        solution_of(game)
    except (ValueError, OSError):
        return False
    return True
