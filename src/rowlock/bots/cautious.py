"""The cautious bot: crosses what skips least, and passes when that would skip too much."""

from random import Random

from rowlock.rules import (
    PASS,
    Advance,
    Cross,
    Game,
    Move,
    board_place,
    legal_moves,
    pawn_landings,
)
from rowlock.rules.row import is_crossed, skipped

MOST_SKIPPED = 2
"""More spaces than this are not worth a cross …"""

MOST_SKIPPED_FOR_A_MISS = 4
"""… unless passing is a miss."""


def cautious_bot(game: Game, seat: int, _rng: Random) -> Move:
    """The move that skips least; of several the first, a pawn going as far as it can."""
    moves = [move for move in legal_moves(game, seat) if move != PASS]
    best = min(moves, key=lambda move: (_skips(game, seat, move), -_steps(move)), default=PASS)
    limit = MOST_SKIPPED_FOR_A_MISS if _passing_misses(game, seat) else MOST_SKIPPED
    return best if _skips(game, seat, best) <= limit else PASS


def _skips(game: Game, seat: int, move: Move) -> int:
    rows = game.sheets[seat].rows
    if isinstance(move, Cross):
        place = game.variant.places[move.row, move.number]
    elif isinstance(move, Advance):
        place = board_place(game, pawn_landings(game, seat)[move.steps - 1])
    else:
        return 0
    bits = rows[place.row]
    return 0 if is_crossed(bits, place.space) else skipped(bits, place.space)


def _steps(move: Move) -> int:
    return move.steps if isinstance(move, Advance) else 0


def _passing_misses(game: Game, seat: int) -> bool:
    last_action = game.phase is game.variant.actions[-1]
    return last_action and seat == game.active and not game.crossed
