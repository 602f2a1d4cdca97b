"""What writers tell all processes that serve the same tables: which table has how many events now.

PostgreSQL passes it on when the transaction is committed. SQLite has no such thing, and needs none:
one process serves its tables.
"""

from collections.abc import Collection, Iterator, Mapping

from sqlalchemy import Connection, func, select

CHANNEL = "rowlock"
PEOPLE = "rowlock_people"
"""Where it is told at which tables people came or went; at any of them, if none is named."""

GONE = 0
"""Instead of a number: the table is deleted."""

MOST_IN_ONE = 400
"""So many tables are told of at once; PostgreSQL takes up to 8,000 bytes."""

MOST_CODES = 4000
"""Of more tables than these it is told that it may be any."""


def notify(connection: Connection, news: Mapping[str, int]) -> None:
    """Tell of these tables when the transaction is committed."""
    if connection.dialect.name == "postgresql":
        for payload in payloads(news):
            connection.execute(select(func.pg_notify(CHANNEL, payload)))


def payloads(news: Mapping[str, int]) -> Iterator[str]:
    """The news as it is sent."""
    pairs = [f"{code} {seq}" for code, seq in news.items()]
    for first in range(0, len(pairs), MOST_IN_ONE):
        yield ",".join(pairs[first : first + MOST_IN_ONE])


def read_payload(payload: str) -> Iterator[tuple[str, int]]:
    """The news that were sent."""
    for pair in payload.split(","):
        code, _, seq = pair.partition(" ")
        yield code, int(seq)


def lists_of_codes(codes: Collection[str]) -> Iterator[str]:
    """Tables where people came or went as they are told of; any of them, if none is named."""
    some = sorted(codes) if len(codes) <= MOST_CODES else []
    for first in range(0, max(len(some), 1), MOST_IN_ONE):
        yield ",".join(some[first : first + MOST_IN_ONE])


def read_codes(payload: str) -> list[str]:
    """The tables that were named."""
    return payload.split(",") if payload else []
