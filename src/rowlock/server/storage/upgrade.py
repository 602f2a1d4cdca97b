"""Bringing the database to the schema of this version."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0003"
"""The last revision in `migrations/versions`; a test compares."""

_VERSIONS = "alembic_version"
_UPGRADING = 7_169_568_376
"""Any number, always the same: the lock that upgrading takes in PostgreSQL."""


class NewerDatabase(RuntimeError):
    """The database was written by a newer Rowlock."""


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Bring the database up to date, or only so far. Alembic is loaded only when there is
    something to do."""
    if revision(connection) == to:
        return
    if connection.dialect.name == "postgresql":
        # Of several processes that start at once, one upgrades and the others find it done.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADING})"))
    found = revision(connection)
    if found == to:
        return
    if found is not None and found > to:
        raise NewerDatabase(
            f"the database has schema {found}, this Rowlock knows up to {HEAD}: use a newer one"
        )
    # Importing Alembic takes 0.2 s, which an ordinary start can do without.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision(connection: Connection) -> str | None:
    """The schema the database has; None if it has none yet."""
    if not inspect(connection).has_table(_VERSIONS):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar()
    return str(found) if found is not None else None
