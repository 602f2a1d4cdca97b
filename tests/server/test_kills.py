"""Whatever is killed, nothing that was acknowledged is lost, and every game goes on."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from browser.serving import Server
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Refused
from rowlock.server.web.socket import TRY_AGAIN_LATER
from server import hasty
from server.crashing import Quake
from server.crowds import Recipe
from server.databases import database_of, kill_postgres, start_postgres, use
from server.people import Person
from server.playing import to_choose

FEW = (Recipe("original", "me open", "quick"), Recipe("longo", "me open random"))


@pytest.mark.early
@pytest.mark.both_storages
async def test_killed_while_people_play_it_loses_nothing(storage: str, tmp_path: Path) -> None:
    postgres_kills = 1 if storage == "postgresql" else 0
    kills = 2 - postgres_kills
    quake = Quake(tmp_path, Random(1), recipes=FEW)
    report = await quake.shake(kills, postgres_kills)
    assert (report.kills, report.postgres_kills) == (kills, postgres_kills)
    assert report.tables >= len(FEW)
    assert report.tally.acknowledged > report.tally.lost
    assert report.tally.bots > 0


@pytest.fixture
def postgres() -> Iterator[None]:
    use("postgresql")
    yield
    use("sqlite")


@pytest.mark.soak
async def test_two_processes_stand_in_for_each_other(postgres: None, tmp_path: Path) -> None:
    quake = Quake(tmp_path, Random(2), processes=2, recipes=FEW)
    report = await quake.shake(kills=2, cuts=1)
    assert (report.kills, report.cuts) == (2, 1)
    starts = [server.output.count("Rowlock is ready") for server in quake.servers]
    assert starts == [2, 2], "each was killed once, and started again"
    assert report.tally.acknowledged > report.tally.lost
    assert report.tally.bots > 0


@pytest.fixture
def impatient(postgres: None, tmp_path: Path) -> Iterator[Server]:
    """A server that gives its database up soon."""
    server = Server(tmp_path / "data", database_of(tmp_path / "data"))
    server.program = (hasty.PROGRAM, hasty.DATABASE)
    server.start()
    yield server
    server.stop()


async def test_while_postgresql_is_away_people_are_told_so(impatient: Server) -> None:
    ann = Person(impatient.address)
    ann.get("/api/here")
    code, other = (ann.create(seats="me me", start=True, autopass=False) for _ in range(2))
    async with ann.at(code) as page:
        view = await page.until(lambda view: bool(to_choose(view)))
        assert view.game is not None
        action = view.game.action
        choices = [Choose(seat=own.seat, action=action, move="-") for own in to_choose(view)]
        kill_postgres()
        try:
            refused = await page.ask(choices[0])
            assert isinstance(refused, Refused)
            assert refused.code == Refusal.UNAVAILABLE
            answer = ann.get("/api/tables")
            assert (answer.status, b"unavailable" in answer.body) == (503, True)
            async with ann.at(other, ready=False) as another:
                assert await another.closed() == (TRY_AGAIN_LATER, "unavailable")
        finally:
            start_postgres()
        for choice in choices:
            await page.done(choice)
        await page.until(lambda view: view.game is not None and view.game.action > action)
    assert "Traceback" not in impatient.output
    assert not [line for line in impatient.complaints if not line.startswith("WARNING")]


@pytest.mark.soak
@pytest.mark.both_storages
async def test_killed_a_hundred_times_it_loses_nothing(storage: str, tmp_path: Path) -> None:
    postgres_kills = 10 if storage == "postgresql" else 0
    report = await Quake(tmp_path, Random(3)).shake(100, postgres_kills)
    assert report.tally.unheard > 0, "some kills came between a commit and its answer"
    assert report.tally.clocks > 0, "the clock ran out now and then"
