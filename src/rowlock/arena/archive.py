"""NumPy archives that may come from anywhere: no room is made for what is not there."""

from math import prod
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from rowlock.arena.whole import refused

MOST_BYTES = 1 << 30
"""So much an archive may hold when it is unpacked; those that are written here hold far less."""

Arrays = dict[str, npt.NDArray[Any]]

_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def check_opens(file: Path, kind: type[ValueError]) -> None:
    """Raises an error of this kind if the system does not let the file be read, in its own words:
    nothing is known to be wrong with the file then."""
    with refused(file, kind), file.open("rb"):
        pass


def read_arrays(file: Path) -> Arrays:
    """All arrays of an archive. If it is damaged, or is none, anything may be raised: there is no
    end to what NumPy and zlib raise for files that are not theirs."""
    with ZipFile(file) as archive:
        members = archive.infolist()
        # What is said here is also the most that is read of each.
        if sum(member.file_size for member in members) > MOST_BYTES:
            raise ValueError("it holds too much")
        # NumPy reads no further than it must, which is too early for the check of the archive.
        if archive.testzip() is not None:
            raise ValueError("it is damaged")
        for member in members:
            _check_size(archive, member.filename, member.file_size)
    with np.load(file, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def _check_size(archive: ZipFile, name: str, size: int) -> None:
    """Raises ValueError for an array that says it is larger than its file."""
    with archive.open(name) as stream:
        shape, _, kind = _HEADERS[npy.read_magic(stream)](stream)
    if prod(shape) * max(1, kind.itemsize) > size:
        raise ValueError("an array is not all there")
