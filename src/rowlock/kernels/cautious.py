"""The cautious bot, compiled: the same as `rowlock.bots.cautious`."""

from rowlock.kernels.bits import count, highest, lowest
from rowlock.kernels.character import MOST_SKIPPED, MOST_SKIPPED_FOR_A_MISS
from rowlock.kernels.compiled import apart, inlined
from rowlock.kernels.judge import NOWHERE, passing_misses, space_of
from rowlock.kernels.legal import Legal
from rowlock.kernels.state import ADVANCE, LUCKY, PASS, State
from rowlock.kernels.tables import Tables


@inlined
def skips(t: Tables, s: State, seat: int, space: int) -> int:
    """How many spaces a cross there would leave behind."""
    if space == NOWHERE:
        return 0
    return count(s.open[seat] & t.behind[space]) - 1


@apart
def cautious(t: Tables, s: State, seat: int, legal: Legal) -> int:
    """The move that skips least; of several the first, a pawn going as far as it can."""
    plain, lucky, steps = legal
    best, fewest = PASS, 1 << 30
    spaces = plain | lucky
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        here = skips(t, s, seat, space)
        if here < fewest:
            best, fewest = space if plain >> space & 1 else LUCKY + space, here
    while steps:
        move = ADVANCE + highest(steps)
        steps &= ~(1 << highest(steps))
        here = skips(t, s, seat, space_of(t, s, seat, move))
        if here < fewest:
            best, fewest = move, here
    limit = MOST_SKIPPED_FOR_A_MISS if passing_misses(t, s, seat) else MOST_SKIPPED
    return best if fewest <= limit else PASS
