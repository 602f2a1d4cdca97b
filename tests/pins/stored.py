"""A database of today as it was kept once, what people see of it, and backups of every schema."""

import asyncio
import gzip
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import select

from pins.files import read_pin
from pins.growing import stories
from pins.recorded import answers_text
from rowlock.server.storage import Store, open_store
from rowlock.server.storage.copying import back_up, restore
from rowlock.server.storage.schema import TABLES
from rowlock.server.tables.reading import read_table
from rowlock.server.tables.records import record_text
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, view_of
from rowlock.server.tables.votes import attendance_of
from server.older import make_older

DATABASE = "database.sql"
HOLDING = 'INSERT INTO "holdings"'
MADE = 1_790_000_000.0
"""When backups were made."""

LATER = 5.0
"""So many seconds after its last change a table is looked at."""

LATELY = 20
"""The people of a table have seen all but so many events; a guest has seen none."""


@contextmanager
def quietly(_what: str, _total: int) -> Iterator[Callable[[int], None]]:
    """Progress that nobody looks at."""
    yield lambda _count: None


def address_of(folder: Path) -> str:
    """A database in this folder."""
    return f"sqlite:///{folder / 'rowlock.db'}"


def grown_database() -> str:
    """A database with all kinds of tables, as SQL. It is written once, and then only read: code of
    later days is to open what this code has written."""

    async def grow(folder: Path) -> None:
        async with open_store(address_of(folder)) as store:
            for story in stories():
                await store.append(story.rows)

    with _folder() as folder:
        asyncio.run(grow(folder))
        with closing(sqlite3.connect(folder / "rowlock.db")) as database:
            lines = [f"{line}\n" for line in database.iterdump()]
    # Holders are kept as a set is, in any order.
    some = sorted(line for line in lines if line.startswith(HOLDING))
    rest = iter(some)
    return "".join(next(rest) if line in some else line for line in lines)


def load_database(folder: Path) -> str:
    """Put the database that was kept into a folder: its address."""
    with closing(sqlite3.connect(folder / "rowlock.db")) as database:
        database.executescript(read_pin(DATABASE))
    return address_of(folder)


def restore_backup(name: str, folder: Path) -> str:
    """Put a backup that was kept into a folder: the address of the database."""
    file = folder / "saved.gz"
    file.write_bytes(gzip.compress(read_pin(name).encode()))
    asyncio.run(restore(file, address_of(folder), False, quietly))
    return address_of(folder)


def older_backup(schema: str) -> str:
    """A backup of a database of an earlier schema."""
    with _folder() as folder:
        asyncio.run(make_older(address_of(folder), schema))
        return _backup(folder)


def newest_backup() -> str:
    """A backup of the database that was kept."""
    with _folder() as folder:
        load_database(folder)
        return _backup(folder)


def _backup(folder: Path) -> str:
    asyncio.run(back_up(address_of(folder), folder / "backup.gz", MADE, quietly))
    return gzip.decompress((folder / "backup.gz").read_bytes()).decode()


def database_views() -> str:
    """What is seen of the tables of the database that was kept."""
    with _folder() as folder:
        return asyncio.run(views_at(load_database(folder)))


def backup_views(name: str) -> str:
    """What is seen of the tables of a backup that was kept."""
    with _folder() as folder:
        return asyncio.run(views_at(restore_backup(name, folder)))


def database_record(code: str) -> str:
    """The record of a game of the database that was kept, and what is answered about it."""

    async def read(address: str) -> str:
        async with open_store(address) as store:
            return record_text(await _table(store, code))

    with _folder() as folder:
        return answers_text(asyncio.run(read(load_database(folder))))


async def views_at(address: str) -> str:
    """What everybody sees of every table of a database: JSON with a view a line, each just as it
    is sent."""
    lines = [f'"{who}": {view}' async for who, view in _all_views(address)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


async def _all_views(address: str) -> AsyncIterator[tuple[str, str]]:
    async with open_tables(address) as tables:
        for table in tables:
            for who, viewer in _viewers(table):
                yield f"{table.code} {who}", _seen(table, viewer)


@asynccontextmanager
async def open_tables(address: str) -> AsyncIterator[list[Table]]:
    """All tables of a database, by their codes."""
    async with open_store(address) as store:
        codes = await store.all(select(TABLES.c.code).order_by(TABLES.c.code))
        yield [await _table(store, code) for (code,) in codes]


def _viewers(table: Table) -> Iterator[tuple[str, Viewer]]:
    """Everybody who sits there by their first seat, and a guest."""
    first: dict[str, int] = {}
    for seat in table.people():
        first.setdefault(seat.holder or "", seat.id)
    for holder, number in sorted(first.items(), key=lambda one: one[1]):
        yield f"seat {number}", Viewer(holder, max(0, table.version - LATELY))
    yield "guest", Viewer("")


def _seen(table: Table, viewer: Viewer) -> str:
    now = table.changed + LATER
    here = frozenset(seat.holder for seat in table.people() if seat.holder)
    view = view_of(table, viewer, attendance_of(table, here, {}, now), now)
    return msgspec.json.encode(view).decode()


async def _table(store: Store, code: str) -> Table:
    table = read_table(code, await store.read(code))
    assert table is not None
    return table


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rowlock-pins-") as folder:
        yield Path(folder)
