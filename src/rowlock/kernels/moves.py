"""Legal moves, counted and taken one by one."""

from rowlock.kernels.bits import count, nth
from rowlock.kernels.compiled import compiled, inlined
from rowlock.kernels.legal import Legal
from rowlock.kernels.state import ADVANCE, LUCKY, PASS


@inlined
def options(legal: Legal) -> int:
    """How many moves there are, passing included."""
    plain, lucky, steps = legal
    return count(plain) + count(lucky) + count(steps) + 1


@compiled
def pick(legal: Legal, n: int) -> int:
    """The n-th legal move: spaces, spaces by a lucky number, steps of the pawn, passing."""
    plain, lucky, steps = legal
    if n < count(plain):
        return nth(plain, n)
    n -= count(plain)
    if n < count(lucky):
        return LUCKY + nth(lucky, n)
    n -= count(lucky)
    if n < count(steps):
        return ADVANCE + nth(steps, n)
    return PASS


@compiled
def is_legal(legal: Legal, move: int) -> bool:
    """Whether the move is one of them."""
    plain, lucky, steps = legal
    if move == PASS:
        return True
    if move >= ADVANCE:
        return steps >> (move - ADVANCE) & 1 > 0
    if move >= LUCKY:
        return lucky >> (move - LUCKY) & 1 > 0
    return plain >> move & 1 > 0
