"""Random numbers by counting: the n-th number of a stream is a function of its key and n.

So every game has streams of its own, whatever thread plays it and whatever was played before. The
mixing is that of SplitMix64 (Steele, Lea and Flood, 2014).
"""

from typing import Any

import numpy as np

from rowlock.kernels.compiled import compiled, inlined

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

WRAPPING = np.errstate(over="ignore")
"""Around calls of kernels: not compiled, they would warn of numbers that are meant to overflow."""

DICE, LUCKY, CHOICES = range(3)
"""The kinds of streams: what is rolled, which lucky numbers are dealt, what random bots choose."""


def seed_key(seed: int) -> np.uint64:
    """A seed, any whole number, as streams take it."""
    return np.uint64(seed & 0xFFFF_FFFF_FFFF_FFFF)


@inlined
def draw(key: np.uint64, n: int) -> np.uint64:
    """The n-th number of a stream."""
    mixed = key + np.uint64(n) * _GOLDEN
    mixed = (mixed ^ (mixed >> _30)) * _FIRST
    mixed = (mixed ^ (mixed >> _27)) * _SECOND
    return mixed ^ (mixed >> _31)


@inlined
def stream(seed: np.uint64, kind: int, index: int) -> np.uint64:
    """The key of a stream of its own."""
    return draw(draw(seed, kind + 1), index)


@WRAPPING
def stream_key(seed: int, kind: int, index: int) -> np.uint64:
    """The same for callers that are not compiled."""
    return np.uint64(stream(seed_key(seed), kind, index))


@inlined
def high_half(number: np.uint64) -> Any:
    """A random number of 32 bits, as a signed integer."""
    return np.int64(number >> _32)


@inlined
def low_half(number: np.uint64) -> Any:
    """Another one, from the other half."""
    return np.int64(number & _LOW)


@inlined
def below(number: np.uint64, limit: int) -> int:
    """One of 0 … limit - 1. For the limits of these games each is as likely as another to less
    than one part in ten million."""
    found: int = high_half(number) * limit >> 32
    return found


@compiled
def uniform(number: np.uint64, n: int) -> float:
    """A number between 0 and 1, neither of them."""
    return (float(draw(number, n) >> np.uint64(11)) + 0.5) / float(1 << 53)
