"""Making bots ready in one process, while others wait for what it keeps on disk."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rowlock.solver.lock import held

SECONDS_APART = 0.2
"""How often those who wait look again."""


def _pause() -> None:
    time.sleep(SECONDS_APART)


@contextmanager
def one_at_a_time(folder: Path, wait: Callable[[], None] = _pause) -> Iterator[None]:
    """Waits until no other process does this with the folder. Where nothing can be written, nothing
    could be shared either, and nobody waits."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "compiling").touch()
    except OSError:
        yield
        return
    while True:
        with held(folder / "compiling") as alone:
            if alone:
                yield
                return
        wait()
