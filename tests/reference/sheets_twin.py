"""The games as plain data: rows of spaces, dice, seats, boards, lucky pairs."""

from typing import TypedDict

# A space is (colour, number); a row lists its spaces from left to right.
Space = tuple[str, int]


class Row(TypedDict):
    letter: str
    name: str
    spaces: list[Space]
    numbers: list[int]  # of the spaces
    end_spaces: int  # how many of the last spaces lock the row
    needed: int  # crosses needed in the row before an end space may be crossed


class Variant(TypedDict):
    name: str
    faces: int
    most_seats: int
    rows: list[Row]
    has_board: bool
    has_lucky: bool


DIE_ORDER = ["r", "y", "g", "b"]
COLOUR_NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}

LUCKY_PAIRS = [[4, 9], [5, 8], [6, 11], [7, 12], [10, 13]]

BOARDS = {
    "A": (
        "y2 r3 g12 b12 g10 b10 r2 y4 r4 g11 y5 b9 y6 r5 g9 b8 y7 b6 r6 g7 "
        "r7 g6 b7 y8 b5 y9 r9 g8 y10 b4 g5 r8 g4 b2 r10 y11 r12 b3 g2 y12"
    ).split(),
    "B": (
        "r4 y2 g10 b12 r7 b10 y4 g12 r2 g9 b11 y6 g8 b8 y3 r10 b5 r5 g4 y5 "
        "r6 y7 b9 g6 r8 y9 b7 g7 y10 b6 g2 r11 g5 b2 r9 y8 r12 g3 y12 b4"
    ).split(),
}

MIXX_B_NUMBERS = {
    "r": [10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11],
    "y": [9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10],
    "g": [8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3],
    "b": [5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4],
}

# Runs of one colour: colour, first number, last number.
MIXX_A_RUNS = {
    "a": [("y", 2, 4), ("b", 5, 7), ("g", 8, 10), ("r", 11, 12)],
    "b": [("r", 2, 3), ("g", 4, 7), ("b", 8, 9), ("y", 10, 12)],
    "c": [("b", 12, 10), ("y", 9, 7), ("r", 6, 4), ("g", 3, 2)],
    "d": [("g", 12, 11), ("r", 10, 7), ("y", 6, 5), ("b", 4, 2)],
}


def numbers_from(first: int, last: int) -> list[int]:
    if first <= last:
        return list(range(first, last + 1))
    return list(range(first, last - 1, -1))


def one_colour_row(colour: str, numbers: list[int], end_spaces: int, needed: int) -> Row:
    return {
        "letter": colour,
        "name": COLOUR_NAMES[colour],
        "spaces": [(colour, number) for number in numbers],
        "numbers": numbers,
        "end_spaces": end_spaces,
        "needed": needed,
    }


def plain_rows(highest: int, end_spaces: int, needed: int) -> list[Row]:
    """Red and yellow run up from 2, green and blue run down to 2."""
    up = numbers_from(2, highest)
    down = numbers_from(highest, 2)
    numbers = {"r": up, "y": up, "g": down, "b": down}
    return [one_colour_row(colour, numbers[colour], end_spaces, needed) for colour in DIE_ORDER]


def mixx_a_row(letter: str) -> Row:
    spaces: list[Space] = []
    for colour, first, last in MIXX_A_RUNS[letter]:
        spaces += [(colour, number) for number in numbers_from(first, last)]
    numbers = [number for _, number in spaces]
    return {
        "letter": letter,
        "name": letter,
        "spaces": spaces,
        "numbers": numbers,
        "end_spaces": 1,
        "needed": 5,
    }


def variant(
    name: str,
    rows: list[Row],
    *,
    faces: int = 6,
    most_seats: int = 5,
    has_board: bool = False,
    has_lucky: bool = False,
) -> Variant:
    return {
        "name": name,
        "faces": faces,
        "most_seats": most_seats,
        "rows": rows,
        "has_board": has_board,
        "has_lucky": has_lucky,
    }


ORIGINAL = variant("original", plain_rows(12, 1, 5))
ON_BOARD = variant("on-board", plain_rows(12, 1, 5), most_seats=4, has_board=True)
LONGO = variant("longo", plain_rows(16, 2, 6), faces=8, has_lucky=True)
MIXX_A = variant("mixx-a", [mixx_a_row(letter) for letter in "abcd"])
MIXX_B = variant(
    "mixx-b", [one_colour_row(colour, MIXX_B_NUMBERS[colour], 1, 5) for colour in DIE_ORDER]
)

VARIANTS = {v["name"]: v for v in (ORIGINAL, ON_BOARD, LONGO, MIXX_A, MIXX_B)}


def row_letters(variant: Variant) -> list[str]:
    return [row["letter"] for row in variant["rows"]]


def row_named(variant: Variant, letter: str) -> Row:
    for row in variant["rows"]:
        if row["letter"] == letter:
            return row
    raise ValueError(f"{variant['name']} has no row {letter}")


def row_numbers(row: Row) -> list[int]:
    return row["numbers"]


def end_numbers(row: Row) -> list[int]:
    return row_numbers(row)[-row["end_spaces"] :]
