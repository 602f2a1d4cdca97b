"""What processes write for each other into PostgreSQL, and read there."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    String,
    any_,
    cast,
    delete,
    func,
    literal_column,
    or_,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.storage.notices import PEOPLE, lists_of_codes
from rowlock.server.storage.schema import ATTENDANCES, LEASES, PROCESSES

ALIVE = 5.0
"""A process that was not heard of for so many seconds counts no more."""

FORGOTTEN = 60.0
"""After so many it is forgotten."""

_NOW: ColumnElement[float] = literal_column("extract(epoch from clock_timestamp())", Float)
"""The database's clock: those of the processes may differ."""

_silence: ColumnElement[float] = func.abs(_NOW - PROCESSES.c.seen)
"""For how long a process was not heard of. If the clock was set back, what was before it seems to
be to come; that is no word from anybody either."""

_living = select(PROCESSES.c.id).where(_silence < ALIVE)

_ATTEND = text(
    "WITH here AS (SELECT * FROM unnest(CAST(:at AS varchar[]), CAST(:holders AS varchar[])) "
    "AS here (code, holder)), gone AS (DELETE FROM attendances WHERE process = :process "
    "AND code = ANY(CAST(:codes AS varchar[])) "
    "AND (code, holder) NOT IN (SELECT code, holder FROM here)) "
    "INSERT INTO attendances (code, holder, process) SELECT code, holder, :process FROM here "
    "ON CONFLICT DO NOTHING"
)
"""Who stays is never gone in between: all of it is one statement."""


class Appeared(NamedTuple):
    """Whether a process was not known before, and what time it is by the database's clock."""

    new: bool
    now: float


def count_living(connection: Connection) -> int:
    """How many processes serve the tables now. Nobody is told of one that has an SQLite."""
    if connection.dialect.name != "postgresql":
        return 0
    return connection.execute(select(func.count()).select_from(_living.subquery())).scalar_one()


async def appear(connection: AsyncConnection, process: str) -> Appeared:
    """Be heard of. Those that ended without a word are forgotten with all they had."""
    query = upsert(PROCESSES).values(id=process, seen=_NOW)
    query = query.on_conflict_do_update(index_elements=[PROCESSES.c.id], set_={"seen": _NOW})
    # PostgreSQL marks a row that was there before by who changed it.
    is_new: ColumnElement[bool] = literal_column("xmax = 0", Boolean)
    found = await connection.execute(query.returning(is_new, PROCESSES.c.seen))
    appeared = Appeared(*found.one())
    if appeared.new:
        await connection.execute(delete(PROCESSES).where(_silence > FORGOTTEN))
    return appeared


async def leave(connection: AsyncConnection, process: str) -> None:
    """Be heard of no more; what the process had goes with it."""
    await connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))
    await tell_people(connection)


async def attend(
    connection: AsyncConnection, process: str, holders: Mapping[str, frozenset[str]]
) -> None:
    """These people, and no others, look at these tables here."""
    here = [(code, holder) for code, some in holders.items() for holder in some]
    columns = {"at": [code for code, _ in here], "holders": [holder for _, holder in here]}
    codes = sorted(holders)
    await connection.execute(_ATTEND, {"process": process, "codes": codes, **columns})
    await tell_people(connection, codes)


async def tell_people(connection: AsyncConnection, codes: Collection[str] = ()) -> None:
    """Let the others look who is at these tables; at all, if none is named."""
    for some in lists_of_codes(codes):
        await connection.execute(select(func.pg_notify(PEOPLE, some)))


async def others_at(
    connection: AsyncConnection, process: str, codes: Collection[str]
) -> dict[str, frozenset[str]]:
    """Who looks at these tables elsewhere, where anybody does."""
    holders = func.array_agg(ATTENDANCES.c.holder, type_=ARRAY(String))
    query = (
        select(ATTENDANCES.c.code, holders)
        .where(
            _among(ATTENDANCES.c.code, codes),
            ATTENDANCES.c.process != process,
            ATTENDANCES.c.process.in_(_living),
        )
        .group_by(ATTENDANCES.c.code)
    )
    return {code: frozenset(some) for code, some in await connection.execute(query)}


async def take_leases(
    connection: AsyncConnection,
    process: str,
    codes: Collection[str],
    among: Collection[str] | None = None,
) -> set[str]:
    """Of the tables where bots are to play, those whose bots are this process's: nobody living has
    them. Others that it had are given back, if they are among those that are looked at now."""
    mine = LEASES.c.process == process
    looked_at = [mine] if among is None else [mine, _among(LEASES.c.code, among)]
    held = set((await connection.execute(select(LEASES.c.code).where(*looked_at))).scalars())
    if old := held.difference(codes):
        await connection.execute(delete(LEASES).where(mine, _among(LEASES.c.code, old)))
        await tell_people(connection, old)
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


def _among(column: Column[str], codes: Collection[str]) -> ColumnElement[bool]:
    """Any number of codes is one argument; PostgreSQL takes no more than 32,767 of them."""
    return column == any_(cast(sorted(codes), ARRAY(String)))
