"""What happens at a table by itself, and when: rolling, bots, passing with nothing to cross, and
clocks. All of it follows from the table, so that it goes on after a restart."""

from collections.abc import Collection
from math import inf
from typing import Literal, NamedTuple

from rowlock.rules import Phase
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import has_only_pass
from rowlock.server.tables.table import Table

ROLL_PAUSE = 1.6
BOT_PAUSE = 1.0
BOT_STAGGER = 0.35
AUTO_PAUSE = 0.9


class Due(NamedTuple):
    """Something that happens at a time, unless something else happens before."""

    at: float
    kind: Literal["roll", "bot", "auto", "clock"]
    seat: int = 0


def age_of(table: Table, now: float) -> float:
    """For how many seconds the action due has gone on, by its date. One that is in the future, or
    whose time was over long ago though it still waits, was dated by another clock than this, or
    nobody was there: it has all its time."""
    age = now - table.action_at
    return age if 0.0 <= age <= (inf if table.seconds is None else table.seconds) else 0.0


def at_once(table: Table, pace: float) -> list[ev.AnyEvent]:
    """What is kept together with the event that leads to it, because no pause lies between: the
    roll after the choice that ends a turn."""
    if pace or table.stage != "playing" or table.game is None:
        return []
    return roll_events(table) if table.game.phase is Phase.ROLL else []


def roll_events(table: Table) -> list[ev.AnyEvent]:
    """The dice of the turn, which the seed and the nonces determine."""
    assert table.game is not None
    return [ev.DiceRolled(str(table.dice(table.game)))]


def next_due(table: Table, pace: float, thinking: Collection[int] = ()) -> Due | None:
    """What happens next by itself; `pace` stretches the pauses, 0 takes them away. Bots of the
    seats in `thinking` have not come to a choice yet."""
    due = (one for one in all_due(table, pace) if one.kind != "bot" or one.seat not in thinking)
    return min(due, default=None)


def all_due(table: Table, pace: float) -> list[Due]:
    """Everything that happens by itself as the table is now, each at its time."""
    if table.stage != "playing" or table.game is None:
        return []
    began = table.action_at
    if table.game.phase is Phase.ROLL:
        return [Due(began + pace * ROLL_PAUSE, "roll")]
    due = [step for seat in table.waiting if (step := _choice_due(table, seat, pace))]
    if table.seconds is not None and table.waiting:
        due.append(Due(began + table.seconds, "clock"))
    return due


def _choice_due(table: Table, seat: int, pace: float) -> Due | None:
    index = table.index(seat)
    if table.seats[index].player:
        return Due(table.action_at + pace * (BOT_PAUSE + index * BOT_STAGGER), "bot", seat)
    if table.setup.autopass and has_only_pass(table, seat):
        return Due(table.action_at + pace * AUTO_PAUSE, "auto", seat)
    return None
