"""Finding tables by how far they are and when they were last changed."""

from collections.abc import Collection
from typing import NamedTuple, get_args

from sqlalchemy import func, select

from rowlock.server.messages.tells import Stage
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


async def newest_change(store: Store) -> float | None:
    """When something last happened at any table; None if there is none."""
    # One after the other they are found by the index; together, all tables would be gone through.
    newest = [
        select(func.max(TABLES.c.changed))
        .where(TABLES.c.stage == stage, TABLES.c.listed == listed)
        .scalar_subquery()
        for stage in get_args(Stage)
        for listed in (True, False)
    ]
    (found,) = await store.all(select(*newest))
    return max((changed for changed in found if changed is not None), default=None)
