"""Functions that stay apart from those that call them.

Numba copies all that a function calls into it, with all that this calls in turn, and optimises the
whole again: the more it builds on, the longer it takes. A function that stands apart is compiled
once. Others know it by a name, under which the linker finds it; and what was kept of them on disk
says by which names they call, so that these are loaded first.
"""

import copy
import hashlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it has no types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import user_function
from numba.core.registry import CPUDispatcher

_written_call: Any = user_function

_named: dict[str, object] = {}
"""What the linker knows already; memory that others call into must stay."""


class Call(NamedTuple):
    """What a function that was kept on disk needs first: another one, under this name."""

    symbol: str
    module: str
    function: str
    types: tuple[Any, ...]

    def __call__(self) -> None:
        """Loads the other function, or compiles it."""
        if self.symbol not in _named:
            called = getattr(import_module(self.module), self.function)
            called.compile(self.types)
            _name(self.symbol, called.overloads[self.types])


class Apart(CPUDispatcher):
    """A compiled function that is called, never copied."""

    def compile(self, sig: Any) -> Any:
        """The code for arguments of these types, made known to the linker and to the functions that
        are compiled next."""
        with global_compiler_lock:
            known = set(self.overloads)
            entry: Any = super().compile(sig)
            for types in set(self.overloads) - known:
                self._stand_apart(types)
            return entry

    def _stand_apart(self, types: tuple[Any, ...]) -> None:
        made: Any = self.overloads[types]
        context: Any = self.targetctx
        function = self.py_func
        call = Call(_symbol(function, types), function.__module__, function.__name__, types)
        _name(call.symbol, made)
        context.remove_user_function(made.entry_point)
        context._defns[made.entry_point].append(_calling(call, made.fndesc), types)


def _calling(call: Call, about: Any) -> Any:
    """How to call the function `about` describes, by its name."""
    outside = copy.copy(about)
    outside.mangled_name = call.symbol
    write = _written_call(outside, libs=())

    def write_call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        context.active_code_library._reload_init.add(call)
        return write(context, builder, sig, args)

    return write_call


def standing_apart(**options: object) -> Callable[[Callable[..., object]], Apart]:
    """As `numba.njit`, for a function that others call and none copies."""

    def make(function: Callable[..., object]) -> Apart:
        return Apart(function, targetoptions={"nopython": True, "boundscheck": None, **options})

    return make


def _symbol(function: Callable[..., object], types: tuple[Any, ...]) -> str:
    about = hashlib.sha256(repr(types).encode()).hexdigest()[:16]
    return f"{function.__module__}.{function.__qualname__}.{about}"


def _name(symbol: str, made: Any) -> None:
    if symbol not in _named:
        address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
        llvm.add_symbol(symbol, address)
        _named[symbol] = made.library
