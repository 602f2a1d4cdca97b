"""Tables without a server: made of events, played by hand."""

from random import Random

import pytest

from rowlock.rules import Roll, parse_roll
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.decide import Asker, decide
from rowlock.server.tables.fold import apply, fold
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance

SEED = "00" * 32
NONCE = "0" * 32
PAIRS = [(6, 11), (5, 8), (4, 9), (7, 12), (10, 13)]


def happened(table: Table, *events: ev.AnyEvent, at: float | None = None) -> Table:
    """The table after these events; a second passes with each, if no time is given."""
    for event in events:
        seq = table.version + 1
        table = apply(table, ev.Kept(seq, float(seq) if at is None else at, event))
    return table


def lobby(*holders: str, variant: str = "original", **setup: object) -> Table:
    """A table where these people sit; a holder written "bot:random" is a bot, "" is open."""
    created = ev.TableCreated(
        variant=variant,
        seed=SEED,
        creator=holders[0],
        **setup,  # type: ignore[arg-type]  # fields of the event
    )
    table = fold("BCDFGH", [ev.Kept(1, 1.0, created)])
    assert table is not None
    for seat, holder in enumerate(holders, start=1):
        kind, _, bot = holder.partition(":")
        table = happened(table, ev.SeatAdded(seat, bot if kind == "bot" else None))
        if holder and not bot:
            table = happened(table, ev.SeatTaken(seat, holder, holder.capitalize(), NONCE))
    return table


def started(*holders: str, variant: str = "original", **setup: object) -> Table:
    """A game that has begun; the first seat is the first to be active."""
    table = lobby(*holders, variant=variant, **setup)
    lucky = PAIRS[: len(holders)] if table.variant.lucky else []
    return happened(table, ev.GameStarted(1, lucky))


def played(table: Table, *steps: str) -> Table:
    """The table after these rolls (they start with w) and actions; dice not named show 1."""
    for step in steps:
        assert table.game is not None
        if step.startswith("w"):
            roll = parse_roll(step, table.variant.dice)
            named = dict(roll.colours)
            colours = tuple((die, named.get(die, 1)) for die in table.game.dice_in_play)
            table = happened(table, ev.DiceRolled(str(Roll(roll.white, colours))))
        else:
            moves = step.split()
            choices = zip(table.acting, moves, strict=True)
            chosen = [ev.MoveChosen(seat, move, "person") for seat, move in choices]
            table = happened(table, *chosen, ev.ActionRevealed(moves))
    return table


def asked(table: Table, holder: str, ask: asks.Ask, attendance: Attendance | None = None) -> Table:
    """The table after somebody asked for something."""
    asker = Asker(holder, attendance or Attendance(), Random(1))
    return happened(table, *decide(table, ask, asker))


def refusal_of(
    table: Table, holder: str, ask: asks.Ask, attendance: Attendance | None = None
) -> str:
    """The code an ask is refused with."""
    with pytest.raises(Refuse) as refused:
        asked(table, holder, ask, attendance)
    assert refused.value.message
    return refused.value.code


def choose(table: Table, seat: int, move: str) -> asks.Choose:
    """A choice for the action due."""
    return asks.Choose(seat=seat, action=table.action, move=move)
