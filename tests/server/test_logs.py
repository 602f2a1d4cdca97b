"""The log: what is in a line, and what never is."""

import json
import logging
import re
import sys
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from rowlock.server.web.logs import LinesForPeople, LinesOfJson, shortened
from server.people import Person
from server.playing import play_together


def line_of(*, failed: bool = False, **fields: object) -> logging.LogRecord:
    try:
        raise ValueError("no such dice") if failed else RuntimeError
    except (ValueError, RuntimeError):
        caught = sys.exc_info() if failed else None
    record = logging.LogRecord("rowlock.part", logging.INFO, "", 1, "%s rolled", ("Ann",), caught)
    vars(record).update(fields)
    return record


def test_a_line_for_people() -> None:
    said = LinesForPeople().format(line_of(table="ABCDEF", path="/a b\n"))
    assert re.sub(r"\d", "0", said) == (
        'INFO 0000-00-00 00:00:00 rowlock.part: Ann rolled table=ABCDEF path="/a b\\n"'
    )
    failed = LinesForPeople().format(line_of(failed=True)).splitlines()
    assert failed[1].startswith("Traceback")
    assert failed[-1] == "ValueError: no such dice"


def test_fields_stand_on_the_line_of_their_text() -> None:
    record = line_of(network="192.0.2.0/24")
    record.msg, record.args = "It failed\n", ()
    assert LinesForPeople().format(record).endswith("rowlock.part: It failed network=192.0.2.0/24")


def test_a_line_for_programs() -> None:
    said = json.loads(LinesOfJson().format(line_of(table="ABCDEF", network=Path("/x"))))
    time = said.pop("time")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", time)
    assert said == {
        "level": "info",
        "part": "rowlock.part",
        "message": "Ann rolled",
        "table": "ABCDEF",
        "network": "/x",
    }
    failed = LinesOfJson().format(line_of(failed=True))
    assert "\n" not in failed
    assert json.loads(failed)["traceback"].endswith("ValueError: no such dice")


@pytest.mark.parametrize(
    ("address", "short"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("", ""),
        ("testclient", ""),
    ],
)
def test_addresses_are_shortened(address: str, short: str) -> None:
    assert shortened(address) == short


async def test_a_server_logs_what_happens_and_nothing_about_anybody(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "data",
        log_format="json",
        log_level="debug",
        access_log="on",
        trusted_proxies="127.0.0.1",
    )
    server.start()
    ann = Person(server.address, **{"X-Forwarded-For": "198.51.100.77"})
    ann.get("/api/here")
    code = ann.create(seats="me random", start=True)
    async with ann.at(code) as page:
        await play_together([page], Random(1))
    secret = f"{code}-not-a-link"
    ann.post("/api/claim", {"secret": secret})
    ann.get("/api/tables?key=hush", Authorization=f"Bearer {'k' * 43}")
    assert server.stop() == 0

    text = server.output
    nonces = re.findall(r"[0-9a-f]{32,}", "".join(ann.traffic))
    assert nonces
    for hidden in (ann.key, "198.51.100.77", "Ann", secret, "hush", "k" * 43, *nonces):
        assert hidden not in text
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    said = [(line["message"], line.get("table")) for line in lines if line["level"] == "info"]
    assert [one for one in said if one[0] != "answered"] == [
        ("ready", None),
        ("a table was made", code),
        ("the table is now playing", code),
        ("the table is now over", code),
        ("stopping", None),
        ("stopped", None),
    ]
    made = next(line for line in lines if line.get("status") == 201)
    assert (made["method"], made["path"]) == ("POST", "/api/tables")
    assert made["network"] == "198.51.100.0/24"
