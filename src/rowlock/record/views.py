"""What `replay` and `moves` answer, as JSON objects."""

from rowlock.record.errors import RecordError
from rowlock.record.record import Record
from rowlock.rules import Game, Sheet, Variant, legal_moves, points, winners
from rowlock.rules.row import numbers

Json = dict[str, object]


def replay_view(record: Record, game: Game) -> Json:
    """The position at the end of a record."""
    won = winners(game)
    return {
        "variant": game.variant.name,
        "turn": game.turn,
        "phase": game.phase,
        "active": game.active + 1,
        "over": game.over,
        "reason": game.reason,
        "locked": _row_names(game.variant, game.locked),
        "sheets": [
            _sheet_view(game.variant, name, sheet)
            for name, sheet in zip(record.names, game.sheets, strict=True)
        ],
        "winners": None if won is None else [seat + 1 for seat in won],
    }


def moves_view(game: Game) -> Json:
    """Who may do what in a position."""
    seats = {str(seat + 1): [str(move) for move in legal_moves(game, seat)] for seat in game.acting}
    return {"phase": game.phase, "seats": seats}


def error_view(error: RecordError) -> Json:
    """What is wrong with a record."""
    return {
        "error": {
            "code": error.code,
            "line": error.line,
            "turn": error.turn,
            "seat": error.seat,
            "move": error.move,
            "message": error.message,
        }
    }


def _sheet_view(variant: Variant, name: str, sheet: Sheet) -> Json:
    rows = zip(variant.rows, sheet.rows, strict=True)
    worth = points(variant, sheet)
    row_points = zip(variant.rows, worth.rows, strict=True)
    return {
        "name": name,
        **{row.name: numbers(row, bits) for row, bits in rows},
        "locks": _row_names(variant, sheet.locks(variant)),
        "misses": sheet.misses,
        "pawn": sheet.pawn,
        "lucky": sheet.lucky,
        "points": {
            **{row.name: value for row, value in row_points},
            "misses": worth.misses,
            "bonus": worth.bonus,
        },
        "total": worth.total,
    }


def _row_names(variant: Variant, rows: int) -> list[str]:
    return [row.name for row in variant.rows_in(rows)]
