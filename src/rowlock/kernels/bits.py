"""Sets of spaces as bits, counted by single instructions of the machine."""

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from rowlock.kernels.compiled import inlined


def count(bits: int) -> int:
    """How many bits are set; the sign must not be."""
    return int(bits).bit_count()


def highest(bits: int) -> int:
    """The index of the highest bit that is set; -1 if none is."""
    return int(bits).bit_length() - 1


@inlined
def lowest(bits: int) -> int:
    """The index of the lowest bit that is set; one must be."""
    return count((bits & -bits) - 1)


@inlined
def nth(bits: int, n: int) -> int:
    """The index of the n-th bit that is set, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


# In compiled code `count` and `highest` are these; uncompiled they are what is written above.


def _population(_context: Any, bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


def _leading_zeros(_context: Any, bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], cgutils.false_bit)

    return bits(bits), generate


_counted: Any = intrinsic(_population)
_unset: Any = intrinsic(_leading_zeros)


@overload(count)
def _count(bits: Any) -> Any:
    def compiled_count(bits: Any) -> Any:
        return _counted(bits)

    return compiled_count if isinstance(bits, types.Integer) else None


@overload(highest)
def _highest(bits: Any) -> Any:
    def compiled_highest(bits: Any) -> Any:
        return 63 - _unset(bits)

    return compiled_highest if isinstance(bits, types.Integer) else None
