"""Whatever comes over a socket is answered, and no table gets stuck by it."""

from pathlib import Path
from random import Random
from typing import get_args

import pytest

from browser.serving import Server
from rowlock.server.messages import asks
from server.faults import is_expected
from server.full_disks import FULL, fuzz_full_disks
from server.fuzz import KINDS
from server.fuzzing import fuzz, fuzz_table, judged


def test_every_ask_is_among_the_messages() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(asks.AnyAsk)}
    assert kinds == KINDS.keys()


async def test_a_table_withstands_random_messages(server: Server) -> None:
    answers = await fuzz_table(server.address, "longo", Random(1), 320)
    assert answers.total() == 320
    assert judged(answers) >= 0.3
    assert len(answers) > 10, "many different things went wrong"


async def test_a_table_withstands_them_while_the_disk_is_full(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.start()
    try:
        answers = await fuzz_full_disks(server, Random(2), 400)
    finally:
        server.stop()
    assert answers.pop(FULL) > 0
    assert answers.total() == 400
    assert all(is_expected(line) or "again" in line for line in server.complaints), server.output


@pytest.mark.soak
async def test_tables_withstand_a_hundred_thousand_messages(server: Server) -> None:
    answers = await fuzz(server.address, seed=1, messages=100_000, each=800, tables=4)
    assert answers.total() >= 100_000
    assert judged(answers) >= 0.3
