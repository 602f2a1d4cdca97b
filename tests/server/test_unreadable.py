"""A table that cannot be read is refused as such, and stands in the way of no other."""

import asyncio
import logging
from pathlib import Path

import pytest
from sqlalchemy import text

from browser.serving import Server
from rowlock.server.live.page import Page
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Problem
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage.copying import bring_to_head
from rowlock.server.storage.engine import WRITES
from rowlock.server.tables.identity import key_hash
from server.damages import Damage, spoil
from server.houses import open_house
from server.older import ANN, CODES, make_older
from server.people import Person


@pytest.fixture
def spoilt(tmp_path: Path) -> dict[str, Damage]:
    """A database with tables that are sound, and one for each kind of damage."""
    address = f"sqlite:///{tmp_path / 'rowlock.db'}"
    asyncio.run(make_older(address))
    asyncio.run(bring_to_head(address))
    return spoil(tmp_path / "rowlock.db")


async def test_it_is_told_once_why_and_without_a_traceback(
    spoilt: dict[str, Damage], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as house:
        for _ in range(3):
            for code, damage in spoilt.items():
                if damage.reason != "it has no events":
                    with pytest.raises(Refuse, match=f"table {code} cannot be read"):
                        await house.hub.table(code)
        lists = await house.hub.lists(key_hash(ANN))
    assert {CODES[1]} <= {card.code for card in lists.yours} <= set(CODES)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) == len(spoilt) - 1
    for record in told:
        assert record.getMessage().startswith("the table cannot be read: ")
        assert spoilt[vars(record)["table"]].reason in record.getMessage()
        assert record.exc_info is None
        assert "Ann" not in record.getMessage()


async def test_who_is_at_a_table_that_gets_damaged_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben")
        page = Page(live, "ann", 0)
        await live.enter(page)
        async with house.store.engine.execution_options(**WRITES).begin() as connection:
            await connection.execute(
                text("INSERT INTO events VALUES (:code, :seq, 1.0, X'00')"),
                {"code": live.table.code, "seq": live.table.version + 1},
            )
        with pytest.raises(Refuse) as refused:
            await house.ask(live, "ann", asks.Close())
        assert refused.value.code == "unreadable"


def test_every_request_for_it_is_refused_as_damaged(
    spoilt: dict[str, Damage], tmp_path: Path
) -> None:
    code = next(iter(spoilt))
    server = Server(tmp_path, f"sqlite:///{tmp_path / 'rowlock.db'}")
    server.start()
    try:
        person = Person(server.address)
        person.get("/api/here")
        answers = [person.get(f"/api/tables/{code}{of}") for of in ("", "/view", "/record")]
        answers.append(person.post(f"/api/tables/{code}/asks", asks.Start()))
        told = {(answer.status, answer.read(Problem).code) for answer in answers}
        assert told == {(500, "unreadable")}
        assert person.get(f"/api/tables/{CODES[0]}").status == 200
        assert asyncio.run(closing_of(person, code)) == (4400, "unreadable")
    finally:
        server.stop()
    (complaint,) = server.complaints
    assert "the table cannot be read: event 3" in complaint


async def closing_of(person: Person, code: str) -> tuple[int | None, str]:
    async with person.at(code, ready=False) as place:
        return await place.closed()
