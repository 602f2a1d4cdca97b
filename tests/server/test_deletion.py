"""A table is deleted by those whose it is, with all that was kept of it."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from rowlock.server.messages.asks import Close, Delete, Sit, Start
from rowlock.server.messages.refusals import Refusal
from rowlock.server.messages.tells import Deletion, Lists, View
from rowlock.server.tables import events as ev
from rowlock.server.tables.deletion import deletion_view, is_to_go
from server.houses import House, open_house, until
from server.people import Arrive, new_nonce
from server.playing import sit_down
from server.tables import asked, happened, lobby, refusal_of, started

DELETE = Delete()
KEEP = Delete(wanted=False)
EVERYTHING = ("tables", "events", "holdings")


async def rows(house: House, code: str) -> list[int]:
    """How many rows there are of a table, wherever there could be some."""
    async with house.store.engine.connect() as connection:
        return [
            (
                await connection.execute(
                    text(f"SELECT count(*) FROM {name} WHERE code = :code"), {"code": code}
                )
            ).scalar_one()
            for name in EVERYTHING
        ]


def test_before_the_start_the_creator_decides_alone() -> None:
    for table in (lobby("ann", "ben", ""), asked(lobby("ann", "ben"), "ann", Close())):
        assert refusal_of(table, "ben", DELETE) == Refusal.NOT_CREATOR
        assert not is_to_go(table)
        assert is_to_go(asked(table, "ann", DELETE))


def test_a_game_in_progress_is_nobodys_to_delete() -> None:
    table = started("ann", "bot:random")
    assert refusal_of(table, "ann", DELETE) == Refusal.NOT_OVER
    assert not is_to_go(table)
    assert deletion_view(table, "ann") is None


def test_after_the_end_all_who_played_must_want_it() -> None:
    table = asked(started("ann", "ben", "bot:random", "ben"), "ann", Close())
    assert refusal_of(table, "eve", DELETE) == Refusal.NOT_YOURS
    table = asked(table, "ben", DELETE)
    assert not is_to_go(table)
    assert deletion_view(table, "ann") == Deletion(wanted=[2, 4], missing=[1])
    assert deletion_view(table, "eve") is None
    assert deletion_view(table, "") is None
    assert not is_to_go(asked(asked(table, "ben", KEEP), "ann", DELETE))
    assert is_to_go(asked(table, "ann", DELETE))


def test_who_says_the_same_again_changes_nothing() -> None:
    table = asked(started("ann", "ben"), "ann", Close())
    assert asked(table, "ann", KEEP).version == table.version
    table = asked(table, "ann", DELETE)
    assert asked(table, "ann", DELETE).version == table.version


def test_wanting_an_empty_table_gone_says_nothing_about_the_game() -> None:
    table = happened(asked(lobby("ann"), "ann", DELETE), ev.GameStarted(1, []), ev.TableClosed())
    assert not is_to_go(table)


async def test_all_rows_go_and_nobody_brings_one_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table("me open", "ben", autopass=False)
        other = await house.table("me open", "ben")
        code = live.table.code
        await house.ask(live, "ann", Close())
        pages = await house.come(live, "ann", "ben", "")
        for holder in ("ann", "ben"):
            assert min(await rows(house, code)) > 0
            await house.ask(live, holder, DELETE)
        assert await rows(house, code) == [0, 0, 0]
        assert min(await rows(house, other.table.code)) > 0
        await until(lambda: all(page.ended == Refusal.DELETED for page in pages))
        with pytest.raises(Exception, match="deleted"):
            await live.change(lambda _: [ev.RematchMade("BCDFGH")])
        assert await rows(house, code) == [0, 0, 0]
        with pytest.raises(Exception, match="no table"):
            await house.hub.table(code)


@pytest.mark.both_storages
async def test_players_delete_a_game_together(arrive: Arrive) -> None:
    ann, ben, eve = arrive(), arrive(), arrive()
    code = ann.create(seats="me open")
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, code, [ann, ben])
        watcher = await stack.enter_async_context(eve.at(code))
        await pages[0].done(Start())
        assert await pages[0].refused(DELETE) == Refusal.NOT_OVER
        await pages[0].done(Close())
        assert await watcher.refused(DELETE) == Refusal.NOT_YOURS

        def half(view: View) -> bool:
            return view.deletion is not None and view.deletion == Deletion([2], [1])

        await pages[1].done(DELETE)
        await pages[0].until(half)
        assert watcher.view.deletion is None
        assert ann.get(f"/api/tables/{code}/record").status == 200
        await pages[0].send('{"type":"delete"}')
        for page in (*pages, watcher):
            assert await page.closed() == (4400, "deleted")
    assert ann.get(f"/api/tables/{code}").problem == Refusal.NO_TABLE
    assert ann.get(f"/api/tables/{code}/record").problem == Refusal.NO_TABLE
    for person in (ann, ben):
        assert code not in [card.code for card in person.get("/api/tables").read(Lists).yours]


@pytest.mark.both_storages
async def test_a_lobby_is_deleted_at_once_and_who_sits_there_is_told(arrive: Arrive) -> None:
    ann, ben = arrive(), arrive()
    code = ann.create(seats="me open")
    async with ann.at(code) as host, ben.at(code) as guest:
        await guest.done(Sit(name="Ben", nonce=new_nonce()))
        assert await guest.refused(DELETE) == Refusal.NOT_CREATOR
        assert host.view.deletion is not None
        assert guest.view.deletion is None
        await host.send('{"type":"delete"}')
        assert await guest.closed() == (4400, "deleted")
    async with ben.at(code, ready=False) as late:
        assert await late.closed() == (4400, "no-table")
