"""The cautious bot: crosses what skips least, and passes when that would skip too much."""

from random import Random

from rowlock.bots.judge import passing_misses, steps
from rowlock.kernels.character import MOST_SKIPPED, MOST_SKIPPED_FOR_A_MISS
from rowlock.rules import PASS, Game, Move, crossed_place, legal_moves
from rowlock.rules.row import skipped


def cautious_bot(game: Game, seat: int, _rng: Random) -> Move:
    """The move that skips least; of several the first, a pawn going as far as it can."""
    moves = [move for move in legal_moves(game, seat) if move != PASS]
    best = min(moves, key=lambda move: (_skips(game, seat, move), -steps(move)), default=PASS)
    limit = MOST_SKIPPED_FOR_A_MISS if passing_misses(game, seat) else MOST_SKIPPED
    return best if _skips(game, seat, best) <= limit else PASS


def _skips(game: Game, seat: int, move: Move) -> int:
    place = crossed_place(game, seat, move)
    return 0 if place is None else skipped(game.sheets[seat].rows[place.row], place.space)
