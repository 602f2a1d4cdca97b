"""The rules against their slow twin: random games, step by step."""

from random import Random
from typing import Any

import pytest

from reference import play_twin, rules_twin
from reference.sheets_twin import VARIANTS as TWIN_VARIANTS
from reference.state_twin import Game as TwinGame
from rowlock.record import Record, moves_view, read_record, replay_view
from rowlock.rules import VARIANTS, Game, legal_moves, parse_move, parse_roll, refusal
from rowlock.rules.row import has_lock, numbers
from shares import quickest_of

SHEETS_A_TABLE = 110
SHEETS_A_SOAK = 4_000
"""Every table fills as many sheets: with more seats a game has more choices, so fewer games do."""

TABLES = [
    (name, seats) for name, variant in VARIANTS.items() for seats in range(1, variant.seats + 1)
]


IN_TEST = [one for one in TABLES if one[1] == 2 or one[0] == "original"]
IN_TEST.append(("on-board", VARIANTS["on-board"].seats))
"""Every game, the original with any number of seats, and a board that is full of pawns; the long
tests play at all tables."""


@pytest.mark.parametrize(("name", "seats"), quickest_of(IN_TEST, ("on-board", 2)))
def test_twin_agrees(name: str, seats: int) -> None:
    play_many(Random(f"{name} {seats}"), name, seats, SHEETS_A_TABLE // seats)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_twin_agrees_for_long(name: str, seats: int) -> None:
    play_many(Random(f"soak {name} {seats}"), name, seats, SHEETS_A_SOAK // seats)


def play_many(rng: Random, name: str, seats: int, games: int) -> None:
    reasons = {play_both(rng, name, seats) for _ in range(games)}
    wanted = {"locks", "misses", "finish"} if VARIANTS[name].board else {"locks", "misses"}
    assert reasons == wanted, "the games end in every way"


def play_both(rng: Random, name: str, seats: int) -> str:
    """One game by both, compared after every step; why it ended."""
    twin, tags = play_twin.random_start(rng, TWIN_VARIANTS[name], seats, rng.random() < 0.3)
    record = read_record("\n".join(tags))
    game = record.start
    eager, careful = rng.choice([0.5, 0.9, 1.0]), rng.choice([0.0, 0.8, 1.0])
    compare(game, twin)
    while not game.over:
        dice = play_twin.random_roll(rng, twin)
        rules_twin.roll(twin, dice)
        game = game.roll(parse_roll(play_twin.dice_text(dice), game.variant.dice))
        while game.acting:
            legal = rules_twin.legal(twin)
            compare_moves(rng, game, twin, legal)
            tokens = [
                play_twin.random_choice(rng, twin, seat, moves, eager=eager, careful=careful)
                for seat, moves in legal.items()
            ]
            rules_twin.act(twin, tokens)
            game = game.act([parse_move(token) for token in tokens])
            compare(game, twin)
    compare_views(record, game, twin)
    return str(game.reason)


def compare(game: Game, twin: TwinGame) -> None:
    assert position_of(game) == position_of_twin(twin)


def compare_moves(rng: Random, game: Game, twin: TwinGame, legal: dict[int, list[str]]) -> None:
    ours = {seat + 1: [str(move) for move in legal_moves(game, seat)] for seat in game.acting}
    assert ours == legal
    seat = rng.choice(list(legal))
    token = random_token(rng, game)
    assert refusal(game, seat - 1, parse_move(token)) == rules_twin.refuse(twin, seat, token)


def random_token(rng: Random, game: Game) -> str:
    if game.phase == "pawn":
        return f"+{rng.randint(0, 7)}"
    row = rng.choice(game.variant.rows)
    return f"{row.letter}{rng.randint(0, 17)}{rng.choice(['', '', '*'])}"


def compare_views(record: Record, game: Game, twin: TwinGame) -> None:
    ours: dict[str, Any] = replay_view(record, game)
    for sheet in ours["sheets"]:
        sheet["lucky"] = list(sheet["lucky"]) if sheet["lucky"] else None
    assert ours == rules_twin.replay_view(twin)
    assert moves_view(game) == rules_twin.moves_view(twin)


def position_of(game: Game) -> list[object]:
    variant = game.variant
    sheets = []
    for sheet in game.sheets:
        pairs = list(zip(variant.rows, sheet.rows, strict=True))
        crossed = {row.letter: set(numbers(row, bits)) for row, bits in pairs}
        locks = {row.letter for row, bits in pairs if has_lock(row, bits)}
        sheets.append((crossed, locks, sheet.misses, sheet.pawn))
    locked = {row.letter for index, row in enumerate(variant.rows) if game.is_locked(index)}
    return [game.turn, game.active + 1, game.phase, game.reason, locked, sheets]


def position_of_twin(twin: TwinGame) -> list[object]:
    sheets = [
        (sheet["crossed"], sheet["locks"], sheet["misses"], sheet["pawn"])
        for sheet in twin["sheets"]
    ]
    known = twin["turn"], twin["active"], twin["phase"], twin["reason"], twin["locked"]
    return [*known, sheets]
