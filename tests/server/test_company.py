"""Several processes serve the same tables: here two houses at one PostgreSQL."""

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from rowlock.server.live import hub
from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose, Close
from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import Store, fellows
from rowlock.server.storage import company as companies
from rowlock.server.storage.company import Company
from rowlock.server.storage.notices import MOST_IN_ONE, payloads, read_payload
from rowlock.server.tables.events import Kept, MoveChosen, PeopleReturned
from server.databases import use
from server.houses import House, open_house, until, view_of

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)
"""Ends all other connections to the database."""


@pytest.fixture(scope="module", autouse=True)
def postgres() -> Iterator[None]:
    """What is not heard is not found by looking around either."""
    use("postgresql")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub, "LOOK_AROUND", 3600.0)
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
    """The same table in another house, or anew in its own, with a page of this person. A house
    forgets a table that nobody looks at there when it changes elsewhere."""
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
        live, _ = await other_side(one, live, "ann")
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
        live, _ = await other_side(one, live, "ann")
        await until(lambda: live.attendance.here == there.attendance.here == {1, 2})
        there.leave(page)
        await until(lambda: live.attendance.here == {1})
        assert live.attendance.absent == frozenset()
        one.clock.now += 61
        assert live.attendance.absent == {2}


async def test_a_clock_goes_on_while_anybody_is_with_another_process(tmp_path: Path) -> None:
    """Who comes to a process where nobody of the table is has not come to an empty table."""
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False, clock="quick")
        (ann,) = await one.come(live, "ann")
        await until(lambda: live.table.waiting)
        await until(lambda: live.table.code in company(one)._told)
        known = live.table.version
        there, ben = await other_side(two, live, "ben")
        assert there.table.version == known
        there.leave(ben)
        live.leave(ann)
        await until(lambda: not company(one)._told and not company(two)._told)
        there, _ = await other_side(two, live, "ben")
        last = (await two.store.read(live.table.code))[-1]
        assert (last.seq, last.event) == (known + 1, PeopleReturned("ben")), "now it was empty"


async def test_a_table_that_nobody_looks_at_does_not_stay_old(tmp_path: Path) -> None:
    """Nobody is told of what was written while the listener was away."""
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        old = await two.hub.table(live.table.code)
        await do(one, CUT)
        await until(lambda: not company(two).listening)
        await one.ask(live, "ann", Close())
        assert old.table.version < live.table.version
        await until(lambda: company(two).listening)
        assert (await two.hub.table(live.table.code)).table.stage == "stopped"


async def test_a_table_that_changes_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        heard, read, moved_on = asyncio.Event(), Store.read, two.hub.moved_on

        def hear(code: str, seq: int) -> None:
            moved_on(code, seq)
            heard.set()

        async def slowly(store: Store, code: str, after: int = 0) -> list[Kept]:
            found = await read(store, code, after)
            if not heard.is_set():
                await one.ask(live, "ann", Close())
                await heard.wait()
            return found

        monkeypatch.setattr(two.hub, "moved_on", hear)
        monkeypatch.setattr(Store, "read", slowly)
        there = await two.hub.table(live.table.code)
        assert there.table.version == live.table.version


async def test_who_stays_is_never_gone_in_between(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, _):
        me = company(one).process
        many = {f"{number:06}": frozenset({"ann"}) for number in range(33_000)}

        async def row_of_ann() -> object:
            found = await connection.execute(text("SELECT xmin FROM attendances WHERE code = 'B'"))
            return found.scalars().first()

        async with one.store.engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await fellows.attend(connection, me, {"B": frozenset({"ann"})})
            before = await row_of_ann()
            await fellows.attend(connection, me, {"B": frozenset({"ann", "ben"})})
            assert await fellows.others_at(connection, "else", ["B"]) == {"B": {"ann", "ben"}}
            await fellows.attend(connection, me, {"B": frozenset({"ann"}), **many})
            assert await row_of_ann() == before
            assert await fellows.others_at(connection, "else", ["B"]) == {"B": {"ann"}}
            assert len(await fellows.others_at(connection, "else", list(many))) == len(many)


