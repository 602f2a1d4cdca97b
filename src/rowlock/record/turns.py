"""From a line to the turn it tells."""

from functools import lru_cache
from typing import NamedTuple

from rowlock.record.record import Turn
from rowlock.rules import (
    PASS,
    Advance,
    Cross,
    Move,
    Phase,
    Variant,
    belongs,
    parse_move,
    parse_roll,
)


class Action(NamedTuple):
    """How an action of a turn is written: by how many choices, and the moves of ordinary ones."""

    phase: Phase
    choices: int
    moves: dict[str, Move]


@lru_cache(maxsize=64)
def actions_of(variant: Variant, seats: int) -> tuple[Action, ...]:
    """The actions of a turn, in order."""
    return tuple(
        Action(phase, seats if phase is Phase.WHITE else 1, _ordinary_moves(variant, phase))
        for phase in variant.actions
    )


def read_turn(text: str, variant: Variant, actions: tuple[Action, ...], line: int) -> Turn:
    """The turn a line tells after its number. Raises ValueError where it cannot be read."""
    dice, *texts = text.split("|")
    if len(texts) > len(actions):
        names = ", ".join(variant.actions)
        raise ValueError(
            f"{len(texts)} actions; a turn of {variant.name} has {len(actions)}: {names}"
        )
    choices = [
        _read_action(action_text, action, variant)
        for action, action_text in zip(actions, texts, strict=False)
    ]
    return Turn(parse_roll(dice, variant.dice), tuple(choices), line)


def _read_action(text: str, action: Action, variant: Variant) -> tuple[Move, ...]:
    tokens, ordinary = text.split(), action.moves.get
    if len(tokens) != action.choices:
        raise ValueError(
            f"the {action.phase} action has {len(tokens)} choices, it should have {action.choices}"
        )
    return tuple([ordinary(token) or _read_move(token, action.phase, variant) for token in tokens])


def _ordinary_moves(variant: Variant, phase: Phase) -> dict[str, Move]:
    """The moves that stand in nearly all records, by their tokens: a look-up instead of reading."""
    crosses: list[Move] = [
        Cross(letter, number, lucky) for letter, number in variant.places for lucky in (False, True)
    ]
    reach = variant.board.reach if variant.board else 0
    steps: list[Move] = [Advance(step) for step in range(1, reach + 1)]
    return {str(move): move for move in (PASS, *crosses, *steps) if belongs(move, phase)}


def _read_move(token: str, phase: Phase, variant: Variant) -> Move:
    move = parse_move(token)
    if isinstance(move, Cross) and move.row not in variant.row_index:
        raise ValueError(f"{token[:20]} names no row; rows are {' '.join(variant.row_index)}")
    if not belongs(move, phase):
        raise ValueError(f"{token[:20]} is no move of the {phase} action")
    return move
