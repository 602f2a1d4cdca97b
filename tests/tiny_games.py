"""Games so small that two-player play is solved exactly, and the way to that solution.

`as_duel` says a variant as the twin in `reference.duel_twin` takes it; `as_policy` lets a bot play
there.
"""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from reference.duel_twin import Policy
from reference.turns_twin import Choice, Moment, Position, Sheet
from rowlock.rules import Cross, Game, Move, Phase, Roll, Variant
from rowlock.rules import Sheet as RealSheet
from rowlock.rules.row import is_crossed
from solver.small_games import as_twin, small_game

if TYPE_CHECKING:
    from rowlock.bots import Bot

TINY_GAMES = {
    name: replace(variant, name=f"tiny {name}")
    for name, variant in {
        "two rows up": small_game(
            [("rrr", [2, 3, 4], 1, 1, "r"), ("yyy", [2, 3, 4], 1, 1, "y")], faces=2
        ),
        "up and down": small_game(
            [("rrr", [2, 3, 4], 1, 1, "r"), ("yyy", [4, 3, 2], 1, 1, "y")], faces=2, locks=1
        ),
        "one row": small_game([("rrrr", [2, 3, 4, 5], 1, 2, "r")], dice="r", locks=1),
        "three faces": small_game([("rr", [3, 4], 1, 1, "r"), ("yyy", [5, 4, 3], 1, 1, "y")]),
    }.items()
}
"""From the start, the equilibrium of any of them takes a few seconds."""


def as_duel(variant: Variant) -> dict[str, Any]:
    """The variant for two players, in the words of the twin."""
    return as_twin(variant, None, 2)


def as_position(game: Game) -> Position:
    """Where a game of two seats stands, in the words of the twin."""
    first, second = [
        Sheet(tuple(_indexes(bits) for bits in sheet.rows), sheet.misses) for sheet in game.sheets
    ]
    return Position((first, second), _indexes(game.locked), game.active)


def as_game(variant: Variant, moment: Moment) -> Game:
    """What the twin's players see before they choose, as a game."""
    position, roll, _, phase, crossed = moment
    sheets = tuple(
        RealSheet(tuple(map(_bits, sheet.rows)), sheet.misses) for sheet in position.sheets
    )
    return Game(
        variant,
        sheets,
        first=position.active,
        phase=Phase(phase),
        rolled=Roll(*roll),
        locked=_bits(position.locked),
        crossed=crossed,
    )


def as_choice(variant: Variant, move: Move) -> Choice:
    """A move in the words of the twin."""
    return variant.places[move.row, move.number] if isinstance(move, Cross) else None


def as_policy(variant: Variant, bot: "Bot") -> Policy:
    """The bot as a player of the twin. What it draws at random would not be counted, so it must
    be one that draws nothing."""

    def choose(moment: Moment) -> Choice:
        return as_choice(variant, bot(as_game(variant, moment), moment.seat, Random(0)))

    return choose


def _indexes(bits: int) -> tuple[int, ...]:
    return tuple(index for index in range(bits.bit_length()) if is_crossed(bits, index))


def _bits(indexes: tuple[int, ...]) -> int:
    return sum(1 << index for index in indexes)
