"""Alembic runs this: the connection is handed over by `rowlock.server.storage.upgrade`."""

from alembic import context

from rowlock.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
