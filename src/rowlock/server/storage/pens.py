"""The few things that are said to a database with every group of events, each in the way that the
database takes least time for.

SQLite works in this process: asking it row by row costs least, as long as nothing lies between.
PostgreSQL is elsewhere: all rows go in one statement, which is the same for any number of them, so
that it is understood once.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Connection, text

Row = tuple[str, int, float, bytes]
"""A row of the events: code, seq, at, body."""

Place = tuple[str, int]
"""The code of a table and the number of an event there."""


class Pen(Protocol):
    """What is said in a transaction."""

    def hold(self, places: Sequence[Place]) -> set[Place]:
        """Which of these events are there; nobody can delete their tables before the commit."""

    def take(self, rows: Sequence[Row]) -> list[Place]:
        """Write those of the events whose places are free; which they are."""

    def follow(self, rows: Sequence[Row]) -> None:
        """Write events whose places are known to be free."""


class _Sqlite:
    """Whoever writes holds the whole file, so what was found stays so."""

    HELD = "SELECT 1 FROM events WHERE code = ? AND seq = ?"
    WRITE = "INSERT INTO events (code, seq, at, body) VALUES (?, ?, ?, ?)"
    TAKE = f"{WRITE} ON CONFLICT DO NOTHING"

    def __init__(self, connection: Connection) -> None:
        self._cursor = connection.connection.cursor()

    def hold(self, places: Sequence[Place]) -> set[Place]:
        return {place for place in places if self._say(self.HELD, place).fetchone()}

    def take(self, rows: Sequence[Row]) -> list[Place]:
        return [row[:2] for row in rows if self._say(self.TAKE, row).rowcount]

    def follow(self, rows: Sequence[Row]) -> None:
        self._cursor.executemany(self.WRITE, rows)

    def _say(self, statement: str, values: Place | Row) -> Any:
        # What `execute` returns is not the same with every driver; the cursor is.
        self._cursor.execute(statement, values)
        return self._cursor


class _Postgresql:
    """A row that others have taken and not committed yet is waited for."""

    # A subquery a row, so that each is found by its key however the tables grow.
    HELD = text(
        "SELECT code, (SELECT seq FROM events WHERE (events.code, events.seq) = (tables.code, "
        "wanted.seq)) FROM unnest(CAST(:codes AS varchar[]), CAST(:seqs AS integer[])) "
        "AS wanted (code, seq) JOIN tables USING (code) ORDER BY code FOR KEY SHARE OF tables"
    )
    _WRITE = (
        "INSERT INTO events (code, seq, at, body) SELECT * FROM unnest(CAST(:codes AS varchar[]), "
        "CAST(:seqs AS integer[]), CAST(:times AS double precision[]), CAST(:bodies AS bytea[]))"
    )
    TAKE = text(f"{_WRITE} ON CONFLICT DO NOTHING RETURNING code, seq")
    WRITE = text(_WRITE)

    def __init__(self, connection: Connection) -> None:
        self._execute = connection.execute

    def hold(self, places: Sequence[Place]) -> set[Place]:
        return {(code, seq) for code, seq in self._execute(self.HELD, _columns(places)) if seq}

    def take(self, rows: Sequence[Row]) -> list[Place]:
        return [(code, seq) for code, seq in self._execute(self.TAKE, _columns(rows))]

    def follow(self, rows: Sequence[Row]) -> None:
        self._execute(self.WRITE, _columns(rows))


def _columns(rows: Sequence[Row] | Sequence[Place]) -> dict[str, list[object]]:
    names = ("codes", "seqs", "times", "bodies")
    columns = zip(*rows, strict=True)
    return {name: list(values) for name, values in zip(names, columns, strict=False)}


_PENS: dict[str, type[_Sqlite | _Postgresql]] = {"sqlite": _Sqlite, "postgresql": _Postgresql}


def pen_of(connection: Connection) -> Pen:
    """What is said to this database."""
    return _PENS[connection.dialect.name](connection)
