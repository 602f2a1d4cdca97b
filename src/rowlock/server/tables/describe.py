"""Moves and dice in the words of the messages."""

from functools import lru_cache
from typing import Literal, cast

from rowlock.rules import (
    Advance,
    Cross,
    Game,
    Move,
    Pass,
    Phase,
    Place,
    Reason,
    Roll,
    crossed_place,
    landing,
)
from rowlock.rules.row import next_space
from rowlock.server.messages.tells import DiceView, MoveMade

ActionName = Literal["white", "colour", "pawn"]
ReasonName = Literal["locks", "misses", "finish"]

KindName = Literal["cross", "pawn", "pass"]

MOST_KNOWN = 1 << 9
"""More than there are crosses in all games together."""

KINDS: dict[type[Move], KindName] = {Cross: "cross", Advance: "pawn", Pass: "pass"}


def describe(game: Game, index: int, move: Move) -> MoveMade:
    """A legal move of the seat at this place; row and number are what it crosses, if anything."""
    if not isinstance(move, Advance):
        return _by_itself(move)
    place = crossed_place(game, index, move)
    row = game.variant.rows[place.row] if place else None
    return MoveMade(
        move=str(move),
        kind=KINDS[type(move)],
        row=row.letter if row else None,
        number=row.spaces[place.space].number if row and place else None,
        lucky=False,
        steps=move.steps,
        landing=landing(game, index, move),
    )


@lru_cache(MOST_KNOWN)
def _by_itself(move: Cross | Pass) -> MoveMade:
    """A move that is the same in every game."""
    what, kind = str(move), KINDS[type(move)]
    if isinstance(move, Cross):
        return MoveMade(what, kind, move.row, move.number, move.lucky, steps=None, landing=None)
    return MoveMade(what, kind, row=None, number=None, lucky=False, steps=None, landing=None)


def skipped_numbers(game: Game, index: int, place: Place) -> list[int]:
    """The numbers a cross there would leave behind uncrossed."""
    spaces = game.variant.rows[place.row].spaces
    first = next_space(game.sheets[index].rows[place.row])
    return [space.number for space in spaces[first : place.space]]


def dice_view(roll: Roll) -> DiceView:
    """The faces of a roll."""
    return DiceView(roll.white, dict(roll.colours))


def action_name(phase: Phase) -> ActionName:
    """The action, which is due, as messages name it."""
    return cast(ActionName, phase.value)


def reason_name(reason: Reason) -> ReasonName:
    """Why a game ended, as messages name it."""
    return reason.value
