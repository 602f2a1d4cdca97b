"""Lines of the log that strangers could have written again and again: one a minute, with a count.

A line passes when it is the first of its kind from its network for a minute. Those after it are
counted, and the count is told with the next one, when the minute is over, or when the server ends.
"""

import copy
import logging
import re
from typing import TextIO

from rowlock.server.throttle import Throttle

_VARIES = re.compile(r"[<(].*|\d+")
"""What differs from line to line in texts that are put together before they are logged."""


def is_throttled(record: logging.LogRecord) -> bool:
    """Whether lines of this kind are held back: all that warn or tell of a failure, and refusals by
    limits. Lines about tables have limits of their own, so that each table is named; and who wants
    one for every answer over HTTP gets it."""
    if hasattr(record, "table"):
        return False
    return record.levelno >= logging.WARNING or hasattr(record, "limit")


def kind_of(record: logging.LogRecord) -> str:
    """What a line is about, in words that only the program chooses."""
    text = _VARIES.sub("", str(record.msg).partition("\n")[0])
    limit = getattr(record, "limit", "")
    error = record.exc_info[0] if record.exc_info else None
    return f"{record.name} {record.levelno} {text} {limit} {error.__name__ if error else ''}"


class ThrottledLines(logging.StreamHandler[TextIO]):
    """Writes lines; those that come again and again once a minute."""

    def __init__(self, stream: TextIO, throttle: Throttle | None = None) -> None:
        super().__init__(stream)
        self._throttle = Throttle() if throttle is None else throttle
        self._held: dict[str, logging.LogRecord] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it."""
        self._write_due()
        if not is_throttled(record):
            super().emit(record)
            return
        kind = kind_of(record)
        count = self._throttle.note(kind, getattr(record, "network", ""))
        if count is None:
            self._held[kind] = _without_details(record)
        else:
            super().emit(_with(record, count=count) if count > 1 else record)

    def write_due(self) -> None:
        """Write how often it happened that was held back for a minute."""
        self.acquire()
        try:
            self._write_due()
        finally:
            self.release()

    def close(self) -> None:
        """Write all that is held back, and end."""
        self.acquire()
        try:
            for repeated in self._throttle.rest():
                self._write(*repeated)
        finally:
            self.release()
        super().close()

    def _write_due(self) -> None:
        for repeated in self._throttle.due():
            self._write(*repeated)

    def _write(self, kind: str, network: str, count: int) -> None:
        where = {"network": network} if network else {}
        super().emit(_with(self._held[kind], **where, count=count))


def _without_details(record: logging.LogRecord) -> logging.LogRecord:
    """The line without what is true of this time only, which the first one has told."""
    limit = {"limit": record.limit} if hasattr(record, "limit") else {}
    return logging.makeLogRecord(
        {
            "name": record.name,
            "levelno": record.levelno,
            "levelname": record.levelname,
            "msg": "%s",
            "args": (record.getMessage().partition("\n")[0],),
            **limit,
        }
    )


def _with(record: logging.LogRecord, **fields: object) -> logging.LogRecord:
    """The line as of now, with these fields."""
    now = logging.makeLogRecord({})
    line = copy.copy(record)
    line.created, line.msecs = now.created, now.msecs
    vars(line).update(fields)
    return line
