"""A table is deleted by those whose it is, with all that was kept of it."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from rowlock.server.live.table import LiveTable
from rowlock.server.messages.answers import Lists
from rowlock.server.messages.asks import Close, Delete, Ready, Sit, Start
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Deletion, View
from rowlock.server.storage import Store
from rowlock.server.tables import events as ev
from rowlock.server.tables.deletion import deletion_view, is_to_go
from rowlock.server.tables.fold import fold
from server.houses import NONCE, House, open_house, until
from server.people import Arrive, new_nonce, new_table
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
        assert not is_to_go(table, "ben")
        assert is_to_go(table, "ann")


def test_a_game_in_progress_is_nobodys_to_delete() -> None:
    table = started("ann", "bot:random")
    assert refusal_of(table, "ann", DELETE) == Refusal.NOT_OVER
    assert not is_to_go(table, "ann")
    assert deletion_view(table, "ann") is None


def test_after_the_end_all_who_played_must_want_it() -> None:
    table = asked(started("ann", "ben", "bot:random", "ben"), "ann", Close())
    assert refusal_of(table, "eve", DELETE) == Refusal.NOT_YOURS
    assert not is_to_go(table, "ben")
    table = asked(table, "ben", DELETE)
    assert not is_to_go(table, "ben")
    assert deletion_view(table, "ann") == Deletion(wanted=[2, 4], missing=[1])
    assert deletion_view(table, "eve") is None
    assert deletion_view(table, "") is None
    assert not is_to_go(asked(table, "ben", KEEP), "ann")
    assert is_to_go(table, "ann")


def test_who_says_the_same_again_changes_nothing() -> None:
    table = asked(started("ann", "ben"), "ann", Close())
    assert asked(table, "ann", KEEP).version == table.version
    table = asked(table, "ann", DELETE)
    assert asked(table, "ann", DELETE).version == table.version


def test_wanting_an_empty_table_gone_says_nothing_about_the_game() -> None:
    wanted = asked(lobby("ann", "ben"), "ann", DELETE)
    table = happened(wanted, ev.GameStarted(1, []), ev.TableClosed())
    assert not is_to_go(table, "ben")


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


async def agreed_but_for_ben(house: House) -> LiveTable:
    """A game that was stopped, and that ann wants deleted."""
    live = await house.table("me open", "ben", autopass=False)
    await house.ask(live, "ann", Close())
    await house.ask(live, "ann", DELETE)
    return live


def before_the_deletion(
    monkeypatch: pytest.MonkeyPatch, happen: Callable[[], Awaitable[object]]
) -> None:
    """Something happens once, between the last word and the deletion."""
    delete_at = Store.delete_at

    async def delayed(store: Store, code: str, version: int) -> bool:
        monkeypatch.setattr(Store, "delete_at", delete_at)
        await happen()
        return await delete_at(store, code, version)

    monkeypatch.setattr(Store, "delete_at", delayed)


@pytest.mark.both_storages
async def test_the_last_word_and_the_deletion_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> None:
        # As for one who is asked for and is not there.
        raise ConnectionRefusedError

    async with open_house(tmp_path) as house:
        live = await agreed_but_for_ben(house)
        before = live.table
        scribe, commit = house.store.scribe, house.store.scribe.commit
        monkeypatch.setattr(scribe, "commit", lambda _work: away())
        with pytest.raises(Refuse) as refused:
            await house.ask(live, "ben", DELETE)
        assert refused.value.code == Refusal.UNAVAILABLE
        monkeypatch.setattr(scribe, "commit", commit)
        kept = fold(before.code, await house.store.read(before.code))
        assert kept == before, "nobody has to find out later that all had agreed"
        await house.ask(live, "ben", DELETE)
        assert await rows(house, before.code) == [0, 0, 0]


@pytest.mark.both_storages
async def test_a_game_stays_if_somebody_changes_their_mind_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house, open_house(tmp_path) as other:
        live = await agreed_but_for_ben(house)
        there = await other.hub.table(live.table.code)
        before_the_deletion(monkeypatch, lambda: other.ask(there, "ann", KEEP))
        table = await house.ask(live, "ben", DELETE)
        assert table.deleters == {"ben"}
        assert min(await rows(house, table.code)) > 0
        before_the_deletion(monkeypatch, lambda: other.ask(there, "ann", KEEP))
        await house.ask(live, "ann", DELETE)
        assert await rows(house, table.code) == [0, 0, 0], "nothing was taken back this time"


@pytest.mark.both_storages
async def test_a_lobby_that_begins_in_time_is_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        alone = new_table(seats="me", start=True)
        live = await house.hub.table(await house.hub.create(alone, "ann"))
        ready = Ready(seat=1, nonce=NONCE)
        before_the_deletion(monkeypatch, lambda: house.ask(live, "ann", ready))
        with pytest.raises(Refuse) as refused:
            await house.ask(live, "ann", DELETE)
        assert refused.value.code == Refusal.NOT_OVER
        assert (await house.hub.table(live.table.code)).table.stage == "playing"


async def test_a_lobby_goes_though_somebody_sits_down_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house, open_house(tmp_path) as other:
        live = await house.hub.table(await house.hub.create(new_table(), "ann"))
        there = await other.hub.table(live.table.code)
        sit = Sit(name="Ben", nonce=NONCE)
        before_the_deletion(monkeypatch, lambda: other.ask(there, "ben", sit))
        await house.ask(live, "ann", DELETE)
        assert await rows(house, live.table.code) == [0, 0, 0]


async def test_what_somebody_else_has_deleted_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house, open_house(tmp_path) as other:
        live = await agreed_but_for_ben(house)
        (page,) = await house.come(live, "ben")
        before_the_deletion(monkeypatch, lambda: other.store.delete([live.table.code]))
        with pytest.raises(Refuse, match="deleted"):
            await house.ask(live, "ben", DELETE)
        assert page.ended == Refusal.DELETED


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
