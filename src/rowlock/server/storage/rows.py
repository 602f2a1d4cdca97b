"""What the rows of a backup may hold, each by itself.

A row that is not so is a fault of its table: what is kept of the table cannot be right.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from rowlock.server.messages.tells import Stage
from rowlock.server.tables.reading import LAST_TIME
from rowlock.server.tables.vetting import is_code, is_hash

MOST_KEPT = 20_000
"""No table has so many events: its bounds (`tables.bounds`) let fewer happen."""

LONGEST_BODY = 8_000
"""In bytes; an event has some hundred."""

NO_JSON = b"null"
"""What a backup has for an event that is no JSON."""

MOST_FAULTS = 1000
"""With more of them it is the file that is wrong, and not some of its tables."""


class Fault(NamedTuple):
    """What is wrong with a table, or with a line that does not say of which table it is."""

    code: str | None
    line: int | None
    why: str

    def __str__(self) -> str:
        where = "a row" if self.line is None else f"line {self.line}"
        return f"{where if self.code is None else f'the table {self.code}'}: {self.why}"


class Faults:
    """All that is wrong, each table once."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.codes: set[str] = set()

    def add(self, fault: Fault) -> None:
        """This too."""
        if fault.code in self.codes:
            return
        if len(self.found) == MOST_FAULTS:
            raise ValueError(f"more than {MOST_FAULTS:,} of its tables cannot be right")
        self.found.append(fault)
        if fault.code is not None:
            self.codes.add(fault.code)


class _Kind(NamedTuple):
    right: Callable[[Any], bool]
    words: str


_TIME = _Kind(lambda value: 0 <= value <= LAST_TIME, "a time")

_COLUMNS: Mapping[str, _Kind] = {
    "code": _Kind(is_code, "the code of a table"),
    "holder": _Kind(is_hash, "the hash of a key"),
    "stage": _Kind(lambda value: value in get_args(Stage), "a stage"),
    "listed": _Kind(lambda value: value in (False, True), "yes or no"),
    "changed": _TIME,
    "seq": _Kind(lambda value: 1 <= value <= MOST_KEPT, f"a number from 1 to {MOST_KEPT}"),
    "at": _TIME,
    "body": _Kind(lambda value: _is_body(bytes(value)), "an event"),
}
"""What the columns hold, by their names; others are for the database to check."""

CHECKED = frozenset(_COLUMNS)
"""The columns that are there in every schema."""

KEYS: Mapping[str, tuple[str, ...]] = {
    "tables": ("code",),
    "holdings": ("holder", "code"),
    "events": ("code", "seq"),
}
"""By which columns the rows are sorted, each of them once."""


def _is_body(body: bytes) -> bool:
    return len(body) <= LONGEST_BODY and body != NO_JSON


def fault_of(line: int | None, row: Mapping[str, Any]) -> Fault | None:
    """What is wrong with a row, if anything is; `line` is where it stands in a file."""
    for name, value in row.items():
        kind = _COLUMNS.get(name)
        if kind is not None and (value is None or not kind.right(value)):
            code = row["code"] if is_code(row["code"]) else None
            number = f" {row['seq']}" if isinstance(row.get("seq"), int) else ""
            what = f"event{number}: " if "body" in row else ""
            return Fault(code, line, f"{what}{name} is not {kind.words}")
    return None
