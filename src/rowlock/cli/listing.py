"""Tables of a server in lists and by themselves, without anything that players do not see."""

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.table import Table as Grid
from rich.text import Text

from rowlock.cli.ages import shown_age
from rowlock.cli.names import shown_name
from rowlock.cli.show import console, say
from rowlock.record import visible
from rowlock.server.tables.seat import Seat
from rowlock.server.tables.table import Table


def table_view(table: Table) -> dict[str, object]:
    """A table for programs."""
    return {
        "code": table.code,
        "variant": table.setup.variant,
        "side": table.setup.side,
        "stage": table.stage,
        "turn": table.game.turn if table.game else None,
        "listed": table.setup.listed,
        "clock": table.setup.clock,
        "seats": [{"kind": seat.kind, "name": seat.name} for seat in table.seats],
        "events": table.version,
        "created": _time(table.created),
        "changed": _time(table.changed),
    }


def show_list(tables: Sequence[Table], now: float) -> None:
    """Tables one below the other."""
    grid = Grid(box=None, pad_edge=False)
    for heading in ("code", "game", "stage", "age", "unchanged", "seats"):
        grid.add_column(heading, no_wrap=heading != "seats")
    for table in tables:
        grid.add_row(
            visible(table.code),
            table.variant.name,
            table.stage,
            shown_age(now - table.created),
            shown_age(now - table.changed),
            Text(", ".join(map(_shown_seat, table.seats))),
        )
    console.print(grid)


def show_one(table: Table) -> None:
    """A table with all there is to know about it."""
    side = f", side {table.setup.side}" if table.setup.side else ""
    turn = f", turn {table.game.turn}" if table.game else ""
    say((table.code, "bold"), f" · {table.variant.name}{side} · {table.stage}{turn}")
    say(f"made {_time(table.created)}, last changed {_time(table.changed)}")
    say(f"{table.version} events, clock: {table.setup.clock}")
    for number, seat in enumerate(table.seats, start=1):
        say(f"  {number}. {_shown_seat(seat)}")


def _shown_seat(seat: Seat) -> str:
    if seat.kind == "open":
        return "(open)"
    return f"{shown_name(seat.name)} (bot)" if seat.kind == "bot" else shown_name(seat.name)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
