"""Where events are kept: SQLite in one file, or PostgreSQL for any number of processes."""

from rowlock.server.storage.company import Alone, AnyCompany, company_of
from rowlock.server.storage.notices import GONE
from rowlock.server.storage.store import Store, bring_up_to_date, open_store
from rowlock.server.storage.writer import Append, Conflict

__all__ = [
    "GONE",
    "Alone",
    "AnyCompany",
    "Append",
    "Conflict",
    "Store",
    "bring_up_to_date",
    "company_of",
    "open_store",
]
