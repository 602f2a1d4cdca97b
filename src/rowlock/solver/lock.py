"""One at a time: a file that only one program may hold."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def held(file: Path) -> Iterator[bool]:
    """Whether this program is the only one that holds the file, until it is done.

    The system lets go of it when a program ends, however that happens; the empty file stays.
    """
    with file.open("ab") as stream:
        yield _lock(stream)


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: IO[bytes]) -> bool:
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(stream: IO[bytes]) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
