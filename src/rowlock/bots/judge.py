"""What bots ask about a move before they choose it."""

from rowlock.rules import Advance, Game, Move, Sheet, crossed_place, landing


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
        sheet = sheet.moved(landing(game, seat, move))
    if place is not None:
        return sheet.crossed(game.variant, place)
    return sheet.missed() if passing_misses(game, seat) else sheet
