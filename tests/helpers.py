"""Short ways to say positions, rolls and moves in tests."""

from collections.abc import Iterable

from rowlock.record.sheets import read_locked, read_sheet
from rowlock.rules import (
    VARIANTS,
    Game,
    Move,
    Roll,
    Variant,
    empty_sheet,
    find_variant,
    legal_moves,
    on_side,
    parse_move,
    parse_roll,
    resume,
)
from rowlock.rules.row import numbers

LUCKY = (6, 11)
ON_BOARD = find_variant("on-board")


def position(
    variant: str | Variant,
    *sheets: str,
    first: int = 0,
    locked: str = "",
    lucky: tuple[int, int] = LUCKY,
) -> Game:
    """A game that starts with these sheets, written as in records."""
    game = find_variant(variant) if isinstance(variant, str) else variant
    empty = empty_sheet(game, lucky if game.lucky else None)
    read = [read_sheet(game, sheet, empty) for sheet in sheets]
    return resume(game, read, first, read_locked(game, locked))


def rolled(game: Game, dice: str) -> Game:
    """The game after these dice; colour dice that are not named show 1."""
    roll = parse_roll(dice, game.variant.dice)
    named = dict(roll.colours)
    return game.roll(Roll(roll.white, tuple((die, named.get(die, 1)) for die in game.dice_in_play)))


def act(game: Game, tokens: str) -> Game:
    """The game after the action due, each seat's choice as a token."""
    return game.act([parse_move(token) for token in tokens.split()])


def play(game: Game, *steps: str) -> Game:
    """The game after these rolls (they start with w) and actions."""
    for step in steps:
        game = rolled(game, step) if step.startswith("w") else act(game, step)
    return game


def legal(game: Game, seat: int = 0) -> str:
    """The seat's legal moves as tokens."""
    return tokens(legal_moves(game, seat))


def tokens(moves: Iterable[Move]) -> str:
    return " ".join(map(str, moves))


def crossed(game: Game, seat: int, letter: str) -> list[int]:
    """The numbers the seat has crossed in a row."""
    index = game.variant.row_index[letter]
    return numbers(game.variant.rows[index], game.sheets[seat].rows[index])


def all_variants() -> list[Variant]:
    """Every variant, and On Board on both sides of its board."""
    return [*VARIANTS.values(), on_side(ON_BOARD, "B")]
