"""Moving all that is kept from one place to another: database to file, file to database, database
to database. What is read is as it was at one moment; what is written is all there or not at all."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.storage.backup import (
    BackupWriter,
    BadBackup,
    check_backup,
    new_file,
    open_backup,
)
from rowlock.server.storage.contents import (
    Advance,
    Batch,
    Outline,
    Tally,
    counts_of,
    line_reader,
    outline_of,
    read_lines,
    tally_of,
    write_lines,
)
from rowlock.server.storage.engine import WRITES, make_engine
from rowlock.server.storage.fellows import ALIVE, count_living
from rowlock.server.storage.lockfile import InUse, locked
from rowlock.server.storage.proving import find_faults, forget, sound_rows
from rowlock.server.storage.rows import Fault, Faults, fault_of
from rowlock.server.storage.schema import EVENTS, PROCESSES, TABLES, metadata
from rowlock.server.storage.store import THREADS_END
from rowlock.server.storage.upgrade import HEAD, NewerDatabase, revision, upgrade

Progress = Callable[[str, int], AbstractContextManager[Advance]]
"""Shows how far something is that takes so many rows."""

FIRST = "0001"
_SCHEMA = re.compile("[0-9]{4}")
_VERSIONS = "alembic_version"
_SNAPSHOT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


class NotEmpty(ValueError):
    """There are games where something else was to be written."""


class Damaged(ValueError):
    """What was read is not what was written."""


async def schema_of(address: str) -> str | None:
    """The schema a database has; None if it has none yet."""
    async with _connected(address) as connection:
        return await connection.run_sync(revision)


async def bring_to_head(address: str) -> tuple[str | None, str]:
    """Bring a database to this version's schema: which it had, and which it has."""
    async with _changing(address) as connection:
        before = await connection.run_sync(revision)
        await connection.run_sync(upgrade)
    return before, HEAD


