"""One transaction with the events of many tables."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Table, case, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from rowlock.server.storage.notices import notify
from rowlock.server.storage.origins import UNKNOWN, step_back
from rowlock.server.storage.pens import Pen, Place, pen_of
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES

if TYPE_CHECKING:
    from rowlock.server.storage.writer import Append

INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""How each database inserts what may be there already."""


@cache
def _write_cards(dialect: str) -> ReturningInsert[Any]:
    """Rows of tables, new or changed. They return something, though nobody wants it: only then all
    of them go into one statement."""
    card = INSERTS[dialect](TABLES)
    new = card.excluded
    updated: dict[str, ColumnElement[Any]] = {
        name: new[name] for name in ("stage", "listed", "changed")
    }
    # Only who makes a table knows its origin; it is forgotten when the table is no lobby any more.
    updated["origin"] = case((new.stage == "lobby", TABLES.c.origin), else_=UNKNOWN)
    listed = card.on_conflict_do_update(index_elements=[TABLES.c.code], set_=updated)
    return listed.returning(TABLES.c.code)


def write(appends: "list[Append]", again: bool, connection: Connection) -> "dict[Place, Append]":
    """Write events of many tables together; who won which place. `again` if they may have been
    committed before, by a connection that was lost before it could say so."""
    return Group(connection, appends, again).write()


@dataclass(frozen=True)
class Group:
    """Appends that are committed together."""

    connection: Connection
    appends: "list[Append]"
    again: bool

    def write(self) -> "dict[Place, Append]":
        """Who won which place."""
        wanting = self._contenders()
        won = self._take_places(wanting)
        new = [append.beside for append in won.values() if append.beside]
        rest = [row for append in won.values() for row in append.rows[1:]]
        if rest := rest + [row for append in new for row in append.rows]:
            self._pen.follow(rest)
        if won:
            self._write_lists([*won.values(), *new])
            news = {append.code: append.events[-1].seq for append in won.values()}
            notify(self.connection, news)
        if self.again:
            won |= self._kept_before(wanting, won)
        return won

    def _contenders(self) -> "dict[Place, Append]":
        """One append for every place that is wanted, of tables that are still there with all that
        was before, beside new ones that are not there yet. They are in an order all writers have,
        so that two never wait for each other."""
        # Two of one group may want the same place, as two who ask for a rematch at once do.
        wanting: dict[Place, Append] = {}
        for append in sorted(self.appends, key=lambda append: append.first):
            wanting.setdefault(append.first, append)
        places = [place for append in wanting.values() for place in _before(append)]
        there = self._pen.hold(places) if places else set()
        return {place: append for place, append in wanting.items() if _is_possible(append, there)}

    def _take_places(self, wanting: "dict[Place, Append]") -> "dict[Place, Append]":
        """Only who wins the first of its events writes the others: they follow it, so nobody
        else can have them."""
        firsts = [append.rows[0] for append in wanting.values()]
        return {place: wanting[place] for place in self._pen.take(firsts)} if firsts else {}

    def _kept_before(
        self, wanting: "dict[Place, Append]", won: "dict[Place, Append]"
    ) -> "dict[Place, Append]":
        """Those whose events are there already, just as they are."""
        return {
            place: append
            for place, append in wanting.items()
            if place not in won and self._is_kept(append)
        }

    def _is_kept(self, append: "Append") -> bool:
        rows = append.rows
        query = select(EVENTS).where(
            EVENTS.c.code == append.code,
            EVENTS.c.seq.between(rows[0][1], rows[-1][1]),
        )
        found = self.connection.execute(query.order_by(EVENTS.c.seq))
        return [tuple(row) for row in found] == rows

    def _write_lists(self, appends: "list[Append]") -> None:
        if cards := [append.card for append in appends if append.listing]:
            self.connection.execute(_write_cards(self.connection.dialect.name), cards)
        made = [append for append in appends if append.origin != UNKNOWN]
        for number, append in enumerate(made):
            step_back(self.connection, append.origin, [later.code for later in made[number:]])
        self._write_holdings(
            {append.code: append.holders for append in appends if append.holders is not None},
        )

    def _write_holdings(self, holders: dict[str, frozenset[str]]) -> None:
        """Who sits at which of these tables now."""
        if not holders:
            return
        self.connection.execute(delete(HOLDINGS).where(HOLDINGS.c.code.in_(holders)))
        rows = [
            {"holder": holder, "code": code} for code, held in holders.items() for holder in held
        ]
        if rows:
            self.connection.execute(insert(HOLDINGS), rows)

    @cached_property
    def _pen(self) -> Pen:
        return pen_of(self.connection)


def _before(append: "Append") -> Iterator[Place]:
    """The events that an append wants to be there, or not to be there. Without the one before its
    first there would be a hole: a database can go back in time, when a backup is restored or an old
    copy of it takes over."""
    code, seq = append.first
    if seq > 1:
        yield code, seq - 1
    if append.beside:
        yield append.beside.first


def _is_possible(append: "Append", there: set[Place]) -> bool:
    code, seq = append.first
    follows = seq == 1 or (code, seq - 1) in there
    return follows and not (append.beside and append.beside.first in there)
