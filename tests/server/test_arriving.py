"""A table that somebody comes to just when its process would forget it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.refusals import Refusal, Refuse
from server.houses import House, open_house, until

pytestmark = pytest.mark.both_storages


@asynccontextmanager
async def coming_to(live: LiveTable) -> "AsyncIterator[asyncio.Task[None]]":
    """Somebody who waits to be let in. At the end of this they may come in, and have not yet."""
    async with live._changing:
        coming = asyncio.create_task(live.enter(Page(live, "ben", 0)))
        await asyncio.sleep(0)
        yield coming


async def left_alone(house: House) -> LiveTable:
    """A table whose people were there when the dice were rolled, and are gone."""
    live = await house.table("me open", "ben", clock="quick", autopass=False)
    pages = await house.come(live, "ann", "ben")
    await until(lambda: live.table.waiting)
    for page in pages:
        live.leave(page)
    await house.at_rest(live)
    return live


async def test_a_table_is_not_forgotten_while_somebody_comes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await left_alone(house)
        async with coming_to(live) as coming:
            pass
        house.hub.moved_on(live.table.code, live.table.version + 1)
        assert not coming.done()
        await coming
        assert live.pages
        assert await house.hub.table(live.table.code) is live


async def test_who_comes_to_a_table_that_is_deleted_meanwhile_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await left_alone(house)
        async with coming_to(live) as coming:
            await house.hub.delete({live.table.code})
        with pytest.raises(Refuse) as refused:
            await coming
        assert refused.value.code == Refusal.DELETED
        assert not live.busy
