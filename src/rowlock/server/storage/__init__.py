"""Where events are kept: any database SQLAlchemy knows, SQLite first."""

from rowlock.server.storage.store import Store, open_store
from rowlock.server.storage.writer import Append, Conflict

__all__ = ["Append", "Conflict", "Store", "open_store"]
