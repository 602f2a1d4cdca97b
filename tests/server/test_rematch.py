"""A rematch is one table, that all of them find."""

import asyncio
from pathlib import Path

import pytest

from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Ask, Choose, Close, Delete, Rematch
from server.houses import House, open_house, until, view_of

pytestmark = pytest.mark.both_storages


async def finished(house: House, *others: str) -> LiveTable:
    """A game that has come to its end."""
    live = await house.table(" ".join(["me", *("open" for _ in others)]), *others, autopass=False)
    await house.come(live, "ann", *others)
    holders = {seat.id: seat.holder for seat in live.table.seats}
    while live.table.stage == "playing":
        for seat in live.table.waiting[:1]:
            await house.ask(
                live, holders[seat] or "", Choose(seat=seat, action=live.table.action, move="-")
            )
        await until(lambda: live.table.waiting or live.table.stage != "playing")
    return live


async def test_a_rematch_is_there_when_it_is_shown(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await finished(house)
        (page,) = await house.come(live, "ann")
        await view_of(page)
        asking = asyncio.create_task(house.ask(live, "ann", Rematch()))
        view = await view_of(page)
        assert view.rematch is not None
        assert (await house.hub.table(view.rematch)).table.stage == "lobby"
        await asking


async def test_a_rematch_asked_for_at_once_is_one_table(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await finished(house, "ben", "cat")
        first = live.table.game.first if live.table.game else None
        tables = await asyncio.gather(
            *(house.ask(live, name, Rematch()) for name in ("ann", "ben", "cat"))
        )
        codes = {table.rematch for table in tables}
        assert len(codes) == 1
        again = (await house.hub.table(codes.pop() or "")).table
        assert [seat.holder for seat in again.seats] == ["ann", "ben", "cat"]
        assert again.setup.first == ((first or 0) + 1) % 3
        lists = await house.hub.lists("ben")
        assert sorted(card.code for card in lists.yours) == sorted((live.table.code, again.code))


@pytest.mark.parametrize("how", [Delete(), Close()])
async def test_a_rematch_that_nobody_can_play_is_made_again(how: Ask, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await finished(house, "ben")
        first = (await house.ask(live, "ann", Rematch())).rematch or ""
        again = await house.hub.table(first)
        assert (await house.ask(live, "ben", Rematch())).rematch == first, "it can be played"
        await house.ask(again, "ann", how)
        tables = await asyncio.gather(
            *(house.ask(live, name, Rematch()) for name in ("ann", "ben"))
        )
        codes = {table.rematch for table in tables}
        assert len(codes) == 1
        assert first not in codes
        assert (await house.hub.table(codes.pop() or "")).table.stage == "lobby"
