"""Closing a table without being at it, for who runs the server."""

from rowlock.server.live.table import append_of
from rowlock.server.storage import Conflict, Store
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import apply
from rowlock.server.tables.reading import read_table
from rowlock.server.tables.table import Table


async def close_table(store: Store, code: str, now: float) -> tuple[Table, Table] | None:
    """Nobody can join any more, and a game in progress is stopped, as if its creator had. The
    table before and after, which are the same if it had ended; None if there is none."""
    while (before := read_table(code, await store.read(code))) is not None:
        if before.stage not in ("lobby", "playing"):
            return before, before
        kept = ev.Kept(before.version + 1, before.next_date(now), ev.TableClosed())
        after = apply(before, kept)
        try:
            await store.append(append_of(after, [kept], before))
        except Conflict:
            # Somebody was quicker; their events come first.
            continue
        return before, after
    return None
