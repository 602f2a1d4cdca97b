"""A game in progress, how it starts, and what can be seen on its sheets."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from reference.sheets_twin import (
    BOARDS,
    DIE_ORDER,
    VARIANTS,
    Row,
    Variant,
    row_letters,
    row_named,
    row_numbers,
)

# ("w", 4) is a white die showing 4; a roll lists the white dice twice.
Die = tuple[str, int]


class Sheet(TypedDict):
    name: str
    crossed: dict[str, set[int]]  # row letter -> numbers
    locks: set[str]  # rows whose lock this player has crossed
    misses: int
    pawn: int | None
    lucky: list[int] | None


class Game(TypedDict):
    variant: Variant
    path: list[str]  # the board's spaces as tokens, empty without a board
    sheets: list[Sheet]
    locked: set[str]  # rows closed to all
    turn: int
    active: int  # seat, from 1
    phase: str  # roll, white, colour, pawn, over
    dice: list[Die]
    white: list[int]  # the faces of the white dice
    active_crossed: bool  # whether the active player has crossed anything this turn
    last_turn: int | None  # known once a pawn has reached the finish
    reason: str | None


def new_game(
    variant: str,
    names: Sequence[str],
    first: int = 1,
    *,
    path: Sequence[str] | None = None,
    lucky: Sequence[Sequence[int]] | None = None,
    sheets: Sequence[Sequence[str]] | None = None,
    locked: Iterable[str] = (),
) -> Game:
    """A game before its first roll.

    `path` has the tokens of a board's spaces (side A where missing); `sheets` has by seat
    the tokens of what is crossed at the start: r5, gL, x1, p12. They are taken as correct.
    """
    rules = VARIANTS[variant]
    if not 1 <= len(names) <= rules["most_seats"] or not 1 <= first <= len(names):
        raise ValueError("wrong number of seats")
    if rules["has_lucky"] and lucky is None:
        raise ValueError("lucky numbers are missing")
    game: Game = {
        "variant": rules,
        "path": list(path or BOARDS["A"]) if rules["has_board"] else [],
        "sheets": [empty_sheet(rules, name) for name in names],
        "locked": set(locked),
        "turn": 1,
        "active": first,
        "phase": "roll",
        "dice": [],
        "white": [],
        "active_crossed": False,
        "last_turn": None,
        "reason": None,
    }
    for seat, sheet in enumerate(game["sheets"]):
        if rules["has_lucky"] and lucky is not None:
            sheet["lucky"] = list(lucky[seat])
        for token in sheets[seat] if sheets is not None else ():
            mark(sheet, token)
    close_rows(game)
    return game


def empty_sheet(variant: Variant, name: str) -> Sheet:
    return {
        "name": name,
        "crossed": {letter: set() for letter in row_letters(variant)},
        "locks": set(),
        "misses": 0,
        "pawn": 0 if variant["has_board"] else None,
        "lucky": None,
    }


def mark(sheet: Sheet, token: str) -> None:
    """Put one token of a Sheets tag on a sheet."""
    letter, rest = token[0], token[1:]
    if letter == "x":
        sheet["misses"] = int(rest)
    elif letter == "p":
        sheet["pawn"] = int(rest)
    elif rest == "L":
        sheet["locks"].add(letter)
    else:
        sheet["crossed"][letter].add(int(rest))


def close_rows(game: Game) -> None:
    """A row whose lock somebody has crossed is closed to all."""
    for sheet in game["sheets"]:
        game["locked"] |= sheet["locks"]


def copy_game(game: Game) -> Game:
    return {
        "variant": game["variant"],
        "path": game["path"],
        "sheets": [copy_sheet(sheet) for sheet in game["sheets"]],
        "locked": set(game["locked"]),
        "turn": game["turn"],
        "active": game["active"],
        "phase": game["phase"],
        "dice": list(game["dice"]),
        "white": list(game["white"]),
        "active_crossed": game["active_crossed"],
        "last_turn": game["last_turn"],
        "reason": game["reason"],
    }


def copy_sheet(sheet: Sheet) -> Sheet:
    return {
        "name": sheet["name"],
        "crossed": {letter: set(numbers) for letter, numbers in sheet["crossed"].items()},
        "locks": set(sheet["locks"]),
        "misses": sheet["misses"],
        "pawn": sheet["pawn"],
        "lucky": sheet["lucky"],
    }


def dice_in_play(game: Game) -> list[str]:
    """The letters of the dice to roll: two white ones, then the colours not removed."""
    removed = {removed_die(row_named(game["variant"], letter)) for letter in game["locked"]}
    return ["w", "w"] + [colour for colour in DIE_ORDER if colour not in removed]


def removed_die(row: Row) -> str:
    colour, _ = row["spaces"][-1]
    return colour


def sheet_of(game: Game, seat: int) -> Sheet:
    return game["sheets"][seat - 1]


def rightmost_place(row: Row, crossed: set[int]) -> int:
    """Where the rightmost cross is, counted from 0; -1 in an empty row."""
    places = [place for place, number in enumerate(row_numbers(row)) if number in crossed]
    return max(places, default=-1)
