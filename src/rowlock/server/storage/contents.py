"""All that a database keeps for good, as lines of text, the same for every kind of database.

A line is a row: a JSON list of the table's name and the row's values. What is only of the moment,
such as which processes serve the tables, is left out.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

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

from rowlock.server.storage.rows import CHECKED, NO_JSON
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.storage.upgrade import revision

_KEPT = (TABLES, HOLDINGS, EVENTS)
KEPT = tuple(str(table.name) for table in _KEPT)
"""What is kept for good, in the order it is written in."""

AT_ONCE = 1000
"""So many rows are read and written together."""


class _Kind(NamedTuple):
    """A kind of columns: its type in a database, what that gives, and what a line has for it."""

    column: type[Any]
    value: Any
    line: Any


_KINDS = {
    "text": _Kind(String, str, str | None),
    "whole": _Kind(Integer, int, int | None),
    "number": _Kind(Float, float | int, float | None),
    "switch": _Kind(Boolean, bool, bool | None),
    "json": _Kind(LargeBinary, bytes, msgspec.Raw),
}

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
        if not set(self.columns) == set(self.counts) == set(KEPT) or min(self.counts.values()) < 0:
            return False
        kinds = {kind for columns in self.columns.values() for kind in columns.values()}
        return kinds <= set(_KINDS) and all(map(self._is_kept, _KEPT))

    def _is_kept(self, table: Table) -> bool:
        """Whether the columns of this table are there that it has in every schema."""
        known = _columns(table).items()
        wanted = {name: kind for name, kind in known if name in CHECKED}
        return wanted.items() <= self.columns[str(table.name)].items()


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


Row = dict[str, Any]
"""The values of a row, by the names of their columns."""

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
    columns = {name: _columns(table) for name, table in tables.items()}
    return Outline(schema, columns, await counts_of(connection))


async def counts_of(connection: AsyncConnection) -> dict[str, int]:
    """How many rows there are of each kind."""
    counted = {table.name: select(func.count()).select_from(table) for table in _KEPT}
    return {name: (await connection.execute(query)).scalar_one() for name, query in counted.items()}


async def read_lines(connection: AsyncConnection, outline: Outline) -> AsyncIterator[Batch]:
    """All rows of the database."""
    tables = await _tables(connection)
    for name, columns in outline.columns.items():
        query = select(*(tables[name].c[column] for column in columns))
        async with connection.stream(query.order_by(*tables[name].primary_key.columns)) as rows:
            async for some in rows.partitions(AT_ONCE):
                yield name, [_line(name, row, columns.values()) for row in some]


async def write_lines(
    connection: AsyncConnection, outline: Outline, batches: AsyncIterator[Batch]
) -> None:
    """Put all of these rows into a database that has the schema of the outline."""
    tables = await _tables(connection)
    if {name: _columns(table) for name, table in tables.items()} != outline.columns:
        raise NoContents(f"the columns are not those of the schema {outline.schema}")
    readers = {name: line_reader(name, columns) for name, columns in outline.columns.items()}
    async for name, lines in batches:
        rows = [_plain(readers[name](line)) for line in lines]
        await connection.execute(insert(tables[name]), rows)


async def tally_of(connection: AsyncConnection, outline: Outline, advance: Advance) -> Tally:
    """What a database has in it."""
    tally = Tally()
    async for name, lines in read_lines(connection, outline):
        tally.add(name, lines)
        advance(len(lines))
    return tally


def line_reader(name: str, columns: dict[str, str]) -> Callable[[bytes], Row]:
    """Reads the values of a line of this table; raises ValueError if it is none."""
    kinds = [_KINDS[kind].line for kind in columns.values()]
    decoder = msgspec.json.Decoder(tuple.__class_getitem__((str, *kinds)))

    def read(line: bytes) -> Row:
        try:
            found, *values = decoder.decode(line)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        if found != name:
            raise ValueError(f"a row of {name} is expected, not of {found}")
        return dict(zip(columns, values, strict=True))

    return read


def write_line(name: str, row: Row) -> bytes:
    """The line of a row."""
    return msgspec.json.encode([name, *row.values()])


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
    return next(name for name, kind in _KINDS.items() if isinstance(found, kind.column))


def _line(name: str, row: Iterable[Any], kinds: Iterable[str]) -> bytes:
    """The line of a row of a database, which may have been written by anybody: a value that its
    column should not have is left out."""
    values = map(_fitting, row, kinds)
    return msgspec.json.encode([name, *values])


def _fitting(value: object, kind: str) -> object:
    if kind == "json":
        return _raw(value)
    return value if isinstance(value, _KINDS[kind].value) else None


def _raw(body: object) -> msgspec.Raw:
    """A JSON value as it is kept; what is none would spoil the line, and those after it."""
    try:
        if isinstance(body, bytes) and b"\n" not in body:
            msgspec.json.decode(body)
            return msgspec.Raw(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        pass
    return msgspec.Raw(NO_JSON)


def _plain(row: Row) -> Row:
    return {
        name: bytes(value) if isinstance(value, msgspec.Raw) else value
        for name, value in row.items()
    }
