"""What Prometheus reads: right numbers, and nothing about anybody."""

import asyncio
import re
import urllib.request
from pathlib import Path
from random import Random

import pytest
from prometheus_client.parser import text_string_to_metric_families

from browser.serving import Server
from server.people import PATIENCE, Person
from server.playing import play_together


class Metered(Server):
    """A server whose metrics can be read."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, metrics="127.0.0.1:0")

    def text(self) -> str:
        with urllib.request.urlopen(self.metrics, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def read(self) -> dict[str, float]:
        """All numbers by name and labels."""
        return {
            sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
            for family in text_string_to_metric_families(self.text())
            for sample in family.samples
        }

    async def read_at_rest(self) -> dict[str, float]:
        """All numbers, as soon as the server has noticed that nobody is there any more."""
        async with asyncio.timeout(PATIENCE):
            while (numbers := self.read())["rowlock_open_sockets"] > 0:
                await asyncio.sleep(0.01)
        return numbers


@pytest.fixture(scope="module")
def metered(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    server = Metered(tmp_path_factory.mktemp("metered") / "data")
    server.start()
    yield server
    server.stop()


async def test_a_game_is_counted(metered: Metered) -> None:
    ann = Person(metered.address)
    ann.get("/api/here")
    code = ann.create(seats="me random", start=True)
    async with ann.at(code) as page:
        await page.until(lambda view: view.game is not None)
        during = metered.read()
        assert (during["rowlock_open_sockets"], during["rowlock_live_tables"]) == (1, 1)
        (end,) = await play_together([page], Random(1))
        await page.send("nonsense")
    after = await metered.read_at_rest()
    assert after["rowlock_live_tables"] == 0
    assert after["rowlock_events_committed_total"] == end.version
    assert after["rowlock_commit_seconds_count"] == after["rowlock_commit_tables_count"]
    assert 0 < after["rowlock_commit_seconds_count"] <= end.version
    assert after["rowlock_asks_total done"] > 10
    assert after["rowlock_thinking_seconds_count"] > 10
    assert 0 < after["rowlock_move_to_view_seconds_count"] <= end.version
    assert after["rowlock_move_to_view_seconds_sum"] < after["rowlock_move_to_view_seconds_count"]
    assert after["rowlock_http_answers_total 200"] >= 1
    assert after["rowlock_http_answers_total 201"] == 1
    assert after["rowlock_failures_total"] == 0
    assert after["process_resident_memory_bytes"] > 1e6


async def test_refusals_are_counted_by_their_reason(metered: Metered) -> None:
    ann = Person(metered.address)
    ann.get("/api/here")
    before = metered.read()
    assert ann.get("/api/tables/AAAAAA").status == 404
    assert ann.get("/nothing/there").status == 404
    after = metered.read()
    name = "rowlock_http_answers_total 404"
    assert after[name] - before.get(name, 0) == 2


async def test_nothing_tells_of_anybody(metered: Metered) -> None:
    ann = Person(metered.address)
    ann.get("/api/here")
    code = ann.create(seats="me random", start=True)
    async with ann.at(code) as page:
        await page.until(lambda view: view.game is not None)
        text = metered.text()
    for secret in (code, ann.key, "Ann", "127.0.0.1"):
        assert secret not in text
    labels = set(re.findall(r'(\w+)="', text))
    assert labels <= {
        "generation", "implementation", "le", "limit", "major", "minor", "outcome",
        "patchlevel", "status", "version",
    }  # fmt: skip


def test_they_are_not_among_the_pages(metered: Metered) -> None:
    assert Person(metered.address).get("/metrics").status == 404
