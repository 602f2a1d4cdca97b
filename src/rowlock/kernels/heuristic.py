"""The heuristic bot, compiled: the same as `rowlock.bots.heuristic`."""

from rowlock.kernels.bits import count, highest, lowest
from rowlock.kernels.character import CROSSES, MISS, NEXT, SKIPPED
from rowlock.kernels.compiled import apart, compiled, inlined
from rowlock.kernels.judge import NOWHERE, passing_misses, space_of
from rowlock.kernels.legal import Legal, crosses, landing
from rowlock.kernels.state import ADVANCE, LUCKY, PASS, State
from rowlock.kernels.tables import Tables
from rowlock.kernels.turn import total


@inlined
def row_value(t: Tables, row: int, marks: int, is_open: bool) -> int:
    """What a row with these crosses adds to the value of a sheet."""
    here, number = marks & t.row_bits[row], crosses(t, marks, row)
    following = highest(here) + 1 if here else t.first[row]
    skipped = following - t.first[row] - count(here)
    value: int = t.faces * t.faces * (CROSSES * number * number + SKIPPED * skipped)
    if is_open and t.row_bits[row] >> following & 1:
        value += NEXT * t.ways[following] * (number + 1)
    return value


@compiled
def gain(t: Tables, s: State, seat: int, space: int, misses: bool) -> int:
    """How much more a sheet is worth after a cross there, or after none."""
    if space == NOWHERE:
        return t.faces * t.faces * MISS if misses else 0
    row, marks = t.row_of[space], s.marks[seat]
    locks = t.end_bits[row] >> space & 1
    return row_value(t, row, marks | 1 << space, not locks) - row_value(t, row, marks, True)


@inlined
def ends_game(t: Tables, s: State, seat: int, space: int, misses: bool) -> bool:
    """Whether a cross there, or none, is the end of the game."""
    if space == NOWHERE:
        return misses and s.misses[seat] + 1 >= t.misses
    row = t.row_of[space]
    return t.end_bits[row] >> space & 1 > 0 and count(s.locked | 1 << row) >= t.locks


@compiled
def lead(t: Tables, s: State, seat: int, move: int, space: int) -> int:
    """By how much the seat would be in front of the best other after a move that ends the game."""
    mine = total(t, s, seat)
    if move >= ADVANCE:
        mine += t.bonus[landing(s, seat, move - ADVANCE)] - t.bonus[s.pawn[seat]]
    if space == NOWHERE:
        mine += t.miss_points
    else:
        number = crosses(t, s.marks[seat], t.row_of[space])
        mine += t.points[number + 2] - t.points[number]
    best = -(1 << 30)
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(t, s, other))
    return mine - best


@inlined
def verdict(t: Tables, s: State, seat: int, move: int, space: int, misses: bool) -> int:
    """1 for an end of the game in front of all others, -1 for one behind, else 0."""
    if s.seats == 1 or not ends_game(t, s, seat, space, misses):
        return 0
    ahead = lead(t, s, seat, move, space)
    if ahead == 0:
        return 0
    return 1 if ahead > 0 else -1


@apart
def heuristic(t: Tables, s: State, seat: int, legal: Legal) -> int:
    """The move with the best verdict; of several the one with the most valuable sheet, then the
    first, a pawn going as far as it can."""
    plain, lucky, steps = legal
    misses = passing_misses(t, s, seat)
    spaces = plain | lucky
    best, best_verdict, best_gain = PASS, -2, 0
    # Passing comes last: what is equal to it is preferred.
    while True:
        if spaces:
            space = lowest(spaces)
            spaces &= spaces - 1
            move = space if plain >> space & 1 else LUCKY + space
        elif steps:
            move = ADVANCE + highest(steps)
            steps &= ~(1 << highest(steps))
            space = space_of(t, s, seat, move)
        else:
            move, space = PASS, NOWHERE
        judged, gained = verdict(t, s, seat, move, space, misses), gain(t, s, seat, space, misses)
        if judged > best_verdict or (judged == best_verdict and gained > best_gain):
            best, best_verdict, best_gain = move, judged, gained
        if move == PASS:
            return best
