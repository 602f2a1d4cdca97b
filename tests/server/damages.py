"""What can be wrong with a table in a database, and what is said of it."""

import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rowlock.server.tables.identity import CODE_LETTERS
from server.older import CODES


class Damage(NamedTuple):
    """A change of the database, and the reason that is given for what it leads to."""

    sql: str
    reason: str


def _event(seq: int, body: str, reason: str) -> Damage:
    return Damage(f"UPDATE events SET body = CAST('{body}' AS BLOB) WHERE seq = {seq}", reason)


def _column(seq: int, value: str, reason: str) -> Damage:
    return Damage(f"UPDATE events SET {value} WHERE seq = {seq}", reason)


DAMAGES = {
    "no JSON": _event(3, "[tea]", "event 3: "),
    "no UTF-8": _column(3, "body = X'7B22FF227D'", "event 3: "),
    "nested": _column(3, f"body = X'{'5B' * 20_000}'", "event 3: "),
    "unknown type": _event(3, '{"type":"tea-served"}', "event 3: Invalid value"),
    "no type": _event(3, "{}", "event 3: Object missing required field `type`"),
    "text": _column(3, "body = 'text'", "values of other kinds"),
    "huge seat": _event(3, '{"type":"seat-left","seat":' + "9" * 5000 + "}", "event 3: Integer"),
    "gap": Damage("DELETE FROM events WHERE seq = 5", "event 5 is missing"),
    "no beginning": Damage("DELETE FROM events WHERE seq = 1", "does not begin"),
    "two beginnings": Damage(
        "UPDATE events SET body = (SELECT body FROM events WHERE seq = 1) WHERE seq = 2",
        "event 2: it does not fit",
    ),
    "no events": Damage("DELETE FROM events WHERE seq", "it has no events"),
    "wrong seat": _event(6, '{"type":"seat-ready","seat":77,"nonce":"00"}', "there is no seat 77"),
    "illegal move": _event(12, '{"type":"action-revealed","moves":["b2","-"]}', "event 12: "),
    "no move": _event(12, '{"type":"action-revealed","moves":["tea","-"]}', "event 12: "),
    "no choices": _event(10, '{"type":"people-returned"}', "event 12: "),
    "wrong dice": _event(9, '{"type":"dice-rolled","roll":"w99"}', "event 9: "),
    "too early": _event(2, '{"type":"dice-rolled","roll":"w16 r2 y5 g5 b1"}', "event 2: "),
    "unknown game": Damage(
        "UPDATE events SET body = CAST(replace(body, '\"original\"', '\"chess\"') AS BLOB)"
        " WHERE seq = 1",
        "there is no game 'chess'",
    ),
    "no seed": Damage(
        'UPDATE events SET body = CAST(replace(body, \'"seed":"52\', \'"seed":"\') AS BLOB)'
        " WHERE seq = 1",
        "no seed",
    ),
    "endless time": _column(1, "at = 9e999", "event 1 has no time"),
    "late time": _column(1, "at = 1e18", "event 1 has no time"),
    "text as time": _column(1, "at = 'tea'", "event 1 has no time"),
}


def spoil(file: Path) -> dict[str, Damage]:
    """Put a table for each kind of damage beside the others: their codes."""
    codes = [f"XXXX{a}{b}" for a, b in product(CODE_LETTERS, repeat=2)]
    spoilt = dict(zip(codes, DAMAGES.values(), strict=False))
    with closing(sqlite3.connect(file)) as database, database:
        for code, damage in spoilt.items():
            for table in ("tables", "holdings", "events"):
                _double(database, table, code)
            assert database.execute(f"{damage.sql} AND code = '{code}'").rowcount
    return spoilt


def _double(database: sqlite3.Connection, table: str, code: str) -> None:
    """The rows of the first table again, for another code."""
    names = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    values = ", ".join("?" if name == "code" else name for name in names)
    rows = f"SELECT {values} FROM {table} WHERE code = ?"
    database.execute(f"INSERT INTO {table} ({', '.join(names)}) {rows}", (code, CODES[0]))
