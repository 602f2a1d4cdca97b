"""Disks that are full, files that are locked, pages that are damaged: switched on and off under
servers that run."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from random import Random

from browser.serving import Server
from server.databases import execute, is_used

PAGE = 4096
ROOM = 16 * PAGE
"""On a full disk no file of a server grows beyond this; its log stays far below."""

LEAF_OF_ROWS = 0x0D
"""How SQLite marks a page with rows."""

STATES = ("53100", "53200", "25006", "58030", "XX001", "XX002")
"""What PostgreSQL says of full disks and memories, of a standby, of disks that fail, and of damaged
data."""

MAKE_FAULTY = """
CREATE TABLE fault (state text);
INSERT INTO fault VALUES ('');
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found text;
BEGIN
    SELECT state INTO found FROM fault;
    IF found <> '' THEN
        RAISE EXCEPTION 'secret' USING ERRCODE = found;
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (new.seq % 2 = 0) EXECUTE FUNCTION fail();
CREATE TRIGGER fail_early AFTER INSERT ON events
    FOR EACH ROW WHEN (new.seq % 2 = 1) EXECUTE FUNCTION fail();
"""
"""Half of the events fail when they are written, the others when they are committed."""

Switch = Callable[[], AbstractContextManager[None]]
"""Makes something go wrong for as long as its context is open."""


def file_of(server: Server) -> Path:
    """The SQLite file of a server."""
    return Path(server.database.removeprefix("sqlite:///"))


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file grows any more."""
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked_file(server: Server) -> Iterator[None]:
    """Another program has the file, and does not let go."""
    other = sqlite3.connect(file_of(server), timeout=60, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


@contextmanager
def damaged_page(file: Path, code: str) -> Iterator[None]:
    """A page with events of this table is overwritten. All of the database must be in its file, as
    it is after a server was stopped."""
    with file.open("r+b") as stream:
        pages = iter(partial(stream.read, PAGE), b"")
        found = [(at, page) for at, page in enumerate(pages) if _has_events(page, code)]
        at, page = found[len(found) // 2]
        stream.seek(at * PAGE)
        stream.write(Random(code).randbytes(PAGE))
    try:
        yield
    finally:
        with file.open("r+b") as stream:
            stream.seek(at * PAGE)
            stream.write(page)


def _has_events(page: bytes, code: str) -> bool:
    return page[0] == LEAF_OF_ROWS and code.encode() in page and b'"type"' in page


def make_faulty(server: Server) -> None:
    """Prepare a PostgreSQL for faults."""
    execute(server.database, MAKE_FAULTY)


@contextmanager
def failing_postgres(server: Server, state: str) -> Iterator[None]:
    """Whatever is written fails, and PostgreSQL says so by this code."""
    execute(server.database, f"UPDATE fault SET state = '{state}'")
    try:
        yield
    finally:
        execute(server.database, "UPDATE fault SET state = ''")


def switches(server: Server) -> list[Switch]:
    """All that can go wrong with what a server writes."""
    if is_used("postgresql"):
        return [partial(failing_postgres, server, state) for state in STATES]
    return [partial(full_disk, server), partial(locked_file, server)]


def is_expected(line: str) -> bool:
    """Whether a line of the log tells of such a fault, as it should."""
    return "the games cannot be reached" in line
