"""Where events are kept: any database SQLAlchemy knows, SQLite first."""

from rowlock.server.storage.store import Store, bring_up_to_date, open_store
from rowlock.server.storage.writer import Append, Conflict

__all__ = ["Append", "Conflict", "Store", "bring_up_to_date", "open_store"]
