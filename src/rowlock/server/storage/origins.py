"""Where tables of the public list were made, so that the list is fair: first come the last tables
of all origins, then the second to last of all, and so on, however many one origin has.

An origin is 16 bits of a hash of an address, or of a home's network. Some 65,000 IPv4 addresses
share each of them, so it tells nobody who made a table. It is kept while a listed table is a lobby.

A new table is the first of its origin, and those made before step back. So each has its turn
written down, and the list is read in its order: what it costs depends neither on how many tables
there are nor on how many origins.
"""

from collections.abc import Collection
from hashlib import sha256

from sqlalchemy import Connection, Select, desc, select, update

from rowlock.server.storage.schema import TABLES

ORIGIN_DIGITS = 4
"""Hexadecimal ones, of four bits each."""

UNKNOWN = ""
"""The origin of tables of which it is not kept, and of those made before it was."""

MOST_LOOKED_AT = 200
"""Among so many tables those with an open seat are looked for."""

LAST_TURN = 20
"""Tables with as many newer ones of their origin, or more, come last, all alike. A list has room
for as many."""


def origin_of(home: str) -> str:
    """What is kept of the network that a table was made from."""
    return sha256(home.encode()).hexdigest()[:ORIGIN_DIGITS] if home else UNKNOWN


def tables_in_turn() -> Select[tuple[str]]:
    """The codes of tables that anybody may join, in the order of the list; of those with the same
    turn the last changed is first."""
    return (
        select(TABLES.c.code)
        .where(TABLES.c.stage == "lobby", TABLES.c.listed)
        .order_by(TABLES.c.turn, desc(TABLES.c.changed))
        .limit(MOST_LOOKED_AT)
    )


def step_back(connection: Connection, origin: str, new: Collection[str]) -> None:
    """All tables of an origin step back by a turn but those that are new, the one that steps in
    front of them and those that follow it."""
    others = (
        TABLES.c.stage == "lobby",
        TABLES.c.origin == origin,
        TABLES.c.turn < LAST_TURN,
        TABLES.c.code.not_in(new),
    )
    # A table that somebody writes at just now is passed over: else two who write could wait for
    # each other. SQLite has one writer only.
    rows = select(TABLES.c.code).where(*others).with_for_update(skip_locked=True)
    found = connection.execute(rows).scalars().all()
    one_more = update(TABLES).where(TABLES.c.code.in_(found)).values(turn=TABLES.c.turn + 1)
    connection.execute(one_more)
