"""Stores, and events to keep in them."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from rowlock.server.storage import Append, Store, open_store
from rowlock.server.tables import events as ev
from server.databases import database_of

SEED = "00" * 32


def store_in(folder: Path) -> AbstractAsyncContextManager[Store]:
    """The store of a server with this data folder."""
    return open_store(database_of(folder))


def created(holder: str = "ann") -> ev.TableCreated:
    return ev.TableCreated(variant="original", seed=SEED, creator=holder)


def append(
    code: str,
    first: int,
    *events: ev.AnyEvent,
    holders: frozenset[str] | None = None,
    stage: str = "lobby",
) -> Append:
    """These events at this table, from this number on."""
    kept = [ev.Kept(seq, 100.0 + seq, event) for seq, event in enumerate(events, first)]
    return Append(code, kept, stage, True, holders)
