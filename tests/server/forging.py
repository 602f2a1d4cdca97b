"""Backups that nobody's server has written: rows changed, with a checksum that is right."""

import gzip
import json
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from rowlock.server.storage.backup import BackupWriter, open_backup
from rowlock.server.tables.identity import CODE_LETTERS
from server.older import CODES

GAME = CODES[0]
MADE = 1_790_000_000.0
KEYS = {"tables": ("code",), "holdings": ("holder", "code"), "events": ("code", "seq")}

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""The rows of a backup by their table; the body of an event is its JSON value."""


def rows_of(file: Path) -> Rows:
    """What is in a backup."""
    with open_backup(file) as backup:
        columns = backup.outline.columns
        lines = [line for _, some in backup.batches() for line in some]
    rows: Rows = {name: [] for name in columns}
    for line in lines:
        name, *values = json.loads(line)
        rows[name].append(dict(zip(columns[name], values, strict=True)))
    return rows


def forge(file: Path, rows: Rows) -> Path:
    """A backup of these rows, sorted as they should be where they can be."""
    with open_backup(file) as backup:
        counts = {name: len(some) for name, some in rows.items()}
        outline = msgspec.structs.replace(backup.outline, counts=counts)
    forged = file.with_suffix(".forged")
    with forged.open("wb") as stream:
        writer = BackupWriter(stream, MADE, outline)
        for name, some in rows.items():
            lines = [line_of(name, row) for row in sorted_rows(name, some)]
            writer.add((name, lines))
        writer.end()
    return forged


def line_of(name: str, row: Row) -> bytes:
    return json.dumps([name, *row.values()], separators=(",", ":"), ensure_ascii=False).encode()


def sorted_rows(name: str, rows: Iterable[Row]) -> list[Row]:
    """The rows in the order of their keys."""

    def key(row: Row) -> list[tuple[str, Any]]:
        return [(type(row[column]).__name__, row[column]) for column in KEYS[name]]

    return sorted(rows, key=key)


def doubled(rows: Rows, changes: Iterable[Callable[[Rows], None]]) -> list[str]:
    """Add a copy of the first table for each of these changes, which are made to it: their
    codes."""
    codes = [f"XXXX{a}{b}" for a, b in product(CODE_LETTERS, repeat=2)]
    made = []
    for code, change in zip(codes, changes, strict=False):
        mine = {
            name: [json.loads(json.dumps(row)) | {"code": code} for row in some if is_game(row)]
            for name, some in rows.items()
        }
        change(mine)
        for name, some in mine.items():
            rows[name] += some
        made.append(code)
    return made


def is_game(row: Row) -> bool:
    return bool(row["code"] == GAME)


def packed(*lines: bytes) -> bytes:
    """A file of these lines, whatever they are."""
    return gzip.compress(b"".join(line + b"\n" for line in lines))
