"""What processes write for each other into PostgreSQL, and read there."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Float,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.storage.notices import PEOPLE
from rowlock.server.storage.schema import ATTENDANCES, LEASES, PROCESSES

ALIVE = 5.0
"""A process that was not heard of for so many seconds counts no more."""

FORGOTTEN = 60.0
"""After so many it is forgotten."""

_NOW: ColumnElement[float] = literal_column("extract(epoch from clock_timestamp())", Float)
"""The database's clock: those of the processes may differ."""

_living = select(PROCESSES.c.id).where(PROCESSES.c.seen > _NOW - ALIVE)


async def appear(connection: AsyncConnection, process: str) -> bool:
    """Be heard of; whether the process was not known. Those that ended without a word are
    forgotten with all they had."""
    query = upsert(PROCESSES).values(id=process, seen=_NOW)
    query = query.on_conflict_do_update(index_elements=[PROCESSES.c.id], set_={"seen": _NOW})
    # PostgreSQL marks a row that was there before by who changed it.
    is_new: ColumnElement[bool] = literal_column("xmax = 0", Boolean)
    new = (await connection.execute(query.returning(is_new))).scalar_one()
    if new:
        await connection.execute(delete(PROCESSES).where(PROCESSES.c.seen < _NOW - FORGOTTEN))
    return new


async def leave(connection: AsyncConnection, process: str) -> None:
    """Be heard of no more; what the process had goes with it."""
    await connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))
    await tell_people(connection)


async def attend(
    connection: AsyncConnection, process: str, holders: Mapping[str, frozenset[str]]
) -> None:
    """These people, and no others, look at these tables here."""
    mine = ATTENDANCES.c.process == process
    await connection.execute(
        delete(ATTENDANCES).where(mine, ATTENDANCES.c.code.in_(sorted(holders)))
    )
    rows = [
        {"code": code, "holder": holder, "process": process}
        for code, here in holders.items()
        for holder in here
    ]
    if rows:
        await connection.execute(insert(ATTENDANCES), rows)
    await tell_people(connection)


async def tell_people(connection: AsyncConnection) -> None:
    """Let the others look who is where."""
    await connection.execute(select(func.pg_notify(PEOPLE, "")))


async def others_at(connection: AsyncConnection, process: str) -> Sequence[tuple[str, str]]:
    """The tables of this process that people look at elsewhere, and who."""
    mine = select(ATTENDANCES.c.code).where(ATTENDANCES.c.process == process)
    query = select(ATTENDANCES.c.code, ATTENDANCES.c.holder).where(
        ATTENDANCES.c.process != process,
        ATTENDANCES.c.process.in_(_living),
        ATTENDANCES.c.code.in_(mine),
    )
    return [(code, holder) for code, holder in await connection.execute(query)]


async def take_leases(
    connection: AsyncConnection, process: str, codes: Collection[str]
) -> set[str]:
    """Of the tables where bots are to play, those whose bots are this process's: nobody living has
    them. Others that it had are given back."""
    mine = LEASES.c.process == process
    held = set((await connection.execute(select(LEASES.c.code).where(mine))).scalars())
    if old := held.difference(codes):
        await connection.execute(delete(LEASES).where(mine, LEASES.c.code.in_(sorted(old))))
        await tell_people(connection)
    taken: set[str] = set()
    if new := sorted(set(codes) - held):
        query = upsert(LEASES).on_conflict_do_update(
            index_elements=[LEASES.c.code],
            set_={"process": process},
            where=or_(mine, LEASES.c.process.not_in(_living)),
        )
        rows = [{"code": code, "process": process} for code in new]
        taken = set((await connection.execute(query.returning(LEASES.c.code), rows)).scalars())
    return (held & set(codes)) | taken
