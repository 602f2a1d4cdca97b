"""Random whole games, written as records, and records cut short."""

from random import Random

from reference.moves_twin import PASS, read_cross
from reference.rules_twin import act, dice_in_play, legal, new_game, roll, totals
from reference.sheets_twin import (
    BOARDS,
    LUCKY_PAIRS,
    VARIANTS,
    Row,
    Variant,
    end_numbers,
    row_letters,
    row_named,
    row_numbers,
)
from reference.state_twin import Die, Game, rightmost_place, sheet_of
from reference.tags_twin import LAST_START_SPACE, MOST_START_MISSES, PATH_SPACES

NAMES = ["Petr", "Ema", "Katka", "Martin", "Ελένη", "Олена", "Łukasz", "Anna Marie", "P1"]
LONGEST_CAREFUL_SKIP = 2


def random_game(
    rng: Random,
    variant: str,
    seats: int,
    *,
    eager: float | None = None,
    careful: float | None = None,
    middle: bool | None = None,
) -> str:
    """The record of a whole game.

    `eager` is how often a player who may do something does it rather than pass, `careful` how
    often the choice aims at locks and the finish; eager and careful players reach them, others
    collect misses. `middle` starts the game in the middle. What is None is drawn.
    """
    eager = rng.choice([0.3, 0.8, 0.97, 1.0]) if eager is None else eager
    careful = rng.choice([0.0, 0.7, 0.95, 1.0]) if careful is None else careful
    middle = rng.random() < 0.3 if middle is None else middle
    game, tags = random_start(rng, VARIANTS[variant], seats, middle)
    turns: list[str] = []
    while game["phase"] != "over":
        turns.append(play_turn(rng, game, len(turns) + 1, eager, careful))
    if rng.random() < 0.5:
        tags.append(tag("Result", " ".join(str(total) for total in totals(game))))
    return "\n".join([*tags, "", *turns]) + "\n"


def tag(name: str, value: str) -> str:
    return f'[{name} "{value}"]'


def random_start(rng: Random, variant: Variant, seats: int, middle: bool) -> tuple[Game, list[str]]:
    names = [rng.choice(NAMES) for _ in range(seats)]
    first = rng.randint(1, seats)
    tags = [tag("Variant", variant["name"]), tag("Players", "; ".join(names))]
    if first > 1 or rng.random() < 0.2:
        tags.append(tag("First", str(first)))
    path = random_path(rng, variant, tags) if variant["has_board"] else None
    lucky = random_lucky(rng, seats, tags) if variant["has_lucky"] else None
    sheets = None
    locked: list[str] = []
    if middle:
        closed = rng.choice([None, *row_letters(variant)])
        sheets = random_sheets(rng, variant, seats, closed)
        tags.append(tag("Sheets", "; ".join(" ".join(sheet) for sheet in sheets)))
        if closed is not None and (rng.random() < 0.5 or not has_lock(sheets, closed)):
            locked = [closed]
            tags.append(tag("Locked", closed))
    game = new_game(
        variant["name"], names, first, path=path, lucky=lucky, sheets=sheets, locked=locked
    )
    return game, tags


def random_path(rng: Random, variant: Variant, tags: list[str]) -> list[str]:
    kind = rng.choice(["default", "A", "B", "path"])
    if kind == "default":
        return BOARDS["A"]
    if kind != "path":
        tags.append(tag("Board", kind))
        return BOARDS[kind]
    rows = variant["rows"]
    spaces = [f"{row['letter']}{number}" for row in rows for number in row_numbers(row)]
    path = rng.sample(spaces, PATH_SPACES)
    tags.append(tag("Path", " ".join(path)))
    return path


def random_lucky(rng: Random, seats: int, tags: list[str]) -> list[list[int]]:
    if rng.random() < 0.7:
        pairs = rng.sample(LUCKY_PAIRS, seats)
    else:
        pairs = [rng.sample(range(2, 17), 2) for _ in range(seats)]
    tags.append(tag("Lucky", "; ".join(f"{one} {other}" for one, other in pairs)))
    return pairs


