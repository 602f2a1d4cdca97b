"""Games copied as a whole."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from rowlock.kernels.log import Records
from rowlock.kernels.state import State

_write_copy: Any = cgutils.raw_memcpy


def put(states: Records, place: int, s: State) -> None:
    """Copies a game to a place."""
    states[place] = s


@intrinsic
def _copy(_context: Any, to: Any, source: Any) -> Any:
    """A record into another, as one piece of memory. Numba would write a load and a store for each
    of its bytes, hundreds for every copy, and spend half a second on it."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        there, here = (builder.bitcast(one, cgutils.voidptr_t) for one in arguments)
        size = ir.Constant(cgutils.intp_t, to.size)
        _write_copy(builder, there, here, size, itemsize=1)
        return context.get_dummy_value()

    return types.void(to, source), write


_copy_record: Any = _copy


@overload(put)
def _compiled_put(states: Any, place: Any, s: Any) -> Callable[..., None]:  # noqa: ARG001  # Numba wants the same names
    def copy(states: Any, place: Any, s: Any) -> None:
        _copy_record(states[place], s)

    return copy
