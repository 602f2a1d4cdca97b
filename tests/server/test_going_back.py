"""A database that has gone back in time, as after a restore or when an old copy of it takes over:
what is there counts, and games go on from it without a hole."""

from pathlib import Path

import pytest
from sqlalchemy import text

from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.tells import Choices
from rowlock.server.storage.copying import back_up, restore
from rowlock.server.storage.engine import WRITES
from rowlock.server.storage.lockfile import InUse
from rowlock.server.tables.fold import fold
from rowlock.server.tables.identity import key_hash
from server.databases import database_of, is_used
from server.houses import House, open_house, told, until, view_of
from server.people import new_table
from server.test_backup import MADE, quietly

pytestmark = pytest.mark.both_storages


async def forget(house: House, live: LiveTable, which: str) -> None:
    """These events of the table were never there."""
    async with house.store.engine.execution_options(**WRITES).begin() as connection:
        await connection.execute(
            text(f"DELETE FROM events WHERE code = :code AND seq {which}"),
            {"code": live.table.code},
        )


def passing(live: LiveTable, seat: int) -> Choose:
    return Choose(seat=seat, action=live.table.action, move="-")


async def chosen(house: House, *people: str) -> LiveTable:
    """A game in which ann has chosen and ben has not."""
    live = await house.table("me open", "ben", autopass=False)
    await house.come(live, "ann", *people)
    await until(lambda: live.table.waiting)
    await house.ask(live, "ann", passing(live, 1))
    return live


async def test_the_next_event_follows_what_is_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await chosen(house)
        known = live.table.version
        await forget(house, live, f"= {known}")
        await house.ask(live, "ben", passing(live, 2))
        assert live.table.version == known
        assert live.table.waiting == [1], "the choice that was lost can be made again"
        assert fold(live.table.code, await house.store.read(live.table.code)) == live.table


async def test_whoever_looks_sees_what_is_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await chosen(house)
        (page,) = await house.come(live, "ben")
        known = (await view_of(page)).version
        await forget(house, live, f"= {known}")
        await house.hub.look_around()
        (shown,) = await told(page)
        assert isinstance(shown, Choices)
        assert shown.version == known - 1
        assert live.table.waiting == [1, 2]


async def test_a_table_that_nobody_looks_at_is_read_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben")
        await forget(house, live, f"= {live.table.version}")
        await house.hub.look_around()
        if not house.means.company.alone:
            house.means.company.listening = False
        again = await house.hub.table(live.table.code)
        assert again.table.version == live.table.version - 1


async def test_what_another_has_written_instead_counts(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await chosen(house)
        known = live.table.version
        await forget(house, live, f"= {known}")
        async with open_house(tmp_path) as other:
            other.clock.now += 1
            there = await other.hub.table(live.table.code)
            await other.ask(there, "ben", passing(there, 2))
            assert there.table.version == known
            await live.compare()
            assert live.table == there.table


async def test_whoever_knows_more_than_a_process_makes_it_look(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await chosen(house)
        async with open_house(tmp_path) as other:
            there = await other.hub.table(live.table.code)
            await other.ask(there, "ben", passing(there, 2))
        page = Page(live, "ben", there.table.version)
        await live.enter(page)
        assert (await view_of(page)).version >= there.table.version


async def test_a_damaged_table_does_not_take_its_lists_along(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", listed=True)
        sound = await house.hub.create(new_table(listed=True), "ann")
        await forget(house, live, "= 2")
    async with open_house(tmp_path) as house:
        lists = await house.hub.lists("ann")
        assert [card.code for card in lists.yours] == [sound]


async def test_nothing_is_restored_under_servers_that_play_on(tmp_path: Path) -> None:
    address, file = database_of(tmp_path), tmp_path / "saved.gz"
    async with open_house(tmp_path) as house:
        code = await house.hub.create(new_table(), key_hash("ann"))
        live = await house.hub.table(code)
        await back_up(address, file, MADE, quietly)
        if is_used("postgresql"):
            await until(lambda: house.means.company.listening)
            with pytest.raises(InUse, match="1 processes serve this database: stop them first"):
                await restore(file, address, True, quietly)
    await restore(file, address, True, quietly)
    async with open_house(tmp_path) as house:
        assert (await house.hub.table(live.table.code)).table == live.table
