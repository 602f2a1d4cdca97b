"""One transaction with the events of many tables."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Select, Table, bindparam, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from rowlock.server.storage.notices import notify
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES

if TYPE_CHECKING:
    from rowlock.server.storage.writer import Append

Row = dict[str, object]
Place = tuple[str, int]
"""The code of a table and the number of an event there."""

AnyInsert = sqlite.Insert | postgresql.Insert
INSERTS: dict[str, Callable[[Table], AnyInsert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""How each database inserts what may be there already."""


class Statements(NamedTuple):
    """What is said to a database again and again. It is put together once, because that takes
    longer than saying it.

    Rows that are inserted return something even if nobody wants it: only then all of them go into
    one statement.
    """

    hold: Select[Any]
    take: ReturningInsert[Any]
    follow: ReturningInsert[Any]
    card: ReturningInsert[Any]


@cache
def statements(dialect: str) -> Statements:
    """The statements for this kind of database."""
    hold = select(TABLES.c.code).where(TABLES.c.code.in_(bindparam("codes", expanding=True)))
    take, card = INSERTS[dialect](EVENTS), INSERTS[dialect](TABLES)
    updated = {name: card.excluded[name] for name in ("stage", "listed", "changed")}
    listed = card.on_conflict_do_update(index_elements=[TABLES.c.code], set_=updated)
    return Statements(
        hold=hold.order_by(TABLES.c.code).with_for_update(read=True, key_share=True),
        take=take.on_conflict_do_nothing().returning(EVENTS.c.code, EVENTS.c.seq),
        follow=insert(EVENTS).returning(EVENTS.c.seq),
        card=listed.returning(TABLES.c.code),
    )


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
            self.connection.execute(self._say.follow, rest)
        if won:
            self._write_lists([*won.values(), *new])
            news = {append.code: append.events[-1].seq for append in won.values()}
            notify(self.connection, news)
        if self.again:
            won |= self._kept_before(wanting, won)
        return won

    def _contenders(self) -> "dict[Place, Append]":
        """One append for every place that is wanted, of tables that are still there. They are
        in an order all writers have, so that two never wait for each other."""
        # Two of one group may want the same place, as two who ask for a rematch at once do.
        wanting: dict[Place, Append] = {}
        for append in sorted(self.appends, key=lambda append: append.first):
            wanting.setdefault(append.first, append)
        there = self._hold([code for code, seq in wanting if seq > 1])
        return {
            (code, seq): append
            for (code, seq), append in wanting.items()
            if seq == 1 or code in there
        }

    def _hold(self, codes: list[str]) -> set[str]:
        """Which of these tables are there; nobody can delete them before the commit."""
        if not codes:
            return set()
        return set(self.connection.execute(self._say.hold, {"codes": codes}).scalars())

    def _take_places(self, wanting: "dict[Place, Append]") -> "dict[Place, Append]":
        """Only who wins the first of its events writes the others: they follow it, so nobody
        else can have them."""
        if not wanting:
            return {}
        firsts = [append.rows[0] for append in wanting.values()]
        taken = self.connection.execute(self._say.take, firsts)
        return {(code, seq): wanting[code, seq] for code, seq in taken.all()}

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
            EVENTS.c.seq.between(rows[0]["seq"], rows[-1]["seq"]),
        )
        found = self.connection.execute(query.order_by(EVENTS.c.seq)).mappings()
        return [dict(row) for row in found] == rows

    def _write_lists(self, appends: "list[Append]") -> None:
        if cards := [append.card for append in appends if append.listing]:
            self.connection.execute(self._say.card, cards)
        self._write_holdings(
            {append.code: append.holders for append in appends if append.holders is not None},
        )

    def _write_holdings(self, holders: dict[str, frozenset[str]]) -> None:
        """Who sits at which of these tables now."""
        if not holders:
            return
        self.connection.execute(delete(HOLDINGS).where(HOLDINGS.c.code.in_(holders)))
        rows: list[Row] = [
            {"holder": holder, "code": code} for code, held in holders.items() for holder in held
        ]
        if rows:
            self.connection.execute(insert(HOLDINGS), rows)

    @property
    def _say(self) -> Statements:
        return statements(self.connection.dialect.name)
