"""Finding tables by how far they are and when they were last changed."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import select

from rowlock.server.storage.schema import TABLES
from rowlock.server.storage.store import Store


class Found(NamedTuple):
    """A table as lists know it."""

    code: str
    stage: str
    changed: float


async def find_tables(
    store: Store,
    stages: Collection[str] = (),
    before: float | None = None,
    most: int | None = None,
) -> list[Found]:
    """Tables, the longest unchanged first: at one of these stages, if any are given, and last
    changed before then, if that is given."""
    query = select(TABLES.c.code, TABLES.c.stage, TABLES.c.changed).order_by(
        TABLES.c.changed, TABLES.c.code
    )
    if stages:
        query = query.where(TABLES.c.stage.in_(sorted(stages)))
    if before is not None:
        query = query.where(TABLES.c.changed < before)
    return [Found(*row) for row in await store.all(query.limit(most))]
