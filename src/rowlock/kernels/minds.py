"""Minds at hand: every thread has its own, since a mind is also room to think in."""

import threading
from collections.abc import Iterable

from rowlock.kernels import layout
from rowlock.kernels.bots import WITH_NETWORK
from rowlock.kernels.network import Mind
from rowlock.kernels.weights import mind_with, packaged
from rowlock.rules import Variant

_own = threading.local()

KEPT = 8
"""How many minds a thread keeps: each takes some megabytes."""


def mind_for(bots: Iterable[str], variant: Variant, seats: int) -> Mind:
    """What this thread lets these bots think with: with the trained network of the game, if any of
    them has one."""
    if set(bots) & set(WITH_NETWORK):
        return mind_of(variant, seats)
    if not hasattr(_own, "bare"):
        _own.bare = layout.empty(layout.layout(Mind))
    bare: Mind = _own.bare
    return bare


def mind_of(variant: Variant, seats: int) -> Mind:
    """This thread's mind with the trained network of a game."""
    minds: dict[tuple[Variant, int], Mind] = _own.__dict__.setdefault("minds", {})
    mind = minds.pop((variant, seats), None)
    if mind is None:
        weights, trained = packaged(variant, seats)
        mind = mind_with(variant, trained, weights)
    minds[variant, seats] = mind
    while len(minds) > KEPT:
        minds.pop(next(iter(minds)))
    return mind
