"""The tags of a record: what each may say, and the game they start."""

import re

from reference.moves_twin import NUMBER, small_number
from reference.sheets_twin import (
    BOARDS,
    VARIANTS,
    Row,
    Variant,
    end_numbers,
    row_letters,
    row_named,
    row_numbers,
)
from reference.state_twin import Game, new_game

PATH_SPACES = 40
LAST_START_SPACE = 35
MOST_START_MISSES = 3


class Unreadable(Exception):
    def __init__(self, line: int | None, why: str) -> None:
        super().__init__(line, why)
        self.line = line


# Name -> value and the line it stands on.
Tags = dict[str, tuple[str, int]]


def words(text: str) -> list[str]:
    """Split at spaces and tabs only: str.split would take other Unicode blanks too."""
    return [word for word in re.split("[ \t]+", text) if word]


def by_seat(value: str) -> list[str]:
    return [part.strip(" \t") for part in value.split(";")]


def need(good: bool, line: int | None, why: str) -> None:
    if not good:
        raise Unreadable(line, why)


def start_game(tags: Tags) -> Game:
    check_format(tags)
    variant = read_variant(tags)
    names = read_players(tags, variant)
    game = new_game(
        variant["name"],
        names,
        first=read_first(tags, len(names)),
        path=read_path(tags, variant),
        lucky=read_lucky(tags, variant, len(names)),
        sheets=read_sheets(tags, variant, len(names)),
        locked=read_locked(tags, variant),
    )
    last_line = max([tags[name][1] for name in ("Sheets", "Locked") if name in tags], default=None)
    need(len(game["locked"]) < 2, last_line, "two rows are locked")
    check_other_tags(tags, len(names))
    return game


def check_format(tags: Tags) -> None:
    value, line = tags.get("Format", ("1", None))
    need(value == "1", line, "another format")


def read_variant(tags: Tags) -> Variant:
    need("Variant" in tags, None, "Variant is missing")
    value, line = tags["Variant"]
    need(value in VARIANTS, line, "no such variant")
    return VARIANTS[value]


def read_players(tags: Tags, variant: Variant) -> list[str]:
    need("Players" in tags, None, "Players is missing")
    value, line = tags["Players"]
    names = by_seat(value)
    need(all(names), line, "an empty name")
    need(len(names) <= variant["most_seats"], line, "too many seats")
    return names


def read_first(tags: Tags, seats: int) -> int:
    value, line = tags.get("First", ("1", None))
    need(value in [str(seat + 1) for seat in range(seats)], line, "no such seat")
    return int(value)


def read_path(tags: Tags, variant: Variant) -> list[str] | None:
    for name in ("Board", "Path"):
        if name in tags:
            need(variant["has_board"], tags[name][1], "this game has no board")
    if "Path" in tags:
        value, line = tags["Path"]
        need("Board" not in tags, line, "a side and a path")
        spaces = words(value)
        need(len(spaces) == PATH_SPACES, line, "not 40 spaces")
        need(all(is_space(variant, space) for space in spaces), line, "no such space")
        return spaces
    value, line = tags.get("Board", ("A", 0))
    need(value in BOARDS, line, "no such side")
    return BOARDS[value]


def is_space(variant: Variant, token: str) -> bool:
    """Whether the token is a row letter and a number of that row."""
    return token in [
        f"{row['letter']}{number}" for row in variant["rows"] for number in row_numbers(row)
    ]


def read_lucky(tags: Tags, variant: Variant, seats: int) -> list[list[int]] | None:
    if not variant["has_lucky"]:
        need("Lucky" not in tags, tags.get("Lucky", ("", 0))[1], "no lucky numbers here")
        return None
    need("Lucky" in tags, None, "Lucky is missing")
    value, line = tags["Lucky"]
    pairs = [words(part) for part in by_seat(value)]
    need(len(pairs) == seats, line, "wrong number of seats")
    possible = [str(number) for number in range(2, 17)]
    for pair in pairs:
        need(len(pair) == 2 and pair[0] != pair[1], line, "not two different numbers")
        need(all(number in possible for number in pair), line, "not a number from 2 to 16")
    return [[int(number) for number in pair] for pair in pairs]


