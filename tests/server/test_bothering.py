"""Strangers with slow and broken connections do nothing to the games of others."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from server import hasty
from server.bothering import faults, while_bothered
from server.fuzzing import fuzz, fuzz_table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    server.program = (hasty.PROGRAM, hasty.PEERS)
    server.start()
    yield server
    assert server.stop() == 0
    assert faults(server.complaints) == [], server.output


async def test_a_table_is_played_to_its_end_beside_strangers(server: Server) -> None:
    played = fuzz_table(server.address, "original", Random(1), 160)
    answers, ends = await while_bothered(played, server.address, Random(2), 16, least=80)
    assert answers.total() == 160
    assert ends.total() >= 80
    assert ends["closed by the server"] > 0


@pytest.mark.soak
async def test_many_tables_are_played_to_their_ends_beside_strangers(server: Server) -> None:
    played = fuzz(server.address, seed=1, messages=20_000, each=800, tables=4)
    answers, ends = await while_bothered(played, server.address, Random(2), 50, least=5000)
    assert answers.total() >= 20_000
    assert ends.total() >= 5000
