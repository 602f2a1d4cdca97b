"""One at a time: a file that only one program may hold."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

SECONDS_APART = 0.05
"""How often those who wait look again."""


def _pause() -> None:
    time.sleep(SECONDS_APART)


@contextmanager
def one_at_a_time(file: Path, wait: Callable[[], None] = _pause) -> Iterator[None]:
    """Waits until no other program holds the file, and holds it. Where nothing can be written,
    nothing could be shared either, and nobody waits."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        yield
        return
    while True:
        with held(file) as alone:
            if alone:
                yield
                return
        wait()


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
