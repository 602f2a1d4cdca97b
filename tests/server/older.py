"""A database as an earlier version of the server left it: its schema, and tables with their events.

`schema-0001.jsonl` was written by the first one: two games in progress, one over, and a lobby. The
second kept the same of them.
"""

import json
from pathlib import Path

from sqlalchemy import text

from rowlock.server.storage.engine import WRITES, make_engine
from rowlock.server.storage.upgrade import upgrade

SCHEMA = "0001"
SCHEMAS = (SCHEMA, "0002")
ROWS = Path(__file__).parent / f"schema-{SCHEMA}.jsonl"
CODES = ("BCDFGH", "BCDFGJ", "BCDFGK", "BCDFGL")
ANN, BEN = "ann-" * 8, "ben-" * 8
"""The keys of those who sit there."""


async def make_older(address: str, schema: str = SCHEMA) -> None:
    """Put all of it into a database that is empty."""
    engine = make_engine(address)
    async with engine.execution_options(**WRITES).begin() as connection:
        await connection.run_sync(upgrade, schema)
        for line in ROWS.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            table = row.pop("into")
            if "body" in row:
                row["body"] = row["body"].encode()
            places = ", ".join(f":{name}" for name in row)
            await connection.execute(
                text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"), row
            )
    await engine.dispose()
