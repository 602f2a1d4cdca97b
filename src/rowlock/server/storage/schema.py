"""The tables of the database. Events are the truth; the others are there to find them, and to let
the processes that serve them know of each other."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

EVENTS = Table(
    "events",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""One row an event, in JSON. The primary key is what keeps two writers apart."""

TABLES = Table(
    "tables",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("stage", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Column("origin", String(4), nullable=False, server_default=""),
    Column("turn", Integer, nullable=False, server_default="0"),
    Index("tables_by_stage", "stage", "listed", "changed"),
    Index("tables_by_origin", "stage", "origin", "turn"),
    Index("tables_by_turn", "stage", "listed", "turn", "changed"),
)
"""What lists of tables are made from; `origin` and `turn` are for `origins`. Who writes events of a
table holds its row."""

HOLDINGS = Table(
    "holdings",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("code", String(6), primary_key=True),
    Index("holdings_by_code", "code"),
)
"""At which tables a person sits."""

PROCESSES = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seen", Float, nullable=False),
)
"""The processes that serve these tables, and when they were last heard of, by the database's
clock."""

ATTENDANCES = Table(
    "attendances",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("process", String(32), ForeignKey(PROCESSES.c.id, ondelete="CASCADE"), primary_key=True),
    Index("attendances_by_process", "process"),
)
"""Who looks at which table, by which process."""

LEASES = Table(
    "leases",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("process", String(32), ForeignKey(PROCESSES.c.id, ondelete="CASCADE"), nullable=False),
    Index("leases_by_process", "process"),
)
"""Which process thinks for the bots of a table."""
