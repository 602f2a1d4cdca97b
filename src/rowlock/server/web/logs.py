"""The log: lines for people, or JSON for programs.

Fields come with a line as `extra`. No line has a key, a seed, a choice, a name or a whole
address.
"""

import json
import logging
import sys
from collections.abc import MutableMapping
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from typing import Any

import msgspec

from rowlock.server import meters
from rowlock.server.web.repeats import ThrottledLines
from rowlock.server.web.settings import Settings

ACCESS = "rowlock.access"
"""The part that logs every answer over HTTP, at the level of debugging unless it is wanted."""

_KEPT_BITS = {4: 24, 6: 48}
"""How much of an address is logged: enough to see one network behind many lines."""

FAULTS_OF_OTHERS = ("Invalid UTF-8 sequence received from client.",)
"""What Uvicorn logs as failures, though whoever is connected has made them."""

_USUAL = frozenset([*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"])


def set_up_logging(settings: Settings) -> ThrottledLines:
    """Log as the settings want it, to what is given back. Only our own lines can be made more: what
    libraries say in detail may hold messages and whole addresses."""
    handler = ThrottledLines(sys.stderr)
    handler.setFormatter(FORMATS[settings.log_format]())
    handlers = [handler, CountFailures(logging.ERROR)]
    logging.basicConfig(level=logging.WARNING, handlers=handlers, force=True)
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    logging.getLogger("rowlock").setLevel(settings.log_level.upper())
    if settings.access_log:
        logging.getLogger(ACCESS).setLevel(logging.INFO)
    return handler


def shortened(address: str) -> str:
    """The network an address is in; empty for what is none."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    # IPv4 comes as IPv6 to who listens to both.
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ip_network((found, _KEPT_BITS[found.version]), strict=False))


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What came with a line."""
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


def is_ours(record: logging.LogRecord) -> bool:
    """Whether this is anything that whoever runs the server should know."""
    return record.msg not in FAULTS_OF_OTHERS


class PeerLog(logging.LoggerAdapter[logging.Logger]):
    """A library's log of what somebody at this address has caused: lines have their network."""

    def __init__(self, logger: logging.Logger, address: str) -> None:
        super().__init__(logger)
        self._address = address

    @property
    def level(self) -> int:
        """What is logged at all."""
        return self.logger.level

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        """The line with its network."""
        return msg, {**kwargs, "extra": {"network": shortened(self._address)}}


class CountFailures(logging.Handler):
    """Counts what is logged as a failure."""

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002  # counted, not read
        """One more."""
        meters.FAILURES.inc()


class LinesForPeople(logging.Formatter):
    """`LEVEL time part: what happened field=value`, and a traceback after it."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(asctime)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # Python's name
        """The line with its fields."""
        fields = "".join(f" {name}={_word(value)}" for name, value in fields_of(record).items())
        # Some texts of libraries end with their line.
        return super().formatMessage(record).rstrip("\n") + fields


class LinesOfJson(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole line; a traceback is one of its fields."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "part": record.name,
            "message": record.getMessage(),
            **fields_of(record),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


FORMATS: dict[str, type[logging.Formatter]] = {"text": LinesForPeople, "json": LinesOfJson}


def _word(value: object) -> str:
    """A value that cannot be taken for anything else of the line."""
    said = str(value)
    return said if said.isprintable() and " " not in said and '"' not in said else json.dumps(said)