async def test_a_process_looks_only_where_people_came_or_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companies, "BEAT", 3600.0)
    async with two_houses(tmp_path) as (one, two):
        live, other = [await one.table("me open", "ben", autopass=False) for _ in range(2)]
        there, _ = await other_side(two, live, "ben")
        await until(lambda: there.table.code in company(two)._told)
        looked_at: list[tuple[str, list[str]]] = []
        others_at = fellows.others_at

        async def noted(
            connection: AsyncConnection, process: str, codes: Collection[str]
        ) -> dict[str, frozenset[str]]:
            looked_at.append((process, sorted(codes)))
            return await others_at(connection, process, codes)

        monkeypatch.setattr(fellows, "others_at", noted)
        (ann,) = await one.come(other, "ann")
        live, page = await other_side(one, live, "ann")
        await until(lambda: there.attendance.here == {1, 2})
        other.leave(ann)
        await until(lambda: other.table.code not in company(one)._told)
        live.leave(page)
        await until(lambda: there.attendance.here == {2})
        mine = [codes for process, codes in looked_at if process == company(two).process]
        assert mine == [[live.table.code]] * 2, "once for each time somebody came or went"


async def test_all_go_by_the_clock_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It does not matter how wrong a machine's own is, nor whether it is set while people play."""
    behind = [30.0]
    wrong = SimpleNamespace(time=lambda: time.time() - behind[0], monotonic=time.monotonic)
    monkeypatch.setattr(companies, "time", wrong)
    async with two_houses(tmp_path) as (one, _):
        await until(lambda: abs(company(one).now() - time.time()) < 5)
        assert abs(company(one).now() - wrong.time()) > 5
        for behind[0] in (3600.0, -3600.0):
            assert abs(company(one).now() - time.time()) < 5
        said = [record.message for record in caplog.records if "clock is wrong" in record.message]
        assert said


async def test_people_of_a_process_that_died_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben")
        await other_side(two, live, "ben")
        live, _ = await other_side(one, live, "ann")
        await until(lambda: live.attendance.here == {1, 2})
        await die(two, monkeypatch)
        await until(lambda: live.attendance.here == {1})


async def test_a_clock_of_the_database_set_back_keeps_nobody_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the dead process said last is an hour ahead; its people and its bots must not wait."""
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open random", "ben", autopass=False)
        there, _ = await other_side(two, live, "ben")
        await until(lambda: there.leads)
        live, _ = await other_side(one, live, "ann")
        await until(lambda: live.attendance.here == {1, 2})
        await die(two, monkeypatch, ago=-3600.0)
        await until(lambda: live.attendance.here == {1})
        await until(lambda: live.leads)


async def die(
    house: House, monkeypatch: pytest.MonkeyPatch, ago: float = fellows.ALIVE + 1
) -> None:
    """The process says no more, and that was a while ago."""
    dying = company(house)

    async def silent(*_: object) -> None:
        pass

    for step in ("_appear", "_round"):
        monkeypatch.setattr(dying, step, silent)
    await do(house, f"UPDATE processes SET seen = seen - ({ago}) WHERE id = '{dying.process}'")


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
        live._keeper.stop()
        await until(lambda: there.leads)
        known = there.table.version
        while not await has_chosen(two, there, seat=3, after=known):
            await until(lambda: there.table.waiting)
            for seat, holder in ((1, "ann"), (2, "ben")):
                if seat in there.table.waiting:
                    choice = Choose(seat=seat, action=there.table.action, move="-")
                    await two.ask(there, holder, choice)


async def has_chosen(house: House, live: LiveTable, seat: int, after: int) -> bool:
    """Whether this seat has chosen after that version."""
    kept = await house.store.read(live.table.code, after)
    return any(isinstance(one.event, MoveChosen) and one.event.seat == seat for one in kept)


async def test_who_leaves_gives_the_bots_away(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open random", "ben")
        (page,) = await one.come(live, "ann")
        await until(lambda: live.leads)
        there, _ = await other_side(two, live, "ben")
        live.leave(page)
        await until(lambda: there.leads)
        here = await one.hub.table(live.table.code)
        await until(lambda: not here.leads)


async def test_who_leaves_in_the_middle_of_a_question_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companies, "GOODBYE", 0.0)
    async with open_house(tmp_path) as house:
        leaving = company(house)
        await until(lambda: leaving.listening)
        asked, closed = asyncio.Event(), asyncio.Event()

        async def ask_forever(connection: AsyncConnection, *_: object) -> None:
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            raw.add_termination_listener(lambda _: closed.set())
            asked.set()
            await connection.execute(text("SELECT pg_sleep(600)"))

        monkeypatch.setattr(leaving, "_round", ask_forever)
        leaving.stir()
        await asked.wait()
    assert closed.is_set()


async def test_a_listener_that_was_cut_off_comes_back_and_catches_up(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (one, two):
        live = await one.table("me open", "ben", autopass=False)
        there, _ = await other_side(two, live, "ben")
        await until(lambda: there.table.waiting)
        await do(one, CUT)
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
