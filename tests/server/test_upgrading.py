"""A database of the previous version is brought to this one's schema, and its games go on."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from rowlock.record import read_record, verify
from rowlock.rules import Phase, legal_moves
from rowlock.server.live.hub import Hub
from rowlock.server.live.means import Means
from rowlock.server.live.table import LiveTable
from rowlock.server.storage import open_store
from rowlock.server.storage.copying import bring_to_head, schema_of
from rowlock.server.storage.upgrade import HEAD
from rowlock.server.tables.choose import choice_events
from rowlock.server.tables.events import AnyEvent, TableClosed
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.pace import roll_events
from rowlock.server.tables.records import record_text
from rowlock.server.tables.table import Table
from server.databases import empty_database
from server.older import ANN, BEN, CODES, SCHEMAS, make_older

pytestmark = pytest.mark.both_storages


async def play_on(live: LiveTable, turns: int, rng: Random) -> None:
    """Play so many turns more, whoever's they are, then stop the game."""
    game = live.table.game
    assert game is not None
    last = game.turn + turns
    while (game := live.table.game) is not None and not game.over and game.turn <= last:
        if game.phase is Phase.ROLL:
            await live.change(roll_events)
        else:
            await live.change(partial(_choose, rng))
    await live.change(lambda table: [] if table.ended else [TableClosed()])


def _choose(rng: Random, table: Table) -> list[AnyEvent]:
    assert table.game is not None
    seat = table.waiting[0]
    return choice_events(table, seat, rng.choice(legal_moves(table.game, table.index(seat))), "bot")


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_games_of_previous_schemas_go_on(schema: str, tmp_path: Path) -> None:
    address = empty_database(tmp_path)
    await make_older(address, schema)
    assert await schema_of(address) == schema
    assert await bring_to_head(address) == (schema, HEAD)
    assert await bring_to_head(address) == (HEAD, HEAD)
    async with open_store(address) as store:
        assert set(await store.held_by(key_hash(ANN))) == set(CODES)
        assert await store.held_by(key_hash(BEN)) == [CODES[0]]
        assert await store.listed() == [CODES[3]]
        hub = Hub(Means(store, None), None)  # type: ignore[arg-type]  # no bot thinks here
        for code in CODES[:2]:
            live = await hub.table(code)
            before = read_record(record_text(live.table))
            chosen = dict(live.table.chosen)
            assert chosen, "somebody had chosen, and the others not"
            await play_on(live, 2, Random(code))
            after = read_record(record_text(live.table))
            assert after.turns[: len(before.turns) - 1] == before.turns[:-1]
            assert len(after.turns) == len(before.turns) + 2
            verify(after)
        over = (await hub.table(CODES[2])).table
        assert over.stage == "over"
        verify(read_record(record_text(over)))
        assert [seat.kind for seat in (await hub.table(CODES[3])).table.seats] == ["person", "open"]
