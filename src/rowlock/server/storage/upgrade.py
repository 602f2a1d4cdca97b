"""Bringing the database to the schema of this version."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HEAD = "0001"
"""The last revision in `migrations/versions`; a test compares."""

_VERSIONS = "alembic_version"


class NewerDatabase(RuntimeError):
    """The database was written by a newer Rowlock."""


def upgrade(connection: Connection) -> None:
    """Bring the database up to date. Alembic is loaded only when there is something to do."""
    revision = _revision(connection)
    if revision == HEAD:
        return
    if revision is not None and revision > HEAD:
        raise NewerDatabase(
            f"the database has schema {revision}, this Rowlock knows up to {HEAD}: use a newer one"
        )
    # Importing Alembic takes 0.2 s, which an ordinary start can do without.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_VERSIONS):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar()
    return str(found) if found is not None else None
