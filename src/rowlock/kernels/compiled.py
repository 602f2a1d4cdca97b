"""How kernels are compiled, and where the result is kept.

Numba's cache on disk does not notice when a function that another one calls has changed. So its
folder is named by all that the result depends on: the sources of all kernels, Numba, Python and
the CPU.
"""

import hashlib
import inspect
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it has no types
import numba
from platformdirs import user_cache_path

from rowlock.kernels.apart import standing_apart
from rowlock.kernels.disk_cache import DiskCache

P = ParamSpec("P")
T = TypeVar("T")

SOURCES = Path(__file__).parent

_settings: Any = numba.config
_on_disk: Any = DiskCache


def cache_folder(*sources: Path) -> Path:
    """The folder for what is compiled on this machine from these folders of sources."""
    about = hashlib.sha256()
    for file in [file for folder in sources for file in sorted(folder.glob("*.py"))]:
        about.update(f"{file.name} {file.stat().st_size} ".encode())
        about.update(file.read_bytes())
    machine = (numba.__version__, sys.version, platform.machine(), llvm.get_host_cpu_name())
    about.update(repr((*machine, llvm.get_host_cpu_features().flatten())).encode())
    return user_cache_path("rowlock", appauthor=False) / "kernels" / about.hexdigest()[:16]


@cache
def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "writable").touch()
    except OSError:
        return False
    return True


def _folder_of(function: Callable[..., object]) -> Path:
    return _folder_for(Path(inspect.getfile(inspect.unwrap(function))).parent)


@cache
def _folder_for(own: Path) -> Path:
    """Kernels of other parts are built on these here, so both sources count."""
    return cache_folder(SOURCES) if own == SOURCES else cache_folder(SOURCES, own)


def is_loaded(function: Callable[..., object]) -> bool:
    """Whether the function is ready in this process; one that is not compiled always is."""
    return bool(getattr(function, "signatures", True))


def is_kept(function: Callable[..., object]) -> bool:
    """Whether it was compiled here before, so that it need only be loaded."""
    return any(_folder_of(function).rglob(f"*.{function.__name__}-*.nbi"))


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled when it is first called. Threads run it side by side. It is compiled
    again with each function that calls it, as far as that makes it faster: for small ones.

    Where the cache cannot be written it is compiled anew by every process: Numba would otherwise
    keep it beside the sources, under a name that says nothing of the other kernels.
    """
    return _compile(function, numba.njit)


def apart(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled once for all who call it: for those that are large, or call much
    themselves."""
    return _compile(function, standing_apart)


def inlined(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled into those that call it: for the small ones of the inner loop, where
    calls would take a third of the time."""
    return _compile(function, numba.njit, forceinline=True)


def vectorised(function: Callable[P, T]) -> Callable[P, T]:
    """The function, compiled so that sums may be added in any order, as vectors are: for networks,
    where the last digit does not count."""
    return _compile(function, numba.njit, fastmath={"reassoc", "contract", "nsz"})


def folded(function: Callable[P, T]) -> Callable[P, T]:
    """The function, written into those that call it before they are compiled: for those that get
    another function as an argument, or are called in one place only."""
    return _compile(function, numba.njit, inline="always")


def _compile(
    function: Callable[P, T], compiler: Callable[..., Any], **options: object
) -> Callable[P, T]:
    if _settings.DISABLE_JIT:
        return function
    folder = _folder_of(function)
    before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(folder)
    try:
        # Nobody calls kernels as functions of C; to compile that way in takes a twentieth longer.
        options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        made: Any = compiler(**options)(function)
        if _is_writable(folder):
            made._cache = _on_disk(function)
        usable: Callable[P, T] = made
        return usable
    finally:
        _settings.CACHE_DIR = before
