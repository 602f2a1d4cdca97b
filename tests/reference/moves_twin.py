"""What each seat may do, and why anything else is refused."""

import re
from functools import cache

from reference.sheets_twin import (
    DIE_ORDER,
    VARIANTS,
    end_numbers,
    row_letters,
    row_named,
    row_numbers,
)
from reference.state_twin import Game, Sheet, dice_in_play, rightmost_place, sheet_of

PASS = "-"
LONGEST_STEP = 5
NUMBER = "0|[1-9][0-9]*"
CROSS = re.compile(rf"([a-z])({NUMBER})(\*?)")
STEP = re.compile(rf"\+({NUMBER})")


def small_number(digits: str) -> int:
    """The value of a decimal number; Python refuses to convert thousands of digits."""
    return int(digits) if len(digits) < 10 else 10**9


@cache
def read_letter(token: str) -> str | None:
    found = CROSS.fullmatch(token)
    return found[1] if found else None


def is_cross_token(game: Game, token: str) -> bool:
    return read_letter(token) in row_letters(game["variant"])


@cache
def read_cross(token: str) -> tuple[str, int, bool]:
    """Row letter, number, and whether it is a lucky cross."""
    found = CROSS.fullmatch(token)
    if found is None:
        raise ValueError(f"not a cross: {token}")
    return found[1], small_number(found[2]), found[3] == "*"


def read_step(token: str) -> int:
    found = STEP.fullmatch(token)
    if found is None:
        raise ValueError(f"not a pawn move: {token}")
    return small_number(found[1])


def seats_to_act(game: Game) -> list[int]:
    if game["phase"] == "white":
        return list(range(1, len(game["sheets"]) + 1))
    if game["phase"] in ("colour", "pawn"):
        return [game["active"]]
    return []


def legal(game: Game) -> dict[int, list[str]]:
    """By seat to act, the tokens it may play, in the order they are listed to players."""
    tokens = possible_tokens(game)
    return {
        seat: [token for token in tokens if broken_rule(game, seat, token) is None]
        for seat in seats_to_act(game)
    }


def possible_tokens(game: Game) -> list[str]:
    """All that the dice let anybody play: one look at them for all seats."""
    if game["phase"] == "pawn":
        return [f"+{step}" for step in range(1, LONGEST_STEP + 1)] + [PASS]
    anybody_lucky = any(dice_are_lucky(game, sheet) for sheet in game["sheets"])
    sums = sums_by_colour(game)
    tokens = []
    for token, colour, number, lucky in cross_tokens(game["variant"]["name"]):
        if anybody_lucky if lucky else number in sums[colour]:
            tokens.append(token)
    return [*tokens, PASS]


@cache
def cross_tokens(variant: str) -> list[tuple[str, str, int, bool]]:
    """Every cross there is: its token, colour and number, and whether it is a lucky one."""
    tokens = []
    for row in VARIANTS[variant]["rows"]:
        for colour, number in row["spaces"]:
            tokens.append((f"{row['letter']}{number}", colour, number, False))
            if VARIANTS[variant]["has_lucky"]:
                tokens.append((f"{row['letter']}{number}*", colour, number, True))
    return tokens


def refuse(game: Game, seat: int, token: str) -> str | None:
    """The code of the rule the token breaks, None for a legal one.

    A token of another kind than the action that is due is a ValueError, not a broken rule.
    """
    if game["phase"] == "over":
        return "game-over"
    if seat not in seats_to_act(game):
        raise ValueError(f"seat {seat} is not to act")
    if token != PASS and game["phase"] != "pawn" and not is_cross_token(game, token):
        raise ValueError(f"not a cross: {token}")
    return broken_rule(game, seat, token)


def broken_rule(game: Game, seat: int, token: str) -> str | None:
    """The code for a token of the kind that is due, by a seat that is to act."""
    if token == PASS:
        return None
    if game["phase"] == "pawn":
        return refuse_step(game, seat, read_step(token))
    letter, number, lucky = read_cross(token)
    if lucky:
        return refuse_lucky(game, seat, letter, number)
    return refuse_plain(game, seat, letter, number)


