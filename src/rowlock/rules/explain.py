"""A refusal in words: what was wrong, and what would be right.

`facts` holds what a sentence may speak of, so that other languages can say it their way.
"""

from typing import TYPE_CHECKING

from rowlock.rules.errors import Code
from rowlock.rules.legal import legal_moves
from rowlock.rules.move import Advance, Cross, Move
from rowlock.rules.offers import board_place, fewest_rows, pawn_landings
from rowlock.rules.row import crosses, next_space
from rowlock.rules.variant import Board, Phase

if TYPE_CHECKING:
    from rowlock.rules.game import Game
    from rowlock.rules.roll import Roll

Facts = dict[str, str | int]

DUE = {
    Phase.ROLL: "the dice",
    Phase.WHITE: "the white action",
    Phase.COLOUR: "the colour action",
    Phase.PAWN: "the pawn action",
    Phase.OVER: "nothing any more",
}

SENTENCES = {
    Code.GAME_OVER: "the game is over",
    Code.NOT_NOW: "this is not due: the game waits for {due}",
    Code.WRONG_DICE: "the dice in play are {dice}, each once, with faces 1 to {faces} (two for w)",
    Code.ROW_LOCKED: "{row} is locked",
    Code.WRONG_NUMBER: "the dice do not give {number} in {row}",
    Code.BEHIND: "{number} is not to the right of the last cross in {row}",
    Code.NEEDS_CROSSES: "{number} needs {needs} crosses before it in {row}, there are {has}",
    Code.NOT_LUCKY: "this is not the white action with one of the lucky numbers {lucky}",
    Code.NOT_FEWEST: "{row} is not among the rows with the fewest crosses: {fewest}",
    Code.NOT_NEXT: "the next space in {row} is {next}",
    Code.PAWN_RANGE: "a pawn advances 1 to {reach} free spaces, here at most {ahead}",
    Code.PAWN_NOT_CROSSABLE: "{landing} on the board is neither crossed nor can it be crossed",
}


def explain(code: Code, game: "Game", seat: int, move: Move) -> str:
    """Why the seat may not make this move, and what it may do."""
    sentence = _sentence(code, facts(game, seat, move))
    allowed = " ".join(map(str, legal_moves(game, seat)))
    return f"{move}: {sentence}" + (f" (allowed: {allowed})" if allowed else "")


def explain_roll(code: Code, game: "Game", roll: "Roll") -> str:
    """Why these dice cannot have been rolled now."""
    # A hostile record can hold a roll of any length.
    return f"{str(roll)[:60]}: {_sentence(code, _game_facts(game))}"


def facts(game: "Game", seat: int, move: Move) -> Facts:
    """The facts a sentence about this refusal may use."""
    lucky = game.sheets[seat].lucky
    shared = _game_facts(game) | {
        "lucky": " and ".join(map(str, lucky)) if lucky else "(there are none)",
        "fewest": ", ".join(game.variant.rows[row].name for row in fewest_rows(game, seat)),
    }
    if isinstance(move, Cross):
        return shared | _row_facts(game, seat, move)
    if isinstance(move, Advance) and game.variant.board and game.phase is Phase.PAWN:
        return shared | _pawn_facts(game, seat, game.variant.board, move.steps)
    return shared


def _sentence(code: Code, known: Facts) -> str:
    return SENTENCES[code].format_map({**known, "due": DUE[Phase(str(known["phase"]))]})


def _game_facts(game: "Game") -> Facts:
    return {
        "phase": game.phase,
        "dice": " ".join(("w", *game.dice_in_play)),
        "faces": game.variant.faces,
    }


def _row_facts(game: "Game", seat: int, move: Cross) -> Facts:
    index = game.variant.row_index.get(move.row)
    if index is None:
        return {"row": f"{move.row!r}, which is no row", "number": move.number}
    row, bits = game.variant.rows[index], game.sheets[seat].rows[index]
    coming = row.spaces[next_space(bits) :][:1]
    return {
        "row": row.name,
        "number": move.number,
        "needs": row.needs,
        "has": crosses(bits),
        "next": coming[0].number if coming else "none",
    }


def _pawn_facts(game: "Game", seat: int, board: Board, steps: int) -> Facts:
    landings = pawn_landings(game, seat)
    known: Facts = {"reach": board.reach, "ahead": len(landings)}
    if 1 <= steps <= len(landings):
        place = board_place(game, landings[steps - 1])
        row = game.variant.rows[place.row]
        known["landing"] = f"{row.name} {row.spaces[place.space].number}"
    return known