def random_sheets(rng: Random, variant: Variant, seats: int, closed: str | None) -> list[list[str]]:
    pawns = rng.sample(range(1, LAST_START_SPACE + 1), seats)
    sheets = []
    for seat in range(seats):
        tokens = [
            token
            for row in variant["rows"]
            for token in random_row(rng, row, row["letter"] == closed)
        ]
        misses = rng.choice([0, 0, 0, 1, 2, MOST_START_MISSES])
        tokens += [f"x{misses}"] if misses else []
        if variant["has_board"] and rng.random() < 0.8:
            tokens.append(f"p{pawns[seat]}")
        rng.shuffle(tokens)
        sheets.append(tokens)
    return sheets


def random_row(rng: Random, row: Row, may_lock: bool) -> list[str]:
    numbers = [number for number in row_numbers(row) if number not in end_numbers(row)]
    reached = numbers[: rng.randint(0, len(numbers))]
    density = rng.random()
    crossed = [number for number in reached if rng.random() < density]
    tokens = [f"{row['letter']}{number}" for number in crossed]
    if may_lock and len(crossed) >= row["needed"] and rng.random() < 0.7:
        tokens += [f"{row['letter']}{rng.choice(end_numbers(row))}", f"{row['letter']}L"]
    return tokens


def has_lock(sheets: list[list[str]], letter: str) -> bool:
    return any(f"{letter}L" in sheet for sheet in sheets)


def random_roll(rng: Random, game: Game) -> list[Die]:
    return [(letter, rng.randint(1, game["variant"]["faces"])) for letter in dice_in_play(game)]


def dice_text(dice: list[Die]) -> str:
    white = "".join(str(face) for letter, face in dice if letter == "w")
    return " ".join([f"w{white}"] + [f"{letter}{face}" for letter, face in dice if letter != "w"])


def play_turn(rng: Random, game: Game, number: int, eager: float, careful: float) -> str:
    dice = random_roll(rng, game)
    roll(game, dice)
    parts = [dice_text(dice)]
    while game["phase"] not in ("roll", "over"):
        tokens = [
            random_choice(rng, game, seat, tokens, eager=eager, careful=careful)
            for seat, tokens in legal(game).items()
        ]
        act(game, tokens)
        parts.append(" ".join(tokens))
    return f"{number}. " + " | ".join(parts)


def random_choice(
    rng: Random, game: Game, seat: int, tokens: list[str], *, eager: float, careful: float
) -> str:
    moves = [token for token in tokens if token != PASS]
    if not moves or rng.random() >= eager:
        return PASS
    if rng.random() >= careful:
        return rng.choice(moves)
    if game["phase"] == "pawn":
        return moves[-1]
    return careful_choice(game, seat, moves)


def careful_choice(game: Game, seat: int, moves: list[str]) -> str:
    """A lock if there is one, else what skips least; a long skip only instead of a miss."""
    locking = [token for token in moves if locks(game, token)]
    best = min(locking or moves, key=lambda token: skipped(game, seat, token))
    last_chance = game["phase"] == "colour" and not game["active_crossed"]
    if locking or last_chance or skipped(game, seat, best) <= LONGEST_CAREFUL_SKIP:
        return best
    return PASS


def locks(game: Game, token: str) -> bool:
    letter, number, _ = read_cross(token)
    return number in end_numbers(row_named(game["variant"], letter))


def skipped(game: Game, seat: int, token: str) -> int:
    """How many spaces the cross would leave behind."""
    letter, number, _ = read_cross(token)
    row = row_named(game["variant"], letter)
    crossed = sheet_of(game, seat)["crossed"][letter]
    return row_numbers(row).index(number) - rightmost_place(row, crossed) - 1


def stopped(rng: Random, text: str) -> str:
    """The record cut after the dice, after an action or after a turn, before its end."""
    lines = [line for line in text.split("\n") if line and not line.startswith("[Result ")]
    tags = [line for line in lines if line.startswith("[")]
    turns = [line.split(" | ") for line in lines if not line.startswith("[")]
    points = [
        (whole_turns, parts)
        for whole_turns, turn in enumerate(turns)
        for parts in range(1, len(turn) + 1)
    ]
    # The last point would leave the whole game.
    whole_turns, parts = rng.choice(points[:-1])
    kept = [*turns[:whole_turns], turns[whole_turns][:parts]]
    return "\n".join([*tags, "", *[" | ".join(turn) for turn in kept]]) + "\n"
