"""The heuristic bot: likes rows that are long and whose next number comes up often.

It ends a game it is winning, and does not end one it is losing if it has a choice.
"""

from random import Random

from rowlock.bots.judge import sheet_after, steps
from rowlock.dice import ways
from rowlock.kernels.character import CROSSES, MISS, NEXT, SKIPPED
from rowlock.rules import Game, Move, Row, Sheet, Variant, legal_moves, points, totals
from rowlock.rules.row import crosses, next_space


def heuristic_bot(game: Game, seat: int, _rng: Random) -> Move:
    """The move with the best verdict, of these the one with the best value; of equals the first,
    a pawn going as far as it can."""

    def judged(move: Move) -> tuple[int, int, int]:
        sheet = sheet_after(game, seat, move)
        locked = game.locked | sheet.locks(game.variant)
        return verdict(game, seat, sheet, locked), value(game.variant, sheet, locked), steps(move)

    return max(legal_moves(game, seat), key=judged)


def verdict(game: Game, seat: int, sheet: Sheet, locked: int) -> int:
    """What the seat's next sheet and these locked rows settle: 1 if they end the game with the
    seat in front of all others, -1 if behind one of them, else 0. A solo game has no verdict."""
    variant = game.variant
    ends = locked.bit_count() >= variant.locks or sheet.misses >= variant.misses
    others = [total for other, total in enumerate(totals(game)) if other != seat] if ends else []
    if not others:
        return 0
    own, best = points(variant, sheet).total, max(others)
    return (own > best) - (own < best)


def value(variant: Variant, sheet: Sheet, locked: int) -> int:
    """How promising a sheet is while these rows are locked.

    The weights are ten-thousandths and chances are counted in rolls of two dice, so this is the
    value times 10,000 times all such rolls: a whole number, in which equals are equal.
    """
    rows = list(zip(variant.rows, sheet.rows, strict=True))
    prospects = sum(
        _prospect(variant, row, bits)
        for index, (row, bits) in enumerate(rows)
        if not locked >> index & 1
    )
    certain = (
        MISS * sheet.misses
        + CROSSES * sum(crosses(bits) ** 2 for bits in sheet.rows)
        + SKIPPED * sum(_left_out(row, bits) for row, bits in rows)
    )
    return NEXT * prospects + variant.faces**2 * certain


def _prospect(variant: Variant, row: Row, bits: int) -> int:
    """The rolls that give the row's next space, times the crosses it would then have."""
    coming = row.spaces[next_space(bits) :][:1]
    return sum(ways(variant.faces, space.number) for space in coming) * (crosses(bits) + 1)


def _left_out(row: Row, bits: int) -> int:
    """The uncrossed spaces left of the rightmost crossed one; the lock is no space."""
    spaces = bits & row.all_bits
    return spaces.bit_length() - spaces.bit_count()
