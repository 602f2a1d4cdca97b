"""The heuristic bot once more: box by box, in fractions, from the position after each move."""

from fractions import Fraction
from itertools import product

from rowlock.rules import PASS, Advance, Game, Move, Reason, legal_moves, totals


def slow_heuristic(game: Game, seat: int) -> Move:
    """The first of the moves with the best marks."""
    moves = legal_moves(game, seat)
    marks = [_marks(game, seat, move) for move in moves]
    return moves[marks.index(max(marks))]


def after(game: Game, seat: int, move: Move) -> Game:
    """The game when the seat makes this move and all others pass."""
    return game.act([move if acting == seat else PASS for acting in game.acting])


def _marks(game: Game, seat: int, move: Move) -> tuple[int, Fraction, int]:
    then = after(game, seat, move)
    return _verdict(then, seat), _value(then, seat), move.steps if isinstance(move, Advance) else 0


def _verdict(then: Game, seat: int) -> int:
    if then.reason not in (Reason.LOCKS, Reason.MISSES):
        return 0
    own = totals(then)[seat]
    others = [total for other, total in enumerate(totals(then)) if other != seat]
    if others and all(own > other for other in others):
        return 1
    return -1 if any(own < other for other in others) else 0


def _value(then: Game, seat: int) -> Fraction:
    sheet = then.sheets[seat]
    value = Fraction("-0.8692") * sheet.misses
    for index, row in enumerate(then.variant.rows):
        boxes = [sheet.rows[index] >> box & 1 for box in range(len(row.spaces) + 1)]
        spaces, made = boxes[:-1], sum(boxes)
        reached = max((space for space, cross in enumerate(spaces, start=1) if cross), default=0)
        value += Fraction("0.0185") * made**2
        value -= Fraction("0.0560") * spaces[:reached].count(0)
        if reached < len(spaces) and not then.is_locked(index):
            coming = row.spaces[reached].number
            value += Fraction("0.4909") * _chance(then.variant.faces, coming) * (made + 1)
    return value


def _chance(faces: int, number: int) -> Fraction:
    die = range(1, faces + 1)
    rolls = [one + two for one, two in product(die, die)]
    return Fraction(rolls.count(number), len(rolls))
