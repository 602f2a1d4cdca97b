"""Perfect solo play by plain recursion over every roll: slow, obvious, nothing of Rowlock in it.

A game is a dictionary: `rows`, each with `spaces` (pairs of colour and number), `ends`, `needs` and
`die`; `dice`, `faces`, `points`, `miss_points`, `misses`, `locks`, `lucky` (a pair or None) and
`seats`. A row is the tuple of the indexes crossed, or the word "locked".
"""

from functools import cache
from itertools import product
from typing import Any

Row = tuple[int, ...] | str
Position = tuple[Row, ...]


def solve(game: dict[str, Any]) -> list[float]:
    """The expected final score when it is the owner's turn first, then when 1, 2, … other seats
    come before."""
    seats = game["seats"]
    start: Position = tuple(() for _ in game["rows"])

    @cache
    def value(position: Position, misses: int, waiting: int) -> float:
        """What is still to come; `waiting` seats roll before the owner's next turn."""
        if ended(game, position):
            return 0.0
        total = 0.0
        rolls = list(product(range(1, game["faces"] + 1), repeat=2 + len(game["dice"])))
        for roll in rolls:
            total += best(position, misses, waiting, roll)
        return total / len(rolls)

    def best(position: Position, misses: int, waiting: int, roll: tuple[int, ...]) -> float:
        white = roll[0] + roll[1]
        values = []
        for after_white, gained in white_choices(game, position, white):
            if ended(game, after_white):
                values.append(gained)
            elif waiting > 0:
                values.append(gained + value(after_white, misses, waiting - 1))
            else:
                crossed = after_white != position
                for after, more in colour_choices(game, after_white, roll):
                    if ended(game, after):
                        values.append(gained + more)
                    elif crossed or after != after_white:
                        values.append(gained + more + value(after, misses, seats - 1))
                    elif misses + 1 >= game["misses"]:
                        values.append(game["miss_points"])
                    else:
                        values.append(game["miss_points"] + value(after, misses + 1, seats - 1))
        return max(values)

    return [value(start, 0, waiting) for waiting in range(seats)]


def ended(game: dict[str, Any], position: Position) -> bool:
    return bool(sum(1 for row in position if row == "locked") >= game["locks"])


def crossable(game: dict[str, Any], position: Position, row: int, space: int) -> bool:
    crossed = position[row]
    if isinstance(crossed, str):
        return False
    if crossed and space <= max(crossed):
        return False
    about = game["rows"][row]
    is_end = space >= len(about["spaces"]) - about["ends"]
    return not is_end or len(crossed) >= about["needs"]


def cross(game: dict[str, Any], position: Position, row: int, space: int) -> tuple[Position, float]:
    """The position after a cross, and its points."""
    crossed = position[row]
    assert not isinstance(crossed, str)
    about = game["rows"][row]
    is_end = space >= len(about["spaces"]) - about["ends"]
    before = len(crossed)
    after = before + 2 if is_end else before + 1
    new: Row = "locked" if is_end else (*crossed, space)
    rows = list(position)
    rows[row] = new
    return tuple(rows), game["points"][after] - game["points"][before]


def white_choices(
    game: dict[str, Any], position: Position, white: int
) -> list[tuple[Position, float]]:
    choices = [(position, 0.0)]
    for row, about in enumerate(game["rows"]):
        for space, (_, number) in enumerate(about["spaces"]):
            if number == white and crossable(game, position, row, space):
                choices.append(cross(game, position, row, space))
    if game["lucky"] and white in game["lucky"]:
        made = [len(row) for row in position if not isinstance(row, str)]
        for row, crossed in enumerate(position):
            if isinstance(crossed, str) or len(crossed) != min(made):
                continue
            space = max(crossed) + 1 if crossed else 0
            length = len(game["rows"][row]["spaces"])
            if space < length and crossable(game, position, row, space):
                choices.append(cross(game, position, row, space))
    return choices


def colour_choices(
    game: dict[str, Any], position: Position, roll: tuple[int, ...]
) -> list[tuple[Position, float]]:
    out = {
        about["die"] for row, about in zip(position, game["rows"], strict=True) if row == "locked"
    }
    choices = [(position, 0.0)]
    for die, face in zip(game["dice"], roll[2:], strict=True):
        if die in out:
            continue
        for white in roll[:2]:
            for row, about in enumerate(game["rows"]):
                for space, (colour, number) in enumerate(about["spaces"]):
                    if colour == die and number == white + face:
                        if crossable(game, position, row, space):
                            choices.append(cross(game, position, row, space))
    return choices
