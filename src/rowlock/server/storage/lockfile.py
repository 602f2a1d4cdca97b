"""One server for an SQLite file: a lock file beside it, held by whoever serves or replaces it.

The operating system lets go of the lock when the process ends, in whatever way. The file stays
where it is: one that is left over locks nothing.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, EDEADLK, EWOULDBLOCK
from pathlib import Path

from rowlock.server.storage.engine import driver_url

PATIENCE = 1.0
"""So long a process that has just been killed is given to end, in seconds."""

_TRIES = 20
_BUSY = (EACCES, EAGAIN, EDEADLK, EWOULDBLOCK)
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


class InUse(ValueError):
    """Servers play on in a database that something else was to be done with."""


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, shared: bool) -> None:
        # Nobody else can read what is locked, so it is not where the process is named; and there is
        # nothing that several can hold.
        if not shared:
            os.lseek(handle, 1 << 20, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int, shared: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def database_file(address: str) -> Path | None:
    """The file of a database, by whatever name it was given; None if it is not in a file."""
    url = driver_url(address)
    return Path(url.database or "").resolve() if url.get_backend_name() == "sqlite" else None


def lock_file(database: Path) -> Path:
    """The lock file of a database."""
    return database.with_name(f"{database.name}.lock")


@contextmanager
def locked(address: str, shared: bool = False) -> Iterator[None]:
    """Have a database to oneself, if it is a file; with `shared`, together with others who share
    it. Raises InUse if somebody else has it, and OSError if it cannot be locked."""
    database = database_file(address)
    if database is None:
        yield
        return
    handle = os.open(lock_file(database), _FLAGS, 0o600)
    try:
        _wait_for(handle, database, shared)
        if not shared:
            _name_process(handle, database)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int, database: Path, shared: bool) -> None:
    for tries_left in reversed(range(_TRIES)):
        try:
            return _lock(handle, shared)
        except OSError as error:
            if error.errno not in _BUSY:
                if shared:
                    # Where there are no locks, nobody can be kept out.
                    return None
                raise
            if not tries_left:
                raise InUse(_in_use(handle, database)) from None
        time.sleep(PATIENCE / _TRIES)
    return None


def _in_use(handle: int, database: Path) -> str:
    found = b""
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        found = os.read(handle, 20).strip()
    process = f" (process {found.decode()})" if found.isdigit() else ""
    return f"another Rowlock{process} uses {database}: stop it first"


def _name_process(handle: int, database: Path) -> None:
    """For those who come later. Whoever owns the database owns the lock file, or an administrator
    who starts a server once would lock the owner out."""
    # A disk may be full; the lock holds all the same.
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, f"{os.getpid()}\n".encode())
        if sys.platform != "win32" and os.geteuid() == 0:
            owner = database.stat()
            os.fchown(handle, owner.st_uid, owner.st_gid)
