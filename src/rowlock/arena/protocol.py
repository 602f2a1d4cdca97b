"""What a bot that is a program is asked, and what its answers mean (docs/bots.md)."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from rowlock.record import Record, replay_view, visible, write_record
from rowlock.rules import Game, Move, Roll, Row, Variant, parse_move

VERSION = 1
"""A change that would break a program gets a new number."""

LONGEST_QUOTE = 40
"""Answers are quoted up to here: a hostile one can be of any length."""


def question(record: Record, game: Game, seat: int, number: int, legal: Sequence[Move]) -> bytes:
    """The line that asks for a choice among the legal moves: one JSON object, complete in itself.

    Of the record only start, names and turns are told: its other tags could give away the dice to
    come.
    """
    told = Record(record.start, record.names, record.turns)
    asked = {
        "rowlock": VERSION,
        "game": number,
        "seat": seat + 1,
        "legal": [str(move) for move in legal],
        "dice": _dice_view(game),
        **replay_view(record, game),
        "crossed": game.crossed,
        "last_turn": game.last_turn,
        "record": write_record(told),
        "rules": _rules_view(game.variant),
    }
    return msgspec.json.encode(asked) + b"\n"


def read_answer(line: bytes, legal: Sequence[Move]) -> Move:
    """The legal move a line names. Raises ValueError with what is wrong with it."""
    token = line.strip().decode("utf-8", "backslashreplace")
    for move in legal:
        if token == str(move):
            return move
    raise ValueError(f"which is {_fault(token)}; legal were {' '.join(map(str, legal))}")


def quoted(data: bytes) -> str:
    """What a program said, so that it can be shown on any terminal."""
    text = visible(data.strip().decode("utf-8", "backslashreplace")[: LONGEST_QUOTE + 1])
    return f'"{text[:LONGEST_QUOTE]}…"' if len(text) > LONGEST_QUOTE else f'"{text}"'


def _fault(token: str) -> str:
    if not token:
        return "an empty line"
    try:
        parse_move(token)
    except ValueError:
        return "no move"
    return "not legal"


def _dice_view(game: Game) -> dict[str, object]:
    """The dice on the table; a lock in the white action may have taken one away since the roll."""
    assert game.rolled is not None
    roll: Roll = game.rolled
    in_play = game.dice_in_play
    colours = {letter: face for letter, face in roll.colours if letter in in_play}
    return {"white": roll.white, "colours": colours}


@lru_cache(maxsize=64)
def _rules_view(variant: Variant) -> msgspec.Raw:
    """The sheet and the numbers of a game, as JSON that is made once."""
    board = variant.board
    rules = {
        "rows": [_row_view(row) for row in variant.rows],
        "actions": variant.actions,
        "faces": variant.faces,
        "points": variant.points,
        "miss_points": variant.miss_points,
        "misses": variant.misses,
        "locks": variant.locks,
        "path": [f"{letter}{number}" for letter, number in board.path] if board else None,
        "bonus": board.bonus if board else None,
        "reach": board.reach if board else None,
        "finish": board.finish if board else None,
    }
    return msgspec.Raw(msgspec.json.encode(rules))


def _row_view(row: Row) -> dict[str, object]:
    return {
        "letter": row.letter,
        "name": row.name,
        "numbers": [space.number for space in row.spaces],
        "colours": "".join(space.colour for space in row.spaces),
        "ends": row.ends,
        "needs": row.needs,
        "die": row.die,
    }
