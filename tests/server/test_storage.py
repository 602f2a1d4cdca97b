"""Events are kept for good, in one order, whoever writes them."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError

from rowlock.server.messages.refusals import Refuse
from rowlock.server.storage import Conflict, Store, writer
from rowlock.server.storage.engine import WRITES
from rowlock.server.storage.group import write
from rowlock.server.storage.schema import EVENTS, TABLES
from rowlock.server.tables import events as ev
from server.stores import append, created, someone_waits, store_in

pytestmark = pytest.mark.both_storages


async def do(store: Store, command: str) -> None:
    async with store.engine.execution_options(**WRITES).begin() as connection:
        await connection.execute(text(command))


async def outcome(store: Store, code: str, first: int, *events: ev.AnyEvent) -> str:
    try:
        await store.append(append(code, first, *events))
    except Conflict:
        return "lost"
    return "won"


async def test_events_come_back_as_they_were_kept(tmp_path: Path) -> None:
    events: list[ev.AnyEvent] = [
        created(),
        ev.SeatAdded(1),
        ev.SeatTaken(1, "ann", 'A"; ň 🎲', "0" * 32),
    ]
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, *events))
    async with store_in(tmp_path) as store:
        kept = await store.read("BCDFGH")
        assert [(one.seq, one.event) for one in kept] == list(enumerate(events, start=1))
        assert await store.read("BCDFGH", after=2) == kept[2:]
        assert await store.read("BCDFGJ") == []


async def test_of_two_writers_of_one_number_one_wins(tmp_path: Path) -> None:
    async with store_in(tmp_path) as one, store_in(tmp_path) as two:
        await one.append(append("BCDFGH", 1, created()))
        outcomes = await asyncio.gather(
            *(outcome(store, "BCDFGH", 2, ev.SeatAdded(1), ev.SeatAdded(2)) for store in (one, two))
        )
        assert sorted(outcomes) == ["lost", "won"]
        assert len(await one.read("BCDFGH")) == 3


async def test_equal_appends_of_one_group_are_kept_once(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        outcomes = await asyncio.gather(
            *(outcome(store, "BCDFGH", 1, created(), ev.SeatAdded(1)) for _ in range(3)),
            outcome(store, "BCDFGJ", 1, created(), ev.SeatAdded(1)),
        )
        assert outcomes == ["won", "lost", "lost", "won"]
        assert len(await store.read("BCDFGH")) == 2


async def test_a_loser_does_not_abort_its_group(tmp_path: Path) -> None:
    codes = [f"BCDFG{letter}" for letter in "BCDFGHJK"]
    async with store_in(tmp_path) as store:
        for code in codes[::2]:
            await store.append(append(code, 1, created()))
        outcomes = await asyncio.gather(*(outcome(store, code, 1, created()) for code in codes))
        assert outcomes == ["lost", "won"] * 4


async def test_no_event_is_kept_without_the_one_before_it(tmp_path: Path) -> None:
    """A database may have gone back in time under a server that knows more events."""
    async with store_in(tmp_path) as store:
        for code in ("BCDFGH", "BCDFGJ"):
            await store.append(append(code, 1, created()))
        hole, sound = await asyncio.gather(
            outcome(store, "BCDFGH", 3, ev.SeatAdded(2)),
            outcome(store, "BCDFGJ", 2, ev.SeatAdded(1)),
        )
        assert (hole, sound) == ("lost", "won")
        assert await store.versions(["BCDFGH", "BCDFGJ"]) == {"BCDFGH": 1, "BCDFGJ": 2}


async def test_appends_of_many_tables_share_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [f"BCDF{one}{two}" for one in "BCDFGHJK" for two in "BCDFGHJK"]
    async with store_in(tmp_path) as store:
        commits: list[object] = []

        async def counted(work: Callable[[Connection], object]) -> object:
            commits.append(work)
            return await commit(work)

        commit = store.scribe.commit
        monkeypatch.setattr(store.scribe, "commit", counted)
        await asyncio.gather(*(outcome(store, code, 1, created()) for code in codes))
    assert 1 <= len(commits) <= 3


async def test_what_cannot_be_written_is_told_and_the_next_is_written(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await do(store, "ALTER TABLE tables RENAME TO away")
        with pytest.raises(DBAPIError, match="tables"):
            await store.append(append("BCDFGH", 1, created()))
        await do(store, "ALTER TABLE away RENAME TO tables")
        assert await store.read("BCDFGH") == []
        assert await outcome(store, "BCDFGH", 1, created()) == "won"


async def test_what_was_taken_is_written_before_the_store_closes(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        waiting = asyncio.create_task(store.append(append("BCDFGH", 1, created())))
        await asyncio.sleep(0)
    await waiting
    async with store_in(tmp_path) as store:
        assert len(await store.read("BCDFGH")) == 1


async def test_lists_know_who_sits_where(tmp_path: Path) -> None:
    ann, both = frozenset({"ann"}), frozenset({"ann", "ben"})
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created(), holders=both))
        await store.append(append("BCDFGJ", 1, created(), ev.SeatAdded(1), holders=ann))
        assert await store.held_by("ann") == ["BCDFGJ", "BCDFGH"], "the last changed first"
        assert await store.held_by("ben") == ["BCDFGH"]
        await store.append(append("BCDFGH", 2, ev.SeatAdded(1), holders=None))
        assert await store.held_by("ben") == ["BCDFGH"]
        await store.append(append("BCDFGH", 3, ev.SeatAdded(2), holders=frozenset()))
        assert await store.held_by("ben") == []
        assert sorted(await store.listed()) == ["BCDFGH", "BCDFGJ"]


async def test_games_that_go_on_are_listed_before_finished_ones(tmp_path: Path) -> None:
    ann = frozenset({"ann"})
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created(), holders=ann, stage="playing"))
        for code in ("BCDFGJ", "BCDFGK"):
            await store.append(append(code, 1, created(), holders=ann, stage="over"))
        assert (await store.held_by("ann"))[0] == "BCDFGH"


async def test_a_deleted_table_is_gone_and_takes_no_more_events(tmp_path: Path) -> None:
    ann = frozenset({"ann"})
    async with store_in(tmp_path) as store:
        for code in ("BCDFGH", "BCDFGJ"):
            await store.append(append(code, 1, created(), ev.SeatAdded(1), holders=ann))
        assert await store.delete(["BCDFGH", "BCDFGK"]) == {"BCDFGH"}
        assert await store.read("BCDFGH") == []
        assert await store.held_by("ann") == ["BCDFGJ"]
        assert await store.listed() == ["BCDFGJ"]
        assert await outcome(store, "BCDFGH", 3, ev.SeatAdded(2)) == "lost"
        assert await store.versions(["BCDFGH", "BCDFGJ"]) == {"BCDFGJ": 2}
        assert await outcome(store, "BCDFGH", 1, created()) == "won", "the code is free again"


async def test_a_table_is_deleted_only_as_it_was_meant(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created(), ev.SeatAdded(1)))
        assert not await store.delete_at("BCDFGH", 1)
        async with store.engine.execution_options(**WRITES).begin() as connection:
            hold = select(TABLES.c.code).with_for_update(read=True, key_share=True)
            await connection.execute(hold)
            late = append("BCDFGH", 3, ev.SeatAdded(2))
            await connection.execute(insert(EVENTS).values(late.rows))
            deleting = asyncio.create_task(store.delete_at("BCDFGH", 2))
            await someone_waits(store)
        assert not await deleting, "it waits for who writes, and looks then"
        assert len(await store.read("BCDFGH")) == 3
        assert await store.delete_at("BCDFGH", 3)
        assert await store.read("BCDFGH") == []
        assert not await store.delete_at("BCDFGH", 3)


async def test_nobody_deletes_a_table_that_is_written_at(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created()))
        async with store.engine.execution_options(**WRITES).begin() as connection:
            # Lists need not know of it, so nothing but the writing itself holds the table.
            late = replace(append("BCDFGH", 2, ev.SeatAdded(1)), listing=False)
            assert await connection.run_sync(partial(write, [late], False)) == {late.first: late}
            deleting = asyncio.create_task(store.delete(["BCDFGH"]))
            await someone_waits(store)
            assert not deleting.done()
        assert await deleting == {"BCDFGH"}
        assert await store.read("BCDFGH") == []


async def test_a_table_that_another_leads_to_is_kept_with_it_or_not_at_all(tmp_path: Path) -> None:
    async with store_in(tmp_path) as store:
        await store.append(append("BCDFGH", 1, created()))
        for code, end in (("BCDFGJ", "won"), ("BCDFGK", "lost")):
            new = append(code, 1, created(), ev.SeatAdded(1), holders=frozenset({"ann"}))
            with_it = replace(append("BCDFGH", 2, ev.RematchMade(code)), beside=new)
            try:
                await store.append(with_it)
            except Conflict:
                assert end == "lost"
            else:
                assert end == "won"
        assert await store.versions(["BCDFGH", "BCDFGJ", "BCDFGK"]) == {"BCDFGH": 2, "BCDFGJ": 2}
        assert await store.held_by("ann") == ["BCDFGJ"]


async def test_what_was_committed_without_a_word_is_found_again(tmp_path: Path) -> None:
    """A connection may be lost after the commit and before its answer."""
    async with store_in(tmp_path) as store:
        mine, others = append("BCDFGH", 1, created()), append("BCDFGH", 1, created("ben"))
        both = append("BCDFGJ", 1, created(), ev.SeatAdded(1))
        for again, group, won in (
            (False, [mine, both], [mine, both]),
            (True, [mine, both], [mine, both]),
            (True, [others], []),
            (False, [mine], []),
        ):
            found = await store.scribe.commit(partial(write, group, again))
            assert list(found.values()) == won
        assert len(await store.read("BCDFGH")) == 1
        assert len(await store.read("BCDFGJ")) == 2


async def test_what_was_committed_when_the_connection_was_lost_has_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store_in(tmp_path) as store:
        commit, lost = store.scribe.commit, [ConnectionResetError()]

        async def mute(work: Callable[[Connection], object]) -> object:
            done = await commit(work)
            for error in lost[:1]:
                lost.clear()
                raise error
            return done

        monkeypatch.setattr(store.scribe, "commit", mute)
        assert await outcome(store, "BCDFGH", 1, created()) == "won"
        assert lost == []
        assert len(await store.read("BCDFGH")) == 1


async def test_all_writers_take_places_in_one_order(tmp_path: Path) -> None:
    """Otherwise each of two could wait for what the other has."""
    codes = ["BCDFGH", "BCDFGJ", "BCDFGK"]
    async with store_in(tmp_path) as store:
        backwards = [append(code, 1, created()) for code in reversed(codes)]
        found = await store.scribe.commit(partial(write, backwards, False))
        assert [code for code, _ in found] == codes


async def test_who_waits_behind_a_group_that_is_given_up_is_told_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PAUSES", (0.0, 0.05))
    async with store_in(tmp_path) as store:
        tries: list[object] = []

        async def away(work: object) -> None:
            tries.append(work)
            if len(tries) == 1:
                behind.append(asyncio.create_task(outcome(store, "BCDFGJ", 1, created())))
            raise ConnectionRefusedError

        behind: list[asyncio.Task[str]] = []
        with monkeypatch.context() as patch:
            patch.setattr(store.scribe, "commit", away)
            with pytest.raises(Refuse, match="try again"):
                await outcome(store, "BCDFGH", 1, created())
            with pytest.raises(Refuse, match="try again"):
                await behind[0]
        assert len(tries) == 2, "nothing was tried for who came later"
        assert await outcome(store, "BCDFGH", 1, created()) == "won"


async def test_a_database_that_takes_long_to_be_away_is_given_up_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LONGEST", 0.02)
    async with store_in(tmp_path) as store:
        tries: list[object] = []

        async def slowly_away(work: object) -> None:
            tries.append(work)
            await asyncio.sleep(0.05)
            raise TimeoutError

        monkeypatch.setattr(store.scribe, "commit", slowly_away)
        with pytest.raises(Refuse, match="try again"):
            await store.append(append("BCDFGH", 1, created()))
        assert len(tries) == 1
