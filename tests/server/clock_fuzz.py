"""Games whose clocks are set at random, back and ahead, while people play and servers start again.

A game goes on all the same, nobody has less time than is theirs, and no event has an earlier date
than the one before it.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from rowlock.record import read_record, replay
from rowlock.rules import VARIANTS, legal_moves
from rowlock.server.live.page import Page
from rowlock.server.live.table import LiveTable
from rowlock.server.messages.asks import Choose
from rowlock.server.tables.events import Kept, MoveChosen
from rowlock.server.tables.pace import next_due
from rowlock.server.tables.records import record_text
from rowlock.server.tables.view import Viewer
from server.houses import QUICK, Clock, House, open_house, until

PACE = 1.0
LONGEST_STEP = 6.0
EXACT = 0.01

FARTHEST = 7.5
"""Clocks are set by up to ten to the power of this, in seconds: about a year."""


class Action(NamedTuple):
    """An action as it is timed; when everybody was gone it is timed anew."""

    began: int
    dated: float


class Player:
    """Two people at a table with bots, and what happens to their clocks."""

    def __init__(self, house: House, live: LiveTable, rng: Random, found: Counter[str]) -> None:
        self.house = house
        self.live = live
        self.rng = rng
        self.found = found
        self.pages: dict[str, Page] = {}
        self._seen = live.table.version
        self._action = Action(0, 0.0)
        self._since = 0.0

    @property
    def elapsed(self) -> float:
        """For how long the action due has gone on."""
        return self.house.clock.now - self._since

    async def come(self, *holders: str) -> None:
        for holder in holders:
            (self.pages[holder],) = await self.house.come(self.live, holder)

    async def step(self) -> None:
        """Something happens, and all that follows from it."""
        step = self.rng.choices(
            [self.set_clock, self.let_time_pass, self.choose, self.go_and_return], [4, 6, 6, 1]
        )[0]
        await step()
        await self.settle()

    async def set_clock(self) -> None:
        self.house.clock.wrong += self.rng.choice((-1, 1)) * 10 ** self.rng.uniform(-1, FARTHEST)
        self.found["clocks set"] += 1
        self.live.announce()

    async def let_time_pass(self) -> None:
        self.house.clock.now += self.rng.uniform(0, LONGEST_STEP)
        self.live.announce()

    async def choose(self) -> None:
        table = self.live.table
        for seat in [one for one in table.waiting if table.seat(one).player is None][:1]:
            assert table.game is not None
            move = self.rng.choice(legal_moves(table.game, table.index(seat)))
            ask = Choose(seat=seat, action=table.action, move=str(move))
            await self.house.ask(self.live, table.seat(seat).holder or "", ask)
            self.found["choices"] += 1

    async def go_and_return(self) -> None:
        holder = self.rng.choice(list(self.pages))
        self.live.leave(self.pages[holder])
        await self.set_clock()
        await self.come(holder)

    async def settle(self) -> None:
        """Wait until all has happened that is due, and look at it."""
        while (due := next_due(self.live.table, PACE)) and due.at <= self.live.time:
            self.live.announce()
            await until(partial(self._is_after, self.live.table.version))
        await self._look()

    def _is_after(self, version: int) -> bool:
        return self.live.table.version > version

    async def _look(self) -> None:
        table = self.live.table
        for kept in await self.house.store.read(table.code, self._seen):
            self._seen = kept.seq
            if isinstance(kept.event, MoveChosen) and kept.event.by == "clock":
                assert self.elapsed >= QUICK - EXACT, "nobody loses time by a clock that is set"
                self.found["timeouts"] += 1
        action = Action(table.action, table.action_at)
        if action != self._action:
            self._action, self._since = action, self.house.clock.now
        if table.stage == "playing":
            assert self.elapsed < QUICK + LONGEST_STEP, f"{table.stage} goes on"
            view = self.live.view(Viewer("ann"))
            assert view.game is not None
            if view.game.clock is not None:
                assert abs(view.game.clock - max(0.0, QUICK - self.elapsed)) < 0.1


@asynccontextmanager
async def _playing(
    folder: Path, clock: Clock, code: str | None, rng: Random, found: Counter[str]
) -> AsyncIterator[Player]:
    async with open_house(folder, clock, PACE) as house:
        if code is None:
            variant = rng.choice([name for name, one in VARIANTS.items() if one.seats > 3])
            live = await house.table(
                "me open random cautious", "ben", clock="quick", variant=variant, autopass=False
            )
        else:
            live = await house.hub.table(code)
        player = Player(house, live, rng, found)
        await player.come("ann", "ben")
        await player.settle()
        yield player
        for page in player.pages.values():
            live.leave(page)


async def play_by_wrong_clocks(folder: Path, rng: Random, most: int = 10_000) -> Counter[str]:
    """A game of up to so many steps, by servers that are started again now and then; what
    happened."""
    clock, found, code = Clock(), Counter[str](), None
    kept: list[Kept] = []
    while most > 0:
        async with _playing(folder, clock, code, rng, found) as player:
            code = player.live.table.code
            found["starts"] += 1
            for _ in range(rng.randrange(20, 120)):
                most -= 1
                if player.live.table.stage != "playing" or most <= 0:
                    break
                await player.step()
            table, kept = player.live.table, await player.house.store.read(code)
        clock.wrong += rng.choice((-1, 1)) * 10 ** rng.uniform(-1, FARTHEST)
        clock.now += rng.uniform(0, 100)
        if table.stage == "over":
            found["games over"] += 1
            assert replay(read_record(record_text(table))) == table.game
            break
    dates = [one.at for one in kept]
    assert dates == sorted(dates), "time goes on"
    return found
