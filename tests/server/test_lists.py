"""Lists of tables: one's own, and those anybody may join."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from rowlock.server.messages.answers import TableCard
from rowlock.server.messages.asks import Close
from rowlock.server.storage import Store
from rowlock.server.storage import store as store_module
from rowlock.server.storage.store import MOST_LISTED
from server.houses import House, open_house
from server.people import new_table

pytestmark = pytest.mark.both_storages


async def made(house: House, seats: str = "me open") -> str:
    """The code of a listed table of ann's, made a moment after the one before."""
    house.clock.now += 1
    return await house.hub.create(new_table(seats=seats, listed=True), "ann")


def codes(cards: list[TableCard]) -> list[str]:
    return [card.code for card in cards]


async def test_full_tables_hide_no_open_ones(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with_room = await made(house)
        for _ in range(MOST_LISTED + 1):
            await made(house, "me")
        assert codes((await house.hub.lists("ben")).joinable) == [with_room]


async def test_as_many_open_tables_as_fit_are_listed_the_last_changed_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        made_so_far = [await made(house) for _ in range(MOST_LISTED + 1)]
        newest = made_so_far[:0:-1]
        assert codes((await house.hub.lists("ben")).joinable) == newest
        monkeypatch.setattr(store_module, "MOST_LOOKED_AT", 2)
        assert codes((await house.hub.lists("ben")).joinable) == newest[:2], "it is not looked on"


async def test_nobody_is_offered_a_table_where_they_sit(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for _ in range(MOST_LISTED + 1):
            await made(house)
        lists = await house.hub.lists("ann")
        assert len(lists.yours) == MOST_LISTED
        assert lists.joinable == []


async def test_a_table_that_goes_meanwhile_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house, open_house(tmp_path) as other:
        stays, goes = await made(house), await made(house)

        async def both(_store: Store, _holder: str = "") -> Sequence[str]:
            return [goes, stays]

        await house.hub.delete([goes])
        monkeypatch.setattr(Store, "held_by", both)
        monkeypatch.setattr(Store, "listed", both)
        assert codes((await other.hub.lists("ann")).yours) == [stays]
        assert codes((await other.hub.lists("ben")).joinable) == [stays]


async def test_it_is_told_when_ones_own_tables_are_more_than_fit(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        mine = [await made(house, "me") for _ in range(MOST_LISTED)]
        lists = await house.hub.lists("ann")
        assert (codes(lists.yours), lists.more) == (mine[::-1], False)
        oldest = await house.hub.table(mine[0])
        newest = await made(house, "me")
        lists = await house.hub.lists("ann")
        assert (codes(lists.yours), lists.more) == ([newest, *mine[:0:-1]], True)
        await house.ask(oldest, "ann", Close())
        assert not (await house.hub.lists("ann")).more
