"""Tables in a wanted state, written into a database before a server opens it.

Games are played by a bot for every seat, seed after seed, until one comes to such a state.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec

from rowlock.bots import find_bot
from rowlock.rules import PASS, Phase
from rowlock.server.live.table import append_of
from rowlock.server.messages.asks import NewTable
from rowlock.server.storage import open_store
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events
from rowlock.server.tables.fold import apply, fold
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.pace import roll_events
from rowlock.server.tables.setup import new_table, start_event
from rowlock.server.tables.table import Table
from rowlock.server.web.settings import Settings

Wanted = Callable[[Table], bool]
MOST_SEEDS = 2000
NONCE = "5eed" * 8


@dataclass(frozen=True)
class Staged:
    """A table to be made: `keys` are the browsers' keys by place (None for a bot), the first one
    made the table. `wanted` says when to stop; None is right after it was set up. The clock passes
    for seat `late`; `after` is what happens last. Where many seeds lead to no such state, looking
    begins with `seed`."""

    code: str
    new: NewTable
    keys: Sequence[str | None]
    wanted: Wanted | None = None
    bot: str = "cautious"
    late: int | None = None
    after: Sequence[ev.AnyEvent] = ()
    seed: int = 0


def write_tables(data: Path, staged: Sequence[Staged]) -> None:
    """Put the tables into the new database of a data folder."""
    asyncio.run(_write(Settings(data=data).url, staged))


async def _write(database: str, staged: Sequence[Staged]) -> None:
    async with open_store(database) as store:
        for table in staged:
            kept = find_events(table)
            folded = fold(table.code, kept)
            assert folded is not None
            await store.append(append_of(folded, kept, None))


def find_events(staged: Staged) -> list[ev.Kept]:
    """The events of a game that comes to the wanted state."""
    for seed in range(staged.seed, MOST_SEEDS):
        events: list[ev.AnyEvent] = []
        for event, table in _played(staged, seed):
            events.append(event)
            if table is not None and (staged.wanted is None or staged.wanted(table)):
                return _kept([*events, *staged.after])
    raise LookupError(f"no game of {MOST_SEEDS} comes to the state wanted for {staged.code}")


def _played(staged: Staged, seed: int) -> Iterator[tuple[ev.AnyEvent, Table | None]]:
    """The events of a game, each with the table after it (None while it is being set up)."""
    rng = Random(f"{staged.code}/{seed}")
    opening = _opening(staged, seed, rng)
    yield from ((event, None) for event in opening[:-1])
    table = fold(staged.code, _kept(opening))
    assert table is not None
    yield opening[-1], table
    while table.stage == "playing":
        for event in _next_events(table, staged, rng):
            table = apply(table, ev.Kept(table.version + 1, 0.0, event))
            yield event, table


def _opening(staged: Staged, seed: int, rng: Random) -> list[ev.AnyEvent]:
    first, *_ = staged.keys
    assert first is not None
    holders = {place: key_hash(key) for place, key in enumerate(staged.keys, start=1) if key}
    secret = sha256(f"{staged.code}/{seed}".encode()).hexdigest()
    made = new_table(staged.code, staged.new, key_hash(first))
    opening = [_with(event, holders, secret) for event in made]
    table = fold(staged.code, _kept(opening))
    assert table is not None
    opening += [ev.SeatReady(seat.id, NONCE) for seat in table.people()]
    if staged.new.start:
        table = fold(staged.code, _kept(opening))
        assert table is not None
        opening.append(start_event(table, rng))
    return opening


def _with(event: ev.AnyEvent, holders: dict[int, str], secret: str) -> ev.AnyEvent:
    if isinstance(event, ev.TableCreated):
        return msgspec.structs.replace(event, seed=secret)
    if isinstance(event, ev.SeatTaken):
        return msgspec.structs.replace(event, holder=holders[event.seat])
    return event


def _next_events(table: Table, staged: Staged, rng: Random) -> list[ev.AnyEvent]:
    assert table.game is not None
    if table.game.phase is Phase.ROLL:
        return roll_events(table)
    # The first person chooses last, so that a game can stop while only they are waited for.
    seat = table.waiting[-1]
    if seat == staged.late:
        return choice_events(table, seat, PASS, "clock")
    index = table.index(seat)
    by: ev.ChosenBy = "bot" if table.seats[index].player else "person"
    return choice_events(table, seat, find_bot(staged.bot)(table.game, index, rng), by)


def _kept(events: Sequence[ev.AnyEvent]) -> list[ev.Kept]:
    began = time.time() - len(events)
    return [ev.Kept(seq, began + seq, event) for seq, event in enumerate(events, start=1)]