def refuse_plain(game: Game, seat: int, letter: str, number: int) -> str | None:
    if letter in game["locked"]:
        return "row-locked"
    if not dice_give(game, letter, number):
        return "wrong-number"
    return refuse_space(game, seat, letter, number)


def refuse_space(game: Game, seat: int, letter: str, number: int) -> str | None:
    """Whether this player can cross this number of the row, whatever the dice show."""
    row = row_named(game["variant"], letter)
    crossed = sheet_of(game, seat)["crossed"][letter]
    if letter in game["locked"]:
        return "row-locked"
    if row_numbers(row).index(number) <= rightmost_place(row, crossed):
        return "behind"
    if number in end_numbers(row) and len(crossed) < row["needed"]:
        return "needs-crosses"
    return None


def dice_give(game: Game, letter: str, number: int) -> bool:
    for colour, space_number in row_named(game["variant"], letter)["spaces"]:
        if space_number == number:
            return number in sums_of(game, colour)
    return False


def sums_by_colour(game: Game) -> dict[str, list[int]]:
    return {colour: sums_of(game, colour) for colour in DIE_ORDER}


def sums_of(game: Game, colour: str) -> list[int]:
    """What the dice of the action that is due give spaces of this colour."""
    return [white_sum(game)] if game["phase"] == "white" else colour_sums(game, colour)


def white_sum(game: Game) -> int:
    return sum(game["white"])


def colour_sums(game: Game, colour: str) -> list[int]:
    """What this colour's die gives; nothing once a lock of this turn has removed it."""
    if colour not in dice_in_play(game):
        return []
    faces = [face for letter, face in game["dice"] if letter == colour]
    return [white + face for white in game["white"] for face in faces]


def refuse_lucky(game: Game, seat: int, letter: str, number: int) -> str | None:
    sheet = sheet_of(game, seat)
    if not dice_are_lucky(game, sheet):
        return "not-lucky"
    if letter in game["locked"]:
        return "row-locked"
    if letter not in fewest_rows(game, seat):
        return "not-fewest"
    row = row_named(game["variant"], letter)
    next_place = rightmost_place(row, sheet["crossed"][letter]) + 1
    if row_numbers(row)[next_place : next_place + 1] != [number]:
        return "not-next"
    return refuse_space(game, seat, letter, number)


def dice_are_lucky(game: Game, sheet: Sheet) -> bool:
    return game["phase"] == "white" and white_sum(game) in (sheet["lucky"] or [])


def fewest_rows(game: Game, seat: int) -> list[str]:
    """The rows still open in which this player has the fewest crosses."""
    crossed = sheet_of(game, seat)["crossed"]
    open_rows = [row for row in row_letters(game["variant"]) if row not in game["locked"]]
    fewest = min(len(crossed[row]) for row in open_rows)
    return [row for row in open_rows if len(crossed[row]) == fewest]


def refuse_step(game: Game, seat: int, step: int) -> str | None:
    if not 1 <= step <= LONGEST_STEP:
        return "pawn-range"
    space = landing_space(game, seat, step)
    if space is None:
        return "pawn-range"
    letter, number, _ = read_cross(game["path"][space - 1])
    if number in sheet_of(game, seat)["crossed"][letter]:
        return None
    if refuse_space(game, seat, letter, number) is not None:
        return "pawn-not-crossable"
    return None


def landing_space(game: Game, seat: int, step: int) -> int | None:
    """The space reached, counted from 1; None past the end of the path."""
    pawn = sheet_of(game, seat)["pawn"] or 0
    taken = {sheet["pawn"] for sheet in game["sheets"]}
    free = [space for space in range(pawn + 1, len(game["path"]) + 1) if space not in taken]
    return free[step - 1] if step <= len(free) else None
