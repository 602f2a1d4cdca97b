"""A database that is full, locked or damaged: people are told, and play goes on when it is over."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from rowlock.record import read_record, verify
from rowlock.server.messages.answers import Problem
from rowlock.server.messages.asks import Choose, Start
from rowlock.server.messages.tells import Refused
from rowlock.server.web.socket import TRY_AGAIN_LATER
from server import hasty
from server.crashing import Quake
from server.crowds import Recipe
from server.databases import database_of
from server.faults import (
    STATES,
    damaged_page,
    failing_postgres,
    file_of,
    full_disk,
    is_expected,
    locked_file,
    make_faulty,
)
from server.people import PATIENCE, Page, Person, new_table
from server.playing import compare_end, no_move, play_on, to_choose

ASKS = 12
TABLES = 8
FEW = (Recipe("original", "me open", "quick"), Recipe("longo", "me open random"))


@pytest.fixture(scope="module")
def mortal(storage: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives its database up soon."""
    data = tmp_path_factory.mktemp("mortal") / "data"
    server = Server(data, database_of(data))
    server.program = (hasty.PROGRAM, hasty.DATABASE)
    server.start()
    if storage == "postgresql":
        make_faulty(server)
    yield server
    server.stop()


def arrive(server: Server) -> Person:
    person = Person(server.address)
    person.get("/api/here")
    return person


def fault_of(server: Server, storage: str, kind: str) -> AbstractContextManager[None]:
    if storage == "postgresql":
        return failing_postgres(server, kind)
    return {"full": full_disk, "locked": locked_file}[kind](server)


async def is_ready(person: Person) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await asyncio.to_thread(person.get, "/ready")).status != 200:
            await asyncio.sleep(0.05)


async def ask_in_vain(page: Page, choice: Choose, times: int) -> None:
    """However often it is asked for, the page is told why it is not done."""
    for _ in range(times):
        refused = await page.ask(choice)
        assert isinstance(refused, Refused), refused
        assert refused.code == "unavailable"


def post_in_vain(person: Person) -> None:
    answer = person.post("/api/tables", new_table())
    assert (answer.status, answer.read(Problem).code) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


CASES = [
    *(("sqlite", kind) for kind in ("full", "locked")),
    *(("postgresql", state) for state in STATES[:3]),
]


@pytest.mark.parametrize(("storage", "kind"), CASES, indirect=["storage"], scope="module")
async def test_people_are_told_and_go_on_when_it_is_over(
    storage: str, kind: str, mortal: Server
) -> None:
    ann, before = arrive(mortal), len(mortal.complaints)
    code, other = (ann.create(seats="me random", start=True, autopass=False) for _ in range(2))
    for _ in range(TABLES):
        ann.create(seats="me random", start=True)
    async with ann.at(code) as page:
        view = await page.until(lambda view: bool(to_choose(view)))
        assert view.game is not None
        choice = Choose(seat=view.yours[0].seat, action=view.game.action, move="-")
        # One that waits for a while shows all that there is to be seen.
        times = 1 if kind in ("locked", "25006") else ASKS
        with fault_of(mortal, storage, kind):
            await ask_in_vain(page, choice, times)
            post_in_vain(ann)
            ready = ann.get("/ready")
            assert (ready.status, b"secret" in ready.body) == (503, False)
            assert ann.get(f"/api/tables/{code}/view").status == 200
            async with ann.at(other, ready=False) as another:
                await another.until(lambda _: True)
        await is_ready(ann)
        await page.done(choice)
        end = await play_on(page, Random(1), choose=no_move)
    record = ann.get(f"/api/tables/{code}/record").body.decode()
    verify(compare_end(end, record))
    assert read_record(record).turns
    assert "Traceback" not in mortal.output
    said = mortal.complaints[before:]
    assert any(is_expected(line) for line in said), mortal.output
    assert len(said) <= 6, "what is lost, what is back, and what was held back for a minute"


@pytest.mark.early
@pytest.mark.both_storages
async def test_while_people_play_nothing_is_lost_or_doubled(storage: str, tmp_path: Path) -> None:
    report = await Quake(tmp_path, Random(4), recipes=FEW).shake(faults=2)
    assert report.faults == 2
    assert report.tables >= len(FEW)
    assert report.tally.acknowledged > report.tally.lost


@pytest.mark.soak
@pytest.mark.both_storages
async def test_whatever_goes_wrong_nothing_is_lost_or_doubled(storage: str, tmp_path: Path) -> None:
    report = await Quake(tmp_path, Random(5)).shake(kills=20, faults=100)
    assert (report.kills, report.faults) == (20, 100)


@pytest.mark.parametrize("storage", ["sqlite"], indirect=True, scope="module")
async def test_a_damaged_page_hits_only_the_tables_on_it(mortal: Server) -> None:
    ann = arrive(mortal)
    codes = [ann.create(seats="me me me me", listed=True) for _ in range(2 * TABLES)]
    mortal.stop()
    bad, before = codes[TABLES], len(mortal.complaints)
    with damaged_page(file_of(mortal), bad):
        mortal.start()
        for _ in range(ASKS):
            answer = ann.get(f"/api/tables/{bad}/view")
            assert (answer.status, answer.read(Problem).code) == (503, "unavailable")
            assert "retry-after" in answer.headers
            async with ann.at(bad, ready=False) as page:
                assert await page.closed() == (TRY_AGAIN_LATER, "unavailable")
        assert ann.get("/ready").status == 200, "most tables can be played at"
        found = {code: ann.get(f"/api/tables/{code}/view").status for code in codes}
        assert set(found.values()) == {200, 503}
        lists = ann.get("/api/tables")
        assert lists.status == 200
        assert [code for code in codes if code.encode() in lists.body] == [
            code for code, status in found.items() if status == 200
        ]
        async with ann.at(ann.create(seats="me me")) as page:
            await page.done(Start())
    assert ann.get(f"/api/tables/{bad}/view").status == 200, "it is whole again"
    assert "Traceback" not in mortal.output
    assert len(mortal.complaints) == before + 1, mortal.output
