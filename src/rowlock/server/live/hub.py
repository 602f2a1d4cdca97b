"""All tables of this process: finding, making and listing them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Coroutine, Iterable, Mapping, Sequence
from random import SystemRandom
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from rowlock.server.live.means import Means
from rowlock.server.live.oracle import Oracle, Unsolved
from rowlock.server.live.table import LiveTable, append_of
from rowlock.server.messages import asks
from rowlock.server.messages.answers import Lists, TableCard
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import Expectation, NotSolved
from rowlock.server.storage import GONE, Append, Conflict
from rowlock.server.storage.company import Some
from rowlock.server.storage.losses import is_damaged, sparing
from rowlock.server.storage.origins import UNKNOWN, origin_of
from rowlock.server.storage.store import MOST_LISTED
from rowlock.server.tables import decide
from rowlock.server.tables import events as ev
from rowlock.server.tables.deletion import is_to_go
from rowlock.server.tables.fold import fold
from rowlock.server.tables.identity import new_code, new_key, read_code
from rowlock.server.tables.reading import Unreadable, read_table
from rowlock.server.tables.setup import new_table, rematch_of
from rowlock.server.tables.table import Table

MOST_IDLE = 2000

LOOK_AROUND = 3.0
"""So often it is looked whether something was missed that others have written, in seconds."""

_rng = SystemRandom()
_log = logging.getLogger(__name__)


class Begun(NamedTuple):
    """A new table, and its first events as they are to be kept."""

    table: Table
    append: Append


class _Reading(asyncio.Lock):
    """Held by who reads a table; whether it was heard meanwhile that it has changed."""

    heard = False


class Hub:
    """The tables somebody has looked at lately; any other is read when it is asked for."""

    def __init__(self, means: Means, oracle: Oracle) -> None:
        self._means = means
        self._oracle = oracle
        self._tables: dict[str, LiveTable] = {}
        self._being_read: WeakValueDictionary[str, _Reading] = WeakValueDictionary()
        self._room = MOST_IDLE
        self._damaged: dict[str, str] = {}
        self._errands: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While this is open, the tables are kept up with what other processes write."""
        looking = asyncio.create_task(self._keep_looking())
        try:
            async with self._means.company.joined(self):
                yield
        finally:
            # Who does not wait for a task that was cancelled leaves its connection open.
            ending = [looking, *self._means.keeping]
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, *self._errands, return_exceptions=True)

    async def table(self, text: str) -> LiveTable:
        """The table with this code; refused if there is none."""
        code = read_code(text)
        live = self._tables.get(code)
        if live is not None and not live.busy and not self._means.company.listening:
            # It may be old, and nobody would say so.
            del self._tables[code]
        if code not in self._tables:
            await self._read(code)
        return self._tables[code]

    async def sits_at(self, code: str, holder: str) -> bool:
        """Whether this person has a seat at the table with this code. It takes as long whether
        there is such a table or not."""
        return bool(holder) and await self._means.store.holds(holder, code)

    async def _read(self, code: str) -> None:
        """Read a table once for all who ask for it meanwhile, and again if it was changed then."""
        reading = self._being_read.setdefault(code, _Reading())
        async with reading:
            while code not in self._tables:
                reading.heard = False
                table = await self._kept(code)
                if table is None:
                    raise Refuse(Refusal.NO_TABLE, f"there is no table {code}")
                if not reading.heard:
                    self._know(table)

    async def _kept(self, code: str) -> Table | None:
        try:
            return read_table(code, await self._means.store.read(code))
        except Unreadable as damaged:
            # Whoever looks at it will ask again and again; the reason stays the same.
            if self._damaged.get(code) != damaged.reason and len(self._damaged) < MOST_IDLE:
                self._damaged[code] = damaged.reason
                _log.error("the table cannot be read: %s", damaged.reason, extra={"table": code})
            raise

    async def create(self, new: asks.NewTable, holder: str, home: str = "") -> str:
        """A new table; its code. `home` is where it is made from, as limits count it."""
        while True:
            code = new_code()
            begun = self._begun(code, new_table(code, new, holder), origin_of(home))
            try:
                await self._means.store.append(begun.append)
            except Conflict:
                # There is one with this code.
                continue
            self._know(begun.table)
            _log.info("a table was made", extra={"table": code, "game": new.variant})
            return code

    async def ask(self, live: LiveTable, holder: str, ask: asks.Ask) -> Table:
        """Do what a page asks; raises Refuse."""
        asker = decide.Asker(holder, live.attendance, _rng)
        if isinstance(ask, asks.Rematch):
            return await self._rematch(live, asker)
        if isinstance(ask, asks.Delete):
            return await self._delete(live, ask, asker)
        return await live.change(lambda table: decide.decide(table, ask, asker))

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

    async def use_link(self, live: LiveTable, secret: str, holder: str) -> str:
        """The seat of the link belongs to this person now; the code of its table."""
        asker = decide.Asker(holder, live.attendance, _rng)
        await live.change(lambda table: decide.use_link(table, secret, asker))
        return live.table.code

    async def lists(self, holder: str) -> Lists:
        """Where the person sits, and where anybody may join who does not."""
        store = self._means.store
        held = await store.held_by(holder) if holder else []
        mine = [await self._found(code) for code in held[:MOST_LISTED]]
        joinable: list[TableCard] = []
        for code in await store.listed():
            live = await self._found(code)
            found = card(live, holder) if live and not live.table.held_by(holder) else None
            if found and found.open:
                joinable.append(found)
            if len(joinable) == MOST_LISTED:
                break
        return Lists(
            yours=[card(live, holder) for live in mine if live],
            joinable=joinable,
            more=len(held) > MOST_LISTED,
        )

    async def delete(self, codes: Collection[str], before: float | None = None) -> set[str]:
        """Delete tables with all that is kept of them; with `before`, only those last changed
        before then. Which of them are gone now."""
        gone = await self._means.store.delete(codes, before)
        for code in gone:
            self.moved_on(code, GONE)
        return gone

    def watched(self, some: Some = None) -> Mapping[str, frozenset[str]]:
        """Those of these tables that somebody looks at here, and who."""
        return {code: live.holders for code, live in self._known(some) if live.pages}

    def with_bots(self, some: Some = None) -> Collection[str]:
        """Those of them where bots are to play."""
        return [code for code, live in self._known(some) if live.pages and live.has_bots]

    def _known(self, some: Some) -> Iterable[tuple[str, LiveTable]]:
        """Those of these tables that are known here."""
        if some is None:
            return self._tables.items()
        return [(code, self._tables[code]) for code in some if code in self._tables]

    def moved_on(self, code: str, seq: int) -> None:
        """A table has so many events now; none if it is deleted."""
        live = self._tables.get(code)
        if live is None and code in self._being_read:
            self._being_read[code].heard = True
        if live is None or 0 < seq <= live.table.version:
            return
        if seq == GONE or not live.busy:
            # Whoever asks for it next reads it anew.
            del self._tables[code]
        if live.busy:
            self._run(live.catch_up(seq))

    def attended(self, elsewhere: Mapping[str, frozenset[str]], some: Some = None) -> None:
        """Who looks at these tables elsewhere."""
        for code, live in self._known(some):
            live.attend_elsewhere(elsewhere.get(code, frozenset()))

    def leads(self, codes: Collection[str], some: Some = None) -> None:
        """At which of these tables this process thinks for the bots."""
        for code, live in self._known(some):
            live.lead(code in codes)

    def listen_again(self) -> None:
        """From now on everything is heard; what was written before may have been missed."""
        self._tables = {code: live for code, live in self._tables.items() if live.busy}
        self._run(self.look_around())

    async def look_around(self) -> None:
        """Something may have been missed."""
        # Of tables that nobody looks at, a process in company is told; one that is alone is not,
        # but whoever runs it may have closed or deleted one.
        looked_at = self._tables if self._means.company.alone else self.watched()
        known = {code: self._tables[code].table.version for code in looked_at}

        async def look_at(codes: Sequence[str]) -> None:
            found = await self._means.store.versions(codes)
            for code in codes:
                if GONE < found.get(code, GONE) < known[code]:
                    self._went_back(code)
                else:
                    self.moved_on(code, found.get(code, GONE))

        await sparing(look_at, list(known))

    def _went_back(self, code: str) -> None:
        """A table has fewer events than it had: a backup was restored, or an old copy of the
        database has taken over."""
        live = self._tables.get(code)
        if live is not None and live.busy:
            self._run(live.compare())
        elif live is not None:
            del self._tables[code]

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_AROUND)
            try:
                await self.look_around()
            except Refuse:
                # The log says so already; it is tried again soon.
                continue
            except Exception:
                _log.exception("looking for what others have written failed")

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        """See to something without waiting for it."""
        task = asyncio.create_task(_whatever_comes(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _found(self, code: str) -> LiveTable | None:
        """The table with this code; None if it was deleted, or is so damaged that nobody can read
        it."""
        try:
            return await self.table(code)
        except Refuse as refused:
            lost = refused.code in (Refusal.NO_TABLE, Refusal.UNREADABLE) or is_damaged(refused)
            if not lost:
                raise
        return None

    async def _delete(self, live: LiveTable, ask: asks.Delete, asker: decide.Asker) -> Table:
        """A person wants the table deleted, or kept. That the last one wants it is no event: the
        table goes as it was when all agreed, or nothing has happened."""
        agreed = False

        def decision(table: Table) -> list[ev.AnyEvent]:
            nonlocal agreed
            events = decide.decide(table, ask, asker)
            agreed = ask.wanted and is_to_go(table, asker.holder)
            return [] if agreed else events

        table = await live.change(decision)
        while agreed and not await self._means.store.delete_at(table.code, table.version):
            # Somebody has written meanwhile, so it may not be theirs to say any more.
            await live.compare()
            table = await live.change(decision)
        if agreed:
            self.moved_on(table.code, GONE)
        return table

    async def _rematch(self, live: LiveTable, asker: decide.Asker) -> Table:
        begun: list[Begun] = []
        lost = await self._lost_rematch(live.table)

        def beside(table: Table) -> Append:
            assert table.rematch is not None
            begun.append(self._begun(table.rematch, rematch_of(table, asker.holder)))
            return begun[-1].append

        # If there is a table with this code, it is decided anew, with another one.
        table = await live.change(
            lambda table: decide.rematch_event(table, new_code(), asker, lost), beside
        )
        if begun and begun[-1].table.code == table.rematch:
            self._know(begun[-1].table)
        return table

    async def _lost_rematch(self, table: Table) -> str | None:
        """The table to go on at that was made, if nobody can: it was deleted, or closed before it
        began."""
        found = await self._found(table.rematch) if table.rematch else None
        return None if found and found.table.stage != "closed" else table.rematch

    def _begun(self, code: str, events: list[ev.AnyEvent], origin: str = UNKNOWN) -> "Begun":
        at = self._means.now()
        kept = [ev.Kept(seq, at, event) for seq, event in enumerate(events, start=1)]
        table = fold(code, kept)
        assert table is not None
        append = append_of(table, kept, None)
        # What is not for everybody to see needs no turn in a list.
        return Begun(table, replace(append, origin=origin) if table.setup.listed else append)

    def _know(self, table: Table) -> None:
        """This is a table that is kept."""
        # Somebody else may have read it meanwhile; there must be only one.
        self._tables.setdefault(table.code, LiveTable(table, self._means))
        if len(self._tables) > self._room:
            self._forget_idle()

    def _forget_idle(self) -> None:
        """All are gone through, so this is not done for every table that comes."""
        idle = [code for code, live in self._tables.items() if not live.busy]
        for code in idle[: max(0, len(idle) - MOST_IDLE)]:
            del self._tables[code]
        self._room = len(self._tables) + MOST_IDLE // 2


def code_in(secret: str) -> str:
    """The code of the table that a link leads to, as its secret has it."""
    return secret.partition("-")[0]


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
        _log.exception("an errand failed")
