"""Names from records and tables, made fit for a terminal."""

from rowlock.record import Record, visible

LONGEST = 24


def shown_name(name: str) -> str:
    """The name, cut if it is long, with all that can be seen of it."""
    return visible(name if len(name) <= LONGEST else f"{name[:LONGEST]}…")


def shown_names(record: Record) -> list[str]:
    """All names of a record."""
    return [shown_name(name) for name in record.names]
