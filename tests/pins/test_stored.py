"""What was kept once can be opened, looked at and played on, whatever the code is today."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pins.files import read_pin
from pins.growing import PEOPLE, START
from pins.stored import load_database, open_tables, quietly, restore_backup, views_at
from rowlock.bots import find_bot
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.storage.copying import copy
from rowlock.server.tables.records import record_text
from server.databases import database_of, is_used
from server.houses import Clock, House, open_house, until

RUNNING = ("BCDFGJ", "BCDFGK", "BCDFGL", "BCDFGM")
TODAY = START + 100_000.0


async def kept_database(folder: Path) -> str:
    """The database that was kept, in the storage that the test is for."""
    address = load_database(folder)
    if is_used("sqlite"):
        return address
    await copy(address, database_of(folder), quietly)
    return database_of(folder)


@pytest.mark.both_storages
async def test_everybody_sees_the_tables_as_they_were(tmp_path: Path) -> None:
    assert await views_at(await kept_database(tmp_path)) == read_pin("views.json")


@pytest.mark.parametrize(
    ("backup", "views"),
    [
        ("backup-0001.jsonl", "backup-views.json"),
        ("backup-0002.jsonl", "backup-views.json"),
        ("backup-0003.jsonl", "views.json"),
    ],
)
def test_a_backup_of_any_schema_brings_its_tables_back(
    backup: str, views: str, tmp_path: Path
) -> None:
    address = restore_backup(backup, tmp_path)
    assert asyncio.run(views_at(address)) == read_pin(views)


async def test_all_kinds_of_tables_are_there(tmp_path: Path) -> None:
    async with open_tables(load_database(tmp_path)) as tables:
        games = [(table.variant.name, table.game) for table in tables if table.game]
        stages = {table.stage for table in tables}
        chosen = [table.chosen for table in tables if table.chosen]
        stood_in = [seat for table in tables for seat in table.seats if seat.stand_in]
        again = [table.rematch for table in tables if table.rematch]
    assert stages == {"lobby", "playing", "over", "stopped", "closed"}
    assert {name for name, _ in games} == {"original", "on-board", "longo", "mixx-a"}
    assert {game.phase.value for _, game in games} == {"roll", "white", "colour", "pawn", "over"}
    assert {game.reason.value for _, game in games if game.reason} == {"locks", "misses", "finish"}
    assert len(chosen) == len(stood_in) == len(again) == 1


async def test_every_running_game_can_be_played_to_its_end(tmp_path: Path) -> None:
    load_database(tmp_path)
    clock = Clock()
    clock.now = TODAY
    async with open_house(tmp_path, clock) as house:
        for code in RUNNING:
            live = await house.hub.table(code)
            before = record_text(live.table).split("\n\n")[1].splitlines()
            await play_on(house, live)
            assert live.table.stage == "over"
            after = record_text(live.table).split("\n\n")[1].splitlines()
            assert after[: len(before) - 1] == before[:-1]
            assert len(after) > len(before)


async def play_on(house: House, live: LiveTable) -> None:
    """Everybody comes and plays to the end; bots play by themselves."""
    pages = await house.come(live, *sorted(PEOPLE.values()))
    rng = Random(1)
    while live.table.stage == "playing":
        # What happens by itself has its time.
        house.clock.now += 1.0
        table = live.table
        mine = [table.seat(seat) for seat in table.waiting if not table.seat(seat).player]
        if not mine:
            await until(partial(is_after, live, table.version))
            continue
        assert table.game is not None
        move = find_bot("cautious")(table.game, table.index(mine[0].id), rng)
        choice = Choose(seat=mine[0].id, action=table.action, move=str(move))
        try:
            await house.ask(live, mine[0].holder or "", choice)
        except Refuse as refused:
            # Meanwhile it may have passed by itself.
            if refused.code != Refusal.STALE:
                raise
    for page in pages:
        live.leave(page)


def is_after(live: LiveTable, version: int) -> bool:
    return live.table.version > version
