"""What strangers do again and again is a line a minute in the log, with a count."""

import io
import logging
import re
from collections.abc import Iterator

import pytest

from rowlock.server.throttle import MINUTE, Throttle
from rowlock.server.web.logs import LinesForPeople, PeerLog
from rowlock.server.web.repeats import ThrottledLines
from server.houses import Clock


class Log:
    """A log, its clock and its lines."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.stream = io.StringIO()
        self.handler = ThrottledLines(self.stream, Throttle(now=self.clock))
        self.handler.setFormatter(LinesForPeople())
        self.logger = logging.Logger("strangers")
        self.logger.addHandler(self.handler)

    def lines(self) -> list[str]:
        """What was written since this was last asked for, without its time."""
        said = self.stream.getvalue()
        self.stream.seek(0)
        self.stream.truncate()
        return [re.sub(r" \d{4}-.{14} ", " ", line) for line in said.splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log()
    yield log
    log.handler.close()


def test_a_line_is_written_once_a_minute_with_a_count(log: Log) -> None:
    peers = [PeerLog(log.logger, address) for address in ("192.0.2.7", "198.51.100.7")]
    for _ in range(1000):
        for peer in peers:
            peer.warning("Invalid HTTP request received.")
    begin = "WARNING strangers: Invalid HTTP request received. network="
    assert log.lines() == [f"{begin}192.0.2.0/24", f"{begin}198.51.100.0/24"]
    log.handler.write_due()
    assert log.lines() == []
    log.clock.now += MINUTE
    peers[0].warning("Invalid HTTP request received.")
    assert sorted(log.lines()) == [
        f"{begin}192.0.2.0/24 count=999",
        f"{begin}198.51.100.0/24 count=999",
    ]
    log.clock.now += MINUTE
    log.handler.write_due()
    assert log.lines() == [f"{begin}192.0.2.0/24 count=1"]


def test_at_the_end_the_rest_is_told(log: Log) -> None:
    for _ in range(4):
        log.logger.warning("again")
    log.handler.close()
    assert log.lines() == ["WARNING strangers: again", "WARNING strangers: again count=3"]


def test_a_failure_is_told_in_full_once_and_each_kind_has_its_own_line(log: Log) -> None:
    for number in range(3):
        try:
            raise (ValueError if number < 2 else KeyError)(f"of {number}")
        except (ValueError, KeyError):
            log.logger.exception("table %s: a socket failed", f"ABCDE{number}")
    written = log.lines()
    assert [line for line in written if not line.startswith((" ", "Traceback"))] == [
        "ERROR strangers: table ABCDE0: a socket failed",
        "ValueError: of 0",
        "ERROR strangers: table ABCDE2: a socket failed",
        "KeyError: 'of 2'",
    ]
    log.handler.close()
    assert log.lines() == ["ERROR strangers: table ABCDE1: a socket failed count=1"]


def test_limits_are_told_apart_and_other_lines_are_all_written(log: Log) -> None:
    log.logger.setLevel(logging.DEBUG)
    for limit in ("tables", "requests", "tables"):
        fields = {"limit": limit, "network": "192.0.2.0/24"}
        log.logger.info("refused by a limit", extra=fields)
        log.logger.info("answered", extra={"network": "192.0.2.0/24"})
        log.logger.error("the table cannot be read: %s", limit, extra={"table": limit})
    lines = log.lines()
    assert sum("answered" in line for line in lines) == 3
    assert sum("cannot be read" in line for line in lines) == 3, "each table is named"
    assert [line.partition(" limit=")[2] for line in lines if "limit=" in line] == [
        "tables network=192.0.2.0/24",
        "requests network=192.0.2.0/24",
    ]
    log.handler.close()
    assert log.lines() == [
        "INFO strangers: refused by a limit limit=tables network=192.0.2.0/24 count=1"
    ]


def test_what_varies_within_a_text_makes_no_new_kind(log: Log) -> None:
    for number in range(50):
        log.logger.error(f"Fatal error on <Transport 0x{number:x}>\nprotocol: {number}")
        log.logger.error(f"Exception in callback f({number})\nhandle: {number}")
    assert len(log.lines()) == 4, "two, each with a second line"
    log.handler.close()
    assert [line.partition("count=")[2] for line in log.lines()] == ["49", "49"]
