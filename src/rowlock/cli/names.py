"""Names from records, made fit for a terminal."""

import unicodedata

from rowlock.record import Record

LONGEST = 24
JOINER = "\u200d"


def shown_name(name: str) -> str:
    """The name, cut if it is long, without marks that would turn the direction of the line."""
    kept = "".join(
        letter
        for letter in name[: 2 * LONGEST]
        if letter == JOINER or unicodedata.category(letter) != "Cf"
    )
    return kept if len(kept) <= LONGEST else f"{kept[:LONGEST]}…"


def shown_names(record: Record) -> list[str]:
    """All names of a record."""
    return [shown_name(name) for name in record.names]
