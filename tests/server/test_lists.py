"""Lists of tables: one's own, and those anybody may join."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from rowlock.server.messages.answers import TableCard
from rowlock.server.messages.asks import AddSeat, Close, Ready, Rematch, Sit, Start
from rowlock.server.storage import Store, origins
from rowlock.server.storage.origins import LAST_TURN, origin_of
from rowlock.server.storage.schema import TABLES
from rowlock.server.storage.store import MOST_LISTED
from server.houses import House, open_house
from server.people import new_table

pytestmark = pytest.mark.both_storages


async def made(house: House, seats: str = "me open", home: str = "") -> str:
    """The code of a listed table of ann's, made a moment after the one before."""
    house.clock.now += 1
    return await house.hub.create(new_table(seats=seats, listed=True), "ann", home)


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
        monkeypatch.setattr(origins, "MOST_LOOKED_AT", 2)
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


async def test_one_address_pushes_nobody_off_the_list(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ours, theirs = await made(house, home="192.0.2.1"), await made(house, home="192.0.2.2")
        flood = [await made(house, home="198.51.100.1") for _ in range(MOST_LISTED + 5)]
        mine = await made(house, home="192.0.2.1")
        listed = codes((await house.hub.lists("ben")).joinable)
        first = [mine, flood[-1], theirs]
        second = [flood[-2], ours]
        rest = flood[-3 : -3 - MOST_LISTED + 5 : -1]
        assert listed == [*first, *second, *rest]


async def test_a_list_is_fair_however_tables_are_made_changed_and_begun(tmp_path: Path) -> None:
    """Of each origin there are no more tables at the first turns than there are turns."""
    rng, homes = Random(1), ["192.0.2.1", "192.0.2.2", "192.0.2.3", "2001:db8::/64"]
    async with open_house(tmp_path) as house:
        there: dict[str, str] = {}
        for _ in range(25):
            some = rng.choices(homes, k=rng.randrange(1, 5))
            # At once, as somebody does who wants many first turns.
            new = await asyncio.gather(*(made(house, home=home) for home in some))
            there |= dict(zip(new, some, strict=True))
            for code in rng.sample(list(there), min(len(there), rng.randrange(3))):
                live = await house.hub.table(code)
                house.clock.now += 60
                if rng.random() < 0.3:
                    await house.ask(live, "ann", Close())
                    del there[code]
                else:
                    await house.ask(live, "ann", AddSeat(bot="random"))
        turns = await turns_of(house)
        assert turns.keys() == there.keys()
        for home in homes:
            mine = sorted(turns[code] for code, where in there.items() if where == home)
            assert all(turn >= min(place, LAST_TURN) for place, turn in enumerate(mine))
        listed = await house.store.listed()
        assert [turns[code] for code in listed] == sorted(turns.values())


async def turns_of(house: House) -> dict[str, int]:
    """The turns of all listed tables."""
    query = select(TABLES.c.code, TABLES.c.turn).where(TABLES.c.stage == "lobby", TABLES.c.listed)
    async with house.store.engine.connect() as connection:
        return dict((await connection.execute(query)).all())


async def test_where_a_table_was_made_is_kept_only_while_it_may_be_listed(tmp_path: Path) -> None:
    async def origin(code: str) -> object:
        async with house.store.engine.connect() as connection:
            query = select(TABLES.c.origin).where(TABLES.c.code == code)
            return (await connection.execute(query)).scalar_one()

    async with open_house(tmp_path) as house:
        home = "192.0.2.1"
        private = await house.hub.create(new_table(), "ann", home)
        begun, closed = await made(house, home=home), await made(house, home=home)
        assert [await origin(code) for code in (private, begun, closed)] == [
            "",
            origin_of(home),
            origin_of(home),
        ]
        live = await house.hub.table(begun)
        await house.ask(live, "ben", Sit(name="Ben", nonce="0" * 32))
        assert await origin(begun) == origin_of(home), "it is full, and may be open again"
        await house.ask(live, "ann", Ready(seat=1, nonce="0" * 32))
        await house.ask(live, "ann", Start())
        await house.ask(await house.hub.table(closed), "ann", Close())
        assert [await origin(code) for code in (begun, closed)] == ["", ""]
        live = await house.hub.table(begun)
        await house.ask(live, "ann", Close())
        again = (await house.ask(live, "ann", Rematch())).rematch or ""
        assert await origin(again) == ""


def test_an_origin_tells_nobody_who_it_was() -> None:
    addresses = [f"{a}.{b}.7.9" for a in range(256) for b in range(256)]
    origins_found = {origin_of(address) for address in addresses}
    assert {len(origin) for origin in origins_found} == {4}
    assert len(origins_found) > 30_000, "those of others are mostly others"
    assert len(origins_found) < 60_000, "and some are not"
    assert origin_of("") == ""
