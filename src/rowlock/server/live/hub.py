"""All tables of this process: finding, making and listing them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Coroutine, Mapping
from random import SystemRandom
from typing import Any

from rowlock.server.live.means import Means
from rowlock.server.live.oracle import Oracle, Unsolved
from rowlock.server.live.table import LiveTable, append_of
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Expectation, Lists, NotSolved, TableCard
from rowlock.server.storage import GONE, Append, Conflict
from rowlock.server.tables import decide
from rowlock.server.tables import events as ev
from rowlock.server.tables.deletion import is_to_go
from rowlock.server.tables.fold import fold
from rowlock.server.tables.identity import new_code, new_key, read_code
from rowlock.server.tables.setup import new_table, rematch_of
from rowlock.server.tables.table import Table

MOST_IDLE = 2000

LOOK_AROUND = 3.0
"""So often it is looked whether something was missed that others have written, in seconds."""

_rng = SystemRandom()
_log = logging.getLogger(__name__)


class Hub:
    """The tables somebody has looked at lately; any other is read when it is asked for."""

    def __init__(self, means: Means, oracle: Oracle) -> None:
        self._means = means
        self._oracle = oracle
        self._tables: dict[str, LiveTable] = {}
        self._errands: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While this is open, the tables are kept up with what other processes write."""
        looking = asyncio.create_task(self._keep_looking())
        try:
            async with self._means.company.joined(self):
                yield
        finally:
            looking.cancel()
            await asyncio.gather(looking, *self._errands, return_exceptions=True)

    async def table(self, text: str) -> LiveTable:
        """The table with this code; refused if there is none."""
        code = read_code(text)
        live = self._tables.get(code)
        if live is not None and not live.busy and not self._means.company.listening:
            # It may be old, and nobody would say so.
            del self._tables[code]
        if code not in self._tables:
            table = fold(code, await self._means.store.read(code))
            if table is None:
                raise Refuse(Refusal.NO_TABLE, f"there is no table {code}")
            # Somebody else may have read it meanwhile; there must be only one.
            self._tables.setdefault(code, LiveTable(table, self._means))
            self._forget_idle()
        return self._tables[code]

    async def create(self, new: asks.NewTable, holder: str) -> str:
        """A new table; its code."""
        while True:
            code = new_code()
            if await self._keep(code, new_table(code, new, holder)):
                _log.info("a table was made", extra={"table": code, "game": new.variant})
                return code

    async def ask(self, live: LiveTable, holder: str, ask: asks.Ask) -> Table:
        """Do what a page asks; raises Refuse."""
        asker = decide.Asker(holder, live.attendance, _rng)
        if isinstance(ask, asks.Rematch):
            return await self._rematch(live, asker)
        table = await live.change(lambda table: decide.decide(table, ask, asker))
        if isinstance(ask, asks.Delete) and is_to_go(table):
            await self.delete([table.code])
        return table

    async def make_link(self, live: LiveTable, holder: str, seat: int) -> str:
        """The secret that moves a seat to another device."""
        secret = f"{live.table.code}-{new_key()}"
        asker = decide.Asker(holder, live.attendance, _rng)
        await live.change(lambda table: decide.make_link(table, seat, secret, asker))
        return secret

    async def expect(
        self, live: LiveTable, holder: str, ask: asks.Expect
    ) -> Expectation | NotSolved:
        """What a solo game comes to by perfect play; nothing is told before it is kept that it
        was."""
        asker = decide.Asker(holder, live.attendance, _rng)
        decide.show_expectation(live.table, ask, asker)
        game = live.table.game
        assert game is not None
        found = await self._oracle.forecast(game)
        if isinstance(found, Unsolved):
            return NotSolved(ask.n, *found)
        await live.change(lambda table: decide.show_expectation(table, ask, asker))
        return Expectation(ask.n, ask.action, *found)

    async def use_link(self, secret: str, holder: str) -> str:
        """The seat of the link belongs to this person now; the code of its table."""
        live = await self.table(secret.partition("-")[0])
        asker = decide.Asker(holder, live.attendance, _rng)
        await live.change(lambda table: decide.use_link(table, secret, asker))
        return live.table.code

    async def lists(self, holder: str) -> Lists:
        """Where the person sits, and where anybody may join."""
        store = self._means.store
        yours = await store.held_by(holder) if holder else []
        listed = [code for code in await store.listed() if code not in yours]
        cards = [card(await self.table(code), holder) for code in listed]
        return Lists(
            yours=[card(await self.table(code), holder) for code in yours],
            joinable=[found for found in cards if found.open],
        )

    async def delete(self, codes: Collection[str], before: float | None = None) -> set[str]:
        """Delete tables with all that is kept of them; with `before`, only those last changed
        before then. Which of them are gone now."""
        gone = await self._means.store.delete(codes, before)
        for code in gone:
            self.moved_on(code, GONE)
        return gone

    def watched(self) -> Mapping[str, frozenset[str]]:
        """The tables that somebody looks at here, and who."""
        return {code: live.holders for code, live in self._tables.items() if live.pages}

    def with_bots(self) -> Collection[str]:
        """Those of them where bots are to play."""
        return [code for code, live in self._tables.items() if live.pages and live.has_bots]

    def moved_on(self, code: str, seq: int) -> None:
        """A table has so many events now; none if it is deleted."""
        live = self._tables.get(code)
        if live is None or 0 < seq <= live.table.version:
            return
        if seq == GONE or not live.busy:
            # Whoever asks for it next reads it anew.
            del self._tables[code]
        if live.busy:
            self._run(live.catch_up(seq))

    def attended(self, elsewhere: Mapping[str, frozenset[str]]) -> None:
        """Who looks at the tables of this process elsewhere."""
        for code, live in self._tables.items():
            live.attend_elsewhere(elsewhere.get(code, frozenset()))

    def leads(self, codes: Collection[str]) -> None:
        """At these tables this process thinks for the bots, at no others."""
        for code, live in self._tables.items():
            live.lead(code in codes)

    async def look_around(self) -> None:
        """Something may have been missed."""
        # Of tables that nobody looks at, a process in company is told; one that is alone is not,
        # but whoever runs it may have closed or deleted one.
        known = list(self._tables if self._means.company.alone else self.watched())
        found = await self._means.store.versions(known)
        for code in known:
            self.moved_on(code, found.get(code, GONE))

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AROUND)
            try:
                await self.look_around()
            except Refuse:
                _log.warning("the database is away; trying again")
            except Exception:
                _log.exception("looking for what others have written failed")

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        """See to something without waiting for it."""
        task = asyncio.create_task(_whatever_comes(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _rematch(self, live: LiveTable, asker: decide.Asker) -> Table:
        code = new_code()
        while await self._means.store.read(code):
            code = new_code()

        return await live.change(
            lambda table: decide.rematch_event(table, code, asker),
            lambda table: self._begun(code, rematch_of(table, asker.holder)),
        )

    async def _keep(self, code: str, events: list[ev.AnyEvent]) -> bool:
        """Keep the first events of a table; False if there is one with this code."""
        try:
            await self._means.store.append(self._begun(code, events))
        except Conflict:
            return False
        return True

    def _begun(self, code: str, events: list[ev.AnyEvent]) -> Append:
        """The first events of a table, as they are kept."""
        at = self._means.now()
        kept = [ev.Kept(seq, at, event) for seq, event in enumerate(events, start=1)]
        table = fold(code, kept)
        assert table is not None
        return append_of(table, kept, None)

    def _forget_idle(self) -> None:
        idle = [code for code, live in self._tables.items() if not live.busy]
        for code in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._tables[code]


def card(live: LiveTable, holder: str) -> TableCard:
    """The table in a list."""
    table = live.table
    mine = {seat.id for seat in table.held_by(holder)}
    return TableCard(
        code=table.code,
        variant=table.setup.variant,
        side=table.setup.side,
        stage=table.stage,
        clock=table.setup.clock,
        names=[seat.name for seat in table.seats if seat.kind == "person"],
        bots=[seat.bot for seat in table.seats if seat.bot is not None],
        open=sum(seat.kind == "open" for seat in table.seats),
        your_turn=bool(mine.intersection(table.waiting)),
        turn=table.game.turn if table.game else None,
        changed=table.changed,
    )


async def _whatever_comes(errand: Coroutine[Any, Any, None]) -> None:
    try:
        await errand
    except Refuse:
        # The table is gone, or the database is away: it is looked around again soon.
        pass
    except Exception:
        _log.exception("keeping up with other processes failed")
