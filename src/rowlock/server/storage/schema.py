"""The tables of the database. Events are the truth; the others are there to find them."""

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table

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
    Index("tables_by_stage", "stage", "listed", "changed"),
)
"""What lists of tables are made from."""

HOLDINGS = Table(
    "holdings",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("code", String(6), primary_key=True),
    Index("holdings_by_code", "code"),
)
"""At which tables a person sits."""