def read_locked(tags: Tags, variant: Variant) -> list[str]:
    value, line = tags.get("Locked", ("", None))
    letters = words(value)
    need(all(letter in row_letters(variant) for letter in letters), line, "no such row")
    return letters


def read_sheets(tags: Tags, variant: Variant, seats: int) -> list[list[str]] | None:
    if "Sheets" not in tags:
        return None
    value, line = tags["Sheets"]
    sheets = [words(part) for part in by_seat(value)]
    need(len(sheets) == seats, line, "wrong number of seats")
    for sheet in sheets:
        check_sheet(variant, sheet, line)
    on_spaces = [token for sheet in sheets for token in sheet if token[0] == "p" and token != "p0"]
    need(len(set(on_spaces)) == len(on_spaces), line, "two pawns on one space")
    return sheets


def check_sheet(variant: Variant, tokens: list[str], line: int) -> None:
    for token in tokens:
        need(is_sheet_token(variant, token), line, f"malformed or out of range: {token}")
    need(len(set(tokens)) == len(tokens), line, "written twice")
    for letter in "xp":
        need(len([t for t in tokens if t[0] == letter]) <= 1, line, f"two of {letter}")
    for row in variant["rows"]:
        check_row(row, tokens, line)


def is_sheet_token(variant: Variant, token: str) -> bool:
    found = re.fullmatch(f"([a-z])(L|{NUMBER})", token)
    if found is None:
        return False
    letter, rest = found[1], found[2]
    if letter == "x":
        return rest != "L" and small_number(rest) <= MOST_START_MISSES
    if letter == "p":
        return variant["has_board"] and rest != "L" and small_number(rest) <= LAST_START_SPACE
    if letter not in row_letters(variant):
        return False
    return rest == "L" or small_number(rest) in row_numbers(row_named(variant, letter))


def check_row(row: Row, tokens: list[str], line: int) -> None:
    """An end number has its lock, and the lock an end number with enough crosses before it."""
    crossed = [number for number in row_numbers(row) if f"{row['letter']}{number}" in tokens]
    ends = [number for number in crossed if number in end_numbers(row)]
    has_lock = f"{row['letter']}L" in tokens
    need(has_lock or not ends, line, "an end number without its lock")
    enough = [number for number in ends if crossed.index(number) >= row["needed"]]
    need(bool(enough) or not has_lock, line, "a lock without its crosses")


def check_other_tags(tags: Tags, seats: int) -> None:
    """Tags that do not change the game but whose values are defined."""
    patterns = {
        "Dice": "fair|seeded|real",
        "Hints": "on",
        "Commitment": "[0-9a-fA-F]{64}",
        "Seed": "[0-9a-fA-F]{64}",
    }
    for name, pattern in patterns.items():
        if name in tags:
            value, line = tags[name]
            need(re.fullmatch(pattern, value) is not None, line, f"wrong {name}")
    for name, pattern in {"Bots": ".*", "Nonces": "-|[0-9a-fA-F]{32}"}.items():
        if name in tags:
            value, line = tags[name]
            parts = by_seat(value)
            need(len(parts) == seats, line, "wrong number of seats")
            need(all(re.fullmatch(pattern, part) for part in parts), line, f"wrong {name}")
    read_result(tags, seats)


def read_result(tags: Tags, seats: int) -> list[int] | None:
    if "Result" not in tags:
        return None
    value, line = tags["Result"]
    totals = words(value)
    need(len(totals) == seats, line, "wrong number of seats")
    need(all(re.fullmatch(f"-?({NUMBER})", total) for total in totals), line, "not totals")
    return [-small_number(t[1:]) if t.startswith("-") else small_number(t) for t in totals]
