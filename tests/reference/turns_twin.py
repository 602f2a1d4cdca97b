"""The positions and turns of a game of two, one step at a time.

A game is a dictionary as `solo_twin` takes it, with two seats, no lucky numbers and no board. In a
row, the indexes of the crossed spaces are kept, and the one after the last space for the lock. A
choice is a row and a space, or None for passing.
"""

from itertools import product
from typing import Any, NamedTuple

Game = dict[str, Any]
Choice = tuple[int, int] | None


class Sheet(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    misses: int = 0


class Position(NamedTuple):
    """Between two turns, or between the actions of one; `locked` are rows closed to both."""

    sheets: tuple[Sheet, Sheet]
    locked: tuple[int, ...] = ()
    active: int = 0


class Roll(NamedTuple):
    white: tuple[int, int]
    colours: tuple[tuple[str, int], ...]


class Moment(NamedTuple):
    """All that a seat knows when it chooses. `phase` is "white" or "colour"; in the colour action
    the position has what the white action did, and `crossed` says if the seat crossed in it."""

    position: Position
    roll: Roll
    seat: int
    phase: str
    crossed: bool = False


def start(game: Game, active: int = 0) -> Position:
    empty = Sheet(tuple(() for _ in game["rows"]))
    return Position((empty, empty), (), active)


def rolls(game: Game, position: Position) -> list[Roll]:
    """Everything the dice can show, one as likely as the other."""
    dice = dice_in_play(game, position)
    faces = product(range(1, game["faces"] + 1), repeat=2 + len(dice))
    return [
        Roll((one, other), tuple(zip(dice, shown, strict=True))) for one, other, *shown in faces
    ]


def dice_in_play(game: Game, position: Position) -> list[str]:
    out = [game["rows"][row]["die"] for row in position.locked]
    return [die for die in game["dice"] if die not in out]


def choices(game: Game, moment: Moment) -> list[Choice]:
    """What the seat may do: the crosses from top to bottom and left to right, passing last."""
    offered = offers(game, moment)
    found: list[Choice] = []
    for row, about in enumerate(game["rows"]):
        for space, wanted in enumerate(about["spaces"]):
            if wanted in offered and may_cross(game, moment.position, moment.seat, row, space):
                found.append((row, space))
    return [*found, None]


def offers(game: Game, moment: Moment) -> set[tuple[str, int]]:
    """The colours and numbers that the dice offer: the white sum in any colour."""
    white, colours = moment.roll
    if moment.phase == "white":
        return {(colour, sum(white)) for colour in game["dice"]}
    dice = dice_in_play(game, moment.position)
    return {(die, one + face) for die, face in colours if die in dice for one in white}


def is_end(game: Game, row: int, space: int) -> bool:
    about = game["rows"][row]
    return bool(space >= len(about["spaces"]) - about["ends"])


def may_cross(game: Game, position: Position, seat: int, row: int, space: int) -> bool:
    crossed = position.sheets[seat].rows[row]
    if row in position.locked or (crossed and space <= max(crossed)):
        return False
    return not is_end(game, row, space) or len(crossed) >= game["rows"][row]["needs"]


def cross(game: Game, position: Position, picked: dict[int, Choice]) -> Position:
    """The position after an action in which each seat has picked this; locks come last."""
    sheets = list(position.sheets)
    locked = set(position.locked)
    for seat, choice in picked.items():
        if choice is not None:
            row, space = choice
            rows = list(sheets[seat].rows)
            rows[row] = (*rows[row], space)
            if is_end(game, row, space):
                rows[row] = (*rows[row], len(game["rows"][row]["spaces"]))
                locked.add(row)
            sheets[seat] = Sheet(tuple(rows), sheets[seat].misses)
    return Position((sheets[0], sheets[1]), tuple(sorted(locked)), position.active)


def turn_end(position: Position, crossed: bool) -> Position:
    """The position after the turn: a miss if the active seat has crossed nothing, the next seat."""
    sheets = list(position.sheets)
    if not crossed:
        rows, misses = sheets[position.active]
        sheets[position.active] = Sheet(rows, misses + 1)
    return Position((sheets[0], sheets[1]), position.locked, 1 - position.active)


def enough_locks(game: Game, position: Position) -> bool:
    return bool(len(position.locked) >= game["locks"])


def ended(game: Game, position: Position) -> bool:
    misses = max(sheet.misses for sheet in position.sheets)
    return enough_locks(game, position) or bool(misses >= game["misses"])


def result(game: Game, position: Position) -> float:
    """What the end is worth to seat 0."""
    first, second = [total(game, sheet) for sheet in position.sheets]
    if first == second:
        return 0.5
    return 1.0 if first > second else 0.0


def total(game: Game, sheet: Sheet) -> int:
    rows = sum(game["points"][len(row)] for row in sheet.rows)
    return int(rows + sheet.misses * game["miss_points"])