class BadTables(ValueError):
    """Some tables are not such as people could have brought about: nothing was written."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        some = "1 table" if len(faults) == 1 else f"{len(faults):,} tables"
        super().__init__(f"{some} cannot be right, so nothing was written")
        self.faults = faults


class Moved(NamedTuple):
    """How many rows are there now, and what is wrong with some tables."""

    counts: dict[str, int]
    faults: Sequence[Fault] = ()


async def back_up(address: str, file: Path, made: float, progress: Progress) -> Moved:
    """Write a backup, while others may go on writing to the database. All tables are in it; of
    those with faults it is known already that they cannot be restored."""
    async with _snapshot(address) as source:
        outline = await outline_of(source)
        with new_file(file) as part:
            with part.open("wb") as stream, progress("saving", outline.rows) as advance:
                writer = BackupWriter(stream, made, outline)
                async for batch in read_lines(source, outline):
                    writer.add(batch)
                    advance(len(batch[1]))
                writer.end()
            with progress("checking", outline.rows) as advance:
                tally, faults = check_backup(part, advance)
                if tally != writer.tally:
                    raise Damaged("the backup does not read as it was written; it was not kept")
    return Moved(outline.counts, faults.found)


async def restore(
    file: Path, address: str, replace: bool, progress: Progress, skip_bad: bool = False
) -> Moved:
    """Put a backup into a database, after all of it was checked. If any table cannot be right,
    nothing is written; with `skip_bad`, all others are."""
    with open_backup(file) as backup:
        outline = backup.outline
    _check_schema(outline.schema)
    with progress("checking", outline.rows) as advance:
        _, faults = check_backup(file, advance)
    async with _replacing(address) as target:
        await target.run_sync(_make_room, outline.schema, replace)
        tally = Tally()
        with open_backup(file) as backup, progress("restoring", outline.rows) as advance:
            sound = _told(_each(sound_rows(backup.batches(), outline, faults)), advance, tally)
            await write_lines(target, outline, sound)
        await _finish(target, outline, tally, progress)
        with progress("looking at games", tally.counts[EVENTS.name]) as advance:
            await find_faults(target, faults, advance)
        if faults.found and not skip_bad:
            raise BadTables(faults.found)
        await forget(target, faults.codes)
        return Moved(await counts_of(target), faults.found)


async def copy(source_address: str, target_address: str, progress: Progress) -> Moved:
    """Put all of one database into another, which must have no games."""
    async with _snapshot(source_address) as source, _replacing(target_address) as target:
        outline = await outline_of(source)
        tally, faults = Tally(), Faults()
        await target.run_sync(_make_room, outline.schema, False)
        with progress("copying", outline.rows) as advance:
            rows = _sound(read_lines(source, outline), outline, faults)
            await write_lines(target, outline, _told(rows, advance, tally))
        if faults.found:
            raise BadTables(faults.found)
        await _finish(target, outline, tally, progress)
    return Moved(outline.counts)


async def _sound(
    batches: AsyncIterator[Batch], outline: Outline, faults: Faults
) -> AsyncIterator[Batch]:
    """The rows without a fault; others are noted."""
    async for name, lines in batches:
        read, sound = line_reader(name, outline.columns[name]), list[bytes]()
        for line in lines:
            fault = fault_of(None, read(line))
            if fault is None:
                sound.append(line)
            else:
                faults.add(fault)
        if sound:
            yield name, sound


def _check_schema(schema: str) -> None:
    """Raises an error if no Rowlock up to this one had such a schema."""
    if not _SCHEMA.fullmatch(schema) or schema < FIRST:
        raise BadBackup("it has no schema that any Rowlock had")
    if schema > HEAD:
        raise NewerDatabase(
            f"the backup has schema {schema}, this Rowlock knows up to {HEAD}: use a newer one"
        )


async def _finish(
    target: AsyncConnection, outline: Outline, tally: Tally, progress: Progress
) -> None:
    """Compare before anything is committed, then bring it up to date."""
    # PostgreSQL changes no table that a cursor of the same connection still reads. All cursors end
    # with this, which has written nothing.
    reading = await target.begin_nested()
    with progress("comparing", outline.rows) as advance:
        found = await tally_of(target, outline, advance)
    await reading.rollback()
    if found != tally:
        raise Damaged(f"read {tally.counts}, but found {found.counts} or other rows: nothing kept")
    await target.run_sync(upgrade)


def _make_room(connection: Connection, schema: str, replace: bool) -> None:
    """Leave an empty database of this schema; refused if it has games that are not to go, or
    servers that would go on with those they know."""
    found = revision(connection)
    if found is not None and found > HEAD:
        raise NewerDatabase(f"the database has schema {found}, this Rowlock knows up to {HEAD}")
    there = set(inspect(connection).get_table_names())
    if PROCESSES.name in there and (serving := count_living(connection)):
        raise InUse(
            f"{serving} processes serve this database: stop them first; one that was killed "
            f"counts for {ALIVE:.0f} seconds more"
        )
    if TABLES.name in there and not replace:
        count = connection.execute(select(func.count()).select_from(TABLES)).scalar_one()
        if count:
            raise NotEmpty(f"the database has {count:,} tables already; give an empty one")
    ours = MetaData()
    ours.reflect(connection, only=sorted(there & {*metadata.tables, _VERSIONS}))
    ours.drop_all(connection)
    upgrade(connection, schema)


async def _told(
    batches: AsyncIterator[Batch], advance: Advance, tally: Tally | None = None
) -> AsyncIterator[Batch]:
    async for name, lines in batches:
        if tally is not None:
            tally.add(name, lines)
        yield name, lines
        advance(len(lines))


async def _each(batches: Iterator[Batch]) -> AsyncIterator[Batch]:
    for batch in batches:
        yield batch


@asynccontextmanager
async def _snapshot(address: str) -> AsyncIterator[AsyncConnection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    async with _connected(address) as connection:
        if connection.dialect.name == "postgresql":
            await connection.execution_options(**_SNAPSHOT)
        async with connection.begin():
            if connection.dialect.name == "sqlite":
                await _check_sqlite(connection)
            yield connection


async def _check_sqlite(connection: AsyncConnection) -> None:
    found = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalars().all()
    if found != ["ok"]:
        raise Damaged(f"the database is damaged: {'; '.join(found[:3])}")


@asynccontextmanager
async def _changing(address: str) -> AsyncIterator[AsyncConnection]:
    """A connection whose changes are all kept in the end, or none."""
    async with _connected(address) as connection:
        await connection.execution_options(**WRITES)
        async with connection.begin():
            yield connection


@asynccontextmanager
async def _replacing(address: str) -> AsyncIterator[AsyncConnection]:
    """The same, where no server plays on meanwhile; PostgreSQL knows of them by itself."""
    with locked(address):
        async with _changing(address) as connection:
            yield connection


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[AsyncConnection]:
    engine = make_engine(address)
    try:
        async with engine.connect() as connection:
            yield connection
    except BaseException:
        # As in opening a store: a thread that could not connect needs the loop to end.
        await asyncio.sleep(THREADS_END)
        raise
    finally:
        await engine.dispose()
