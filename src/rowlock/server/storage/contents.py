"""All that a database keeps for good, as lines of text, the same for every kind of database.

A line is a row: a JSON list of the table's name and the row's values. What is only of the moment,
such as which processes serve the tables, is left out.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.storage.upgrade import revision

KEPT = tuple(str(table.name) for table in (TABLES, HOLDINGS, EVENTS))
"""What is kept for good, in the order it is written in."""

AT_ONCE = 1000
"""So many rows are read and written together."""

_KINDS: dict[str, tuple[type[Any], Any]] = {
    "text": (String, str),
    "whole": (Integer, int),
    "number": (Float, float),
    "switch": (Boolean, bool),
    "json": (LargeBinary, msgspec.Raw),
}
"""The kinds of columns: their type in a database, and what stands for them in a line."""

_DIGEST_BYTES = 16


class NoContents(ValueError):
    """The database has no tables to be read."""


class Outline(msgspec.Struct, frozen=True):
    """What there is to be read: the schema it has, and for each table its columns with their kinds
    and how many rows it has."""

    schema: str
    columns: dict[str, dict[str, str]]
    counts: dict[str, int]

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(self.counts.values())

    @property
    def is_known(self) -> bool:
        """Whether all of it can be read."""
        kinds = {kind for columns in self.columns.values() for kind in columns.values()}
        return set(self.columns) == set(self.counts) == set(KEPT) and kinds <= set(_KINDS)


@dataclass
class Tally:
    """What has been read or written. Equal contents have equal tallies, in whatever order."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KEPT, 0))
    digest: int = 0

    def add(self, name: str, lines: Iterable[bytes]) -> None:
        """These rows too."""
        for line in lines:
            self.counts[name] += 1
            found = blake2b(line, digest_size=_DIGEST_BYTES).digest()
            self.digest = (self.digest + int.from_bytes(found)) % (1 << 8 * _DIGEST_BYTES)


Batch = tuple[str, list[bytes]]
"""Some rows of one table, as lines."""

Advance = Callable[[int], None]
"""Told how many more rows are done."""


async def outline_of(connection: AsyncConnection) -> Outline:
    """What this database has."""
    schema = await connection.run_sync(revision)
    if schema is None:
        raise NoContents("the database is empty: no Rowlock has used it yet")
    tables = await _tables(connection)
    counts = {
        name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
        for name, table in tables.items()
    }
    return Outline(schema, {name: _columns(table) for name, table in tables.items()}, counts)


async def read_lines(connection: AsyncConnection, outline: Outline) -> AsyncIterator[Batch]:
    """All rows of the database."""
    tables = await _tables(connection)
    for name, columns in outline.columns.items():
        raw = [kind == "json" for kind in columns.values()]
        query = select(*(tables[name].c[column] for column in columns))
        async with connection.stream(query.order_by(*tables[name].primary_key.columns)) as rows:
            async for some in rows.partitions(AT_ONCE):
                yield name, [_line(name, row, raw) for row in some]


async def write_lines(
    connection: AsyncConnection, outline: Outline, batches: AsyncIterator[Batch]
) -> None:
    """Put all of these rows into a database that has the schema of the outline."""
    tables = await _tables(connection)
    readers = {name: line_reader(name, columns) for name, columns in outline.columns.items()}
    async for name, lines in batches:
        names, read = outline.columns[name], readers[name]
        rows = [dict(zip(names, map(_plain, read(line)), strict=True)) for line in lines]
        await connection.execute(insert(tables[name]), rows)


async def tally_of(connection: AsyncConnection, outline: Outline, advance: Advance) -> Tally:
    """What a database has in it."""
    tally = Tally()
    async for name, lines in read_lines(connection, outline):
        tally.add(name, lines)
        advance(len(lines))
    return tally


def line_reader(name: str, columns: dict[str, str]) -> Callable[[bytes], tuple[Any, ...]]:
    """Reads the values of a line of this table; raises ValueError if it is none."""
    kinds = [_KINDS[kind][1] for kind in columns.values()]
    decoder = msgspec.json.Decoder(tuple.__class_getitem__((str, *kinds)))

    def read(line: bytes) -> tuple[Any, ...]:
        found, *values = decoder.decode(line)
        if found != name:
            raise ValueError(f"a row of {name} is expected, not of {found}")
        return tuple(values)

    return read


async def _tables(connection: AsyncConnection) -> dict[str, Table]:
    """The tables as this database has them, which may be of an older schema."""

    def reflect(connection: Connection) -> dict[str, Table]:
        there = set(inspect(connection).get_table_names())
        if missing := [name for name in KEPT if name not in there]:
            raise NoContents(f"the database has no {' and no '.join(missing)}")
        found = MetaData()
        found.reflect(connection, only=KEPT)
        return {name: found.tables[name] for name in KEPT}

    return await connection.run_sync(reflect)


def _columns(table: Table) -> dict[str, str]:
    return {str(column.name): _kind(column.type) for column in table.columns}


def _kind(found: object) -> str:
    return next(kind for kind, (known, _) in _KINDS.items() if isinstance(found, known))


def _line(name: str, row: Iterable[Any], raw: list[bool]) -> bytes:
    pairs = zip(row, raw, strict=True)
    values = (msgspec.Raw(value) if is_raw else value for value, is_raw in pairs)
    return msgspec.json.encode([name, *values])


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, msgspec.Raw) else value
