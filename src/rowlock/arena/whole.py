"""Files that are there whole or not at all, whatever interrupts their writing."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def half_of(file: Path) -> Path:
    """Where a file is written before it gets its name; every process has its own."""
    return file.with_name(f"{file.name}.{os.getpid()}.half")


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """A path to write to: at the end what is there gets the file's name, in one step. After an
    error or an interruption nothing of it is left, and the file is as it was before."""
    half = half_of(file)
    try:
        yield half
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)


@contextmanager
def refused(file: Path, kind: type[ValueError]) -> Iterator[None]:
    """What the system refuses here is raised as an error of this kind, which names the file."""
    try:
        yield
    except OSError as error:
        raise kind(f"{file}: {reason(error)}") from None


def reason(error: OSError) -> str:
    """Why the system refused, in its own words, without a name or a number."""
    return os.strerror(error.errno) if error.errno else str(error)
