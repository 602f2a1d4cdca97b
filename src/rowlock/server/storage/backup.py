"""Backups: one compressed text file with all that a database keeps for good.

The first line tells what follows, the last one has a checksum of all before it, and each line
between is a row. A backup of one kind of database can be restored into another.
"""

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from rowlock.server.storage.contents import (
    AT_ONCE,
    KEPT,
    Advance,
    Batch,
    Outline,
    Row,
    Tally,
    line_reader,
)
from rowlock.server.storage.rows import KEYS, Faults, fault_of

FORMAT = "rowlock-backup-1"
LEVEL = 6
LONGEST_LINE = 16_000
"""In bytes: more than any row has, and few enough to hold a thousand of them."""


T = TypeVar("T")


class BadBackup(ValueError):
    """A file that is no backup, or a damaged one."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a backup."""

    format: str
    made: float
    outline: Outline


class Footer(msgspec.Struct, frozen=True):
    """The last line of a backup."""

    sha256: str


class BackupWriter:
    """A backup that is being written."""

    def __init__(self, stream: BinaryIO, made: float, outline: Outline) -> None:
        self.tally = Tally()
        self._packed = gzip.GzipFile("", "wb", LEVEL, stream, mtime=0)
        self._hash = hashlib.sha256()
        self._put(msgspec.json.encode(Header(FORMAT, made, outline)))

    def add(self, batch: Batch) -> None:
        """These rows too."""
        self.tally.add(*batch)
        self._put(*batch[1])

    def end(self) -> None:
        """That was all."""
        self._put(msgspec.json.encode(Footer(self._hash.hexdigest())))
        self._packed.close()

    def _put(self, *lines: bytes) -> None:
        text = b"".join(line + b"\n" for line in lines)
        self._hash.update(text)
        self._packed.write(text)


class BackupReader:
    """A backup that is being read; whatever is wrong with it raises BadBackup. What is wrong with
    single tables only is found on the way (`faults`)."""

    def __init__(self, stream: BinaryIO) -> None:
        self._packed = gzip.GzipFile(fileobj=stream, mode="rb")
        self._hash = hashlib.sha256()
        self._line = 0
        self._last: tuple[int, tuple[Any, ...]] = (0, ())
        self.faults = Faults()
        header = _decoded(self._next(), Header)
        if header is None or header.format != FORMAT or not header.outline.is_known:
            raise BadBackup("this is no backup that this version of Rowlock can read")
        self.outline = header.outline
        self._readers = {
            name: line_reader(name, columns) for name, columns in self.outline.columns.items()
        }

    def batches(self) -> Iterator[Batch]:
        """All rows. Only after the last one it is known that nothing was damaged."""
        tally, left = Tally(), iter(range(self.outline.rows))
        while some := [self._row() for _ in islice(left, AT_ONCE)]:
            for name, rows in groupby(some, key=lambda row: row[0]):
                lines = [line for _, line in rows]
                tally.add(name, lines)
                yield name, lines
        found = self._hash.hexdigest()
        footer = _decoded(self._next(), Footer)
        if footer is None or footer.sha256 != found or self._packed.read(1):
            raise BadBackup("its checksum is wrong: the file is damaged")
        if tally.counts != self.outline.counts:
            raise BadBackup("it has other rows than its first line says")

    def _row(self) -> tuple[str, bytes]:
        line = self._next()
        name = line[2 : max(2, line.find(b'"', 2))].decode("utf-8", "replace")
        try:
            if name not in self._readers:
                raise ValueError("this is no row")
            row = self._readers[name](line)
            if fault := fault_of(self._line, row):
                self.faults.add(fault)
            else:
                self._check_order(name, row)
        except ValueError as error:
            raise BadBackup(f"line {self._line}: {error}") from None
        return name, line

    def _check_order(self, name: str, row: Row) -> None:
        """Rows are sorted, so that none can be there twice, whatever else is in the file."""
        place = (KEPT.index(name), tuple(row[column] for column in KEYS[name]))
        if place <= self._last:
            raise ValueError("the rows are not in order, or this one is there twice")
        self._last = place

    def _next(self) -> bytes:
        self._line += 1
        try:
            line = self._packed.readline(LONGEST_LINE)
        except gzip.BadGzipFile:
            raise
        except OSError as error:
            raise BadBackup(f"it cannot be read: {error.strerror}") from None
        if not line.endswith(b"\n"):
            if self._line == 1:
                raise BadBackup(NONE)
            if len(line) == LONGEST_LINE:
                raise BadBackup(f"line {self._line} is longer than any row")
            raise BadBackup("it ends too early: the file is damaged")
        self._hash.update(line)
        return line[:-1]


NONE = "this is no backup"


@contextmanager
def open_backup(file: Path) -> Iterator[BackupReader]:
    """A backup to be read."""
    try:
        with _opened(file) as stream:
            yield BackupReader(stream)
    except gzip.BadGzipFile:
        raise BadBackup(f"{file}: {NONE}, or a damaged one") from None
    except (EOFError, zlib.error):
        raise BadBackup(f"{file}: it ends too early, or is damaged") from None
    except BadBackup as error:
        raise BadBackup(f"{file}: {error}") from None


def check_backup(file: Path, advance: Advance) -> tuple[Tally, Faults]:
    """What is in a backup, all of which has been read, and what is wrong with some of it."""
    tally = Tally()
    with open_backup(file) as backup:
        for name, lines in backup.batches():
            tally.add(name, lines)
            advance(len(lines))
    return tally, backup.faults


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file that has this name only once all is well with it. Only its owner can read it, for it
    holds the seeds of games in progress."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _keep_names(file.parent)


def _keep_names(folder: Path) -> None:
    """A name is in its folder, which goes to the disk by itself."""
    if os.name != "posix":
        # Windows opens no folders.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except OSError as error:
        raise BadBackup(f"it cannot be opened: {error.strerror}") from None


def _decoded(line: bytes, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
