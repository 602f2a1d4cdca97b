"""Minds at hand: every thread has its own, since a mind is also room to think in."""

import threading
from collections.abc import Sequence

from rowlock.kernels import layout
from rowlock.kernels.bots import WITH_NETWORK
from rowlock.kernels.network import Mind
from rowlock.kernels.weights import mind_with, packaged
from rowlock.rules import Variant

_own = threading.local()

KEPT = 8
"""How many minds a thread keeps: each takes some megabytes."""


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


def mind_for(variant: Variant, bots: Sequence[str]) -> Mind:
    """The mind that a lineup needs: one of no use if nobody in it thinks with a network."""
    return mind_of(variant, len(bots)) if set(bots) & set(WITH_NETWORK) else _empty_mind()


def _empty_mind() -> Mind:
    if not hasattr(_own, "empty"):
        _own.empty = layout.empty(layout.layout(Mind))
    mind: Mind = _own.empty
    return mind
