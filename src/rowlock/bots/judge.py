"""What bots ask about a move before they choose it."""

from rowlock.rules import Advance, Cross, Game, Move, Place, Sheet, board_place, pawn_landings
from rowlock.rules.row import is_crossed


def crossed_place(game: Game, seat: int, move: Move) -> Place | None:
    """The space that the move crosses; None if it crosses nothing."""
    if isinstance(move, Cross):
        return game.variant.places[move.row, move.number]
    if isinstance(move, Advance):
        place = board_place(game, _landing(game, seat, move))
        bits = game.sheets[seat].rows[place.row]
        return None if is_crossed(bits, place.space) else place
    return None


def steps(move: Move) -> int:
    """How far the move takes the pawn."""
    return move.steps if isinstance(move, Advance) else 0


def passing_misses(game: Game, seat: int) -> bool:
    """Whether a move of the seat that crosses nothing is a miss."""
    last_action = game.phase is game.variant.actions[-1]
    return last_action and seat == game.active and not game.crossed


def sheet_after(game: Game, seat: int, move: Move) -> Sheet:
    """The seat's sheet after its move, with the miss that this may bring."""
    sheet, place = game.sheets[seat], crossed_place(game, seat, move)
    if isinstance(move, Advance):
        sheet = sheet.moved(_landing(game, seat, move))
    if place is not None:
        return sheet.crossed(game.variant, place)
    return sheet.missed() if passing_misses(game, seat) else sheet


def _landing(game: Game, seat: int, move: Advance) -> int:
    return pawn_landings(game, seat)[move.steps - 1]
