"""Several processes serve the same tables: here two houses at one PostgreSQL."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import fellows
from rowlock.server.storage.company import Company
from rowlock.server.storage.notices import MOST_IN_ONE, payloads, read_payload
from server.databases import use
from server.houses import House, open_house, until, view_of


@pytest.fixture(scope="module", autouse=True)
def postgres() -> Iterator[None]:
    use("postgresql")
    yield
    use("sqlite")


@asynccontextmanager
async def two_houses(folder: Path) -> AsyncIterator[tuple[House, House]]:
    async with open_house(folder) as one, open_house(folder) as two:
        await until(lambda: all(company(house).listening for house in (one, two)))
        yield one, two


def company(house: House) -> Company:
    found = house.means.company
    assert isinstance(found, Company)
    return found


async def do(house: House, command: str) -> None:
    async with house.store.engine.begin() as connection:
        await connection.execute(text(command))


async def other_side(house: House, live: LiveTable, holder: str) -> tuple[LiveTable, Page]:
    """The same table in another house, with a page of this person."""
    there = await house.hub.table(live.table.code)
    (page,) = await house.come(there, holder)
    return there, page


async def refusal(house: House, live: LiveTable, holder: str, seat: int) -> str | None:
    """The code a pass is refused with, if it is."""
    try:
        await house.ask(live, holder, Choose(seat=seat, action=live.table.action, move="-"))
    except Refuse as refused:
        return refused.code
    return None


async def test_what_one_writes_the_pages_of_the_other_see(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        there, page = await other_side(two, live, "ben")
        await one.come(live, "ann")
        await until(lambda: there.table.waiting)
        action = there.table.action
        await one.ask(live, "ann", Choose(seat=1, action=action, move="-"))
        await until(lambda: there.table.waiting == [2])
        await two.ask(there, "ben", Choose(seat=2, action=action, move="-"))
        await until(lambda: live.table.action > action)
        assert (await view_of(page)).version > action


async def test_both_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    """All that happens by itself is tried by both; each is there once."""
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=True)
        await one.come(live, "ann")
        there, _ = await other_side(two, live, "ben")
        for _ in range(12):
            await until(lambda: there.table.waiting or there.table.ended)
            for house, table, holder in ((one, live, "ann"), (two, there, "ben")):
                for seat in [seat.id for seat in table.table.held_by(holder)]:
                    if seat in table.table.waiting:
                        assert await refusal(house, table, holder, seat) in (None, "stale")
        await until(lambda: live.table.version == there.table.version)
        assert live.table.game == there.table.game
        kept = await one.store.read(live.table.code)
        assert [one.seq for one in kept] == list(range(1, len(kept) + 1))


async def test_who_is_with_another_process_is_there(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben")
        there, page = await other_side(two, live, "ben")
        await one.come(live, "ann")
        await until(lambda: live.attendance.here == there.attendance.here == {1, 2})
        there.leave(page)
        await until(lambda: live.attendance.here == {1})
        assert live.attendance.absent == frozenset()
        one.clock.now += 61
        assert live.attendance.absent == {2}


async def test_people_of_a_process_that_died_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben")
        await other_side(two, live, "ben")
        await one.come(live, "ann")
        await until(lambda: live.attendance.here == {1, 2})
        await die(two, monkeypatch)
        await until(lambda: live.attendance.here == {1})


async def die(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process says no more, and that was a while ago."""
    dying = company(house)

    async def silent(*_: object) -> None:
        pass

    monkeypatch.setattr(dying, "_round", silent)
    seconds = fellows.ALIVE + 1
    await do(house, f"UPDATE processes SET seen = seen - {seconds} WHERE id = '{dying.process}'")


async def test_one_process_thinks_for_the_bots_and_another_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open random", "ben", autopass=False)
        await one.come(live, "ann")
        await until(lambda: live.leads)
        there, _ = await other_side(two, live, "ben")
        await until(lambda: there.table.waiting == [1, 2])
        assert not there.leads
        await die(one, monkeypatch)
        await until(lambda: there.leads)
        action = there.table.action
        for seat, holder in ((1, "ann"), (2, "ben")):
            await two.ask(there, holder, Choose(seat=seat, action=action, move="-"))
        await until(lambda: there.table.action > action)


async def test_who_leaves_gives_the_bots_away(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open random", "ben")
        (page,) = await one.come(live, "ann")
        await until(lambda: live.leads)
        there, _ = await other_side(two, live, "ben")
        live.leave(page)
        await until(lambda: there.leads)
        assert not live.leads


async def test_a_listener_that_was_cut_off_comes_back_and_catches_up(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        there, _ = await other_side(two, live, "ben")
        await until(lambda: there.table.waiting)
        await do(
            one,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()",
        )
        await until(lambda: not company(two).listening)
        await one.ask(live, "ann", Choose(seat=1, action=there.table.action, move="-"))
        await until(lambda: company(two).listening)
        await until(lambda: there.table.waiting == [2])


async def test_a_table_deleted_elsewhere_closes_its_pages(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        there, page = await other_side(two, live, "ben")
        await until(lambda: there.table.waiting)
        await one.hub.delete([live.table.code])
        await until(lambda: page.ended)
        assert page.ended == "deleted"
        with pytest.raises(Refuse, match="deleted"):
            await two.ask(there, "ben", Choose(seat=2, action=there.table.action, move="-"))
        with pytest.raises(Refuse, match="no table"):
            await two.hub.table(live.table.code)


def test_news_of_many_tables_fit_into_messages() -> None:
    news = {f"{number:06}": number for number in range(2 * MOST_IN_ONE + 1)}
    sent = list(payloads(news))
    assert all(len(payload) < 8000 for payload in sent)
    assert dict(pair for payload in sent for pair in read_payload(payload)) == news
