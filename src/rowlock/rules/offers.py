"""What the dice, the lucky numbers and the pawn offer a seat, before its sheet is asked.

Sets of spaces are held as bits, row by row, like the rows themselves.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from rowlock.rules.move import Advance, Cross, Move
from rowlock.rules.row import crosses, is_crossed, next_space
from rowlock.rules.variant import Phase, Place

if TYPE_CHECKING:
    from rowlock.rules.game import Game


def offered_spaces(game: "Game", seat: int) -> tuple[int, ...]:
    """The spaces that the action due offers the seat."""
    if game.phase is Phase.WHITE:
        return _white_spaces(game)
    if game.phase is Phase.COLOUR:
        return _colour_spaces(game)
    if game.phase is Phase.PAWN:
        return _pawn_spaces(game, seat)
    return game.variant.no_spaces


def _white_spaces(game: "Game") -> tuple[int, ...]:
    assert game.rolled
    variant = game.variant
    return variant.spaces_by_number.get(game.rolled.white_sum, variant.no_spaces)


@lru_cache(maxsize=256)
def _colour_spaces(game: "Game") -> tuple[int, ...]:
    assert game.rolled
    offered, in_play = list(game.variant.no_spaces), game.dice_in_play
    for letter, face in game.rolled.colours:
        # A die may have left since the roll, with a row locked in the white action.
        if letter in in_play:
            find = game.variant.spaces_by_colour[letter].get
            for white in game.rolled.white:
                for row, bit in find(white + face, ()):
                    offered[row] |= bit
    return tuple(offered)


def _pawn_spaces(game: "Game", seat: int) -> tuple[int, ...]:
    offered = list(game.variant.no_spaces)
    for position in pawn_landings(game, seat):
        row, space = board_place(game, position)
        offered[row] |= 1 << space
    return tuple(offered)


def pawn_landings(game: "Game", seat: int) -> list[int]:
    """Where the seat's pawn lands by one, two, … free spaces: other pawns are stepped over, and
    the list ends with the pawn's reach or with the path."""
    board, pawn = game.variant.board, game.sheets[seat].pawn
    assert board is not None
    assert pawn is not None
    others = {sheet.pawn for index, sheet in enumerate(game.sheets) if index != seat}
    free = (space for space in range(pawn + 1, len(board.path) + 1) if space not in others)
    return [space for _, space in zip(range(board.reach), free, strict=False)]


def board_place(game: "Game", position: int) -> Place:
    """The space of the sheet that a space of the board (counted from 1) names."""
    assert game.variant.board
    return game.variant.places[game.variant.board.path[position - 1]]


def landing(game: "Game", seat: int, move: Advance) -> int:
    """Where a legal move takes the seat's pawn."""
    return pawn_landings(game, seat)[move.steps - 1]


def crossed_place(game: "Game", seat: int, move: Move) -> Place | None:
    """Where a legal move puts a cross; None if it puts none."""
    if isinstance(move, Cross):
        return game.variant.places[move.row, move.number]
    if isinstance(move, Advance):
        place = board_place(game, landing(game, seat, move))
        bits = game.sheets[seat].rows[place.row]
        return None if is_crossed(bits, place.space) else place
    return None


def is_lucky(game: "Game", seat: int) -> bool:
    """Whether the white action is due and its sum is one of the seat's lucky numbers."""
    lucky = game.sheets[seat].lucky
    if lucky is None or game.phase is not Phase.WHITE or game.rolled is None:
        return False
    return game.rolled.white_sum in lucky


def fewest_rows(game: "Game", seat: int) -> list[int]:
    """Of the rows still open, those in which the seat has the fewest crosses."""
    rows = game.sheets[seat].rows
    unlocked = [index for index in range(len(rows)) if not game.is_locked(index)]
    fewest = min((crosses(rows[index]) for index in unlocked), default=0)
    return [index for index in unlocked if crosses(rows[index]) == fewest]


def lucky_places(game: "Game", seat: int) -> list[Place]:
    """The next spaces of the rows a lucky number may use, whether or not they need crosses."""
    if not is_lucky(game, seat):
        return []
    rows = game.sheets[seat].rows
    return [Place(index, next_space(rows[index])) for index in fewest_rows(game, seat)]
