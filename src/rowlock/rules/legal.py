"""What a seat may do now, and why it may not do the rest."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rowlock.rules.errors import Code
from rowlock.rules.move import PASS, Advance, Cross, Move
from rowlock.rules.offers import (
    board_place,
    fewest_rows,
    is_lucky,
    lucky_places,
    offered_spaces,
    pawn_landings,
)
from rowlock.rules.row import is_behind, is_crossed, lacks_crosses, next_space, open_spaces
from rowlock.rules.variant import Phase, Place, Variant

if TYPE_CHECKING:
    from rowlock.rules.game import Game


MOST_KNOWN = 1 << 11
"""The crosses of so many rows are remembered, which come again and again."""


def legal_moves(game: "Game", seat: int) -> list[Move]:
    """The moves the seat may choose from: row by row, from left to right, a plain cross before a
    lucky one on the same space; pawn moves by length; passing last. Empty when it is not to act.
    """
    if seat not in game.acting:
        return []
    if game.phase is Phase.PAWN:
        return [*_pawn_moves(game, seat), PASS]
    return [*_cross_moves(game, seat), PASS]


def refusal(game: "Game", seat: int, move: Move) -> Code | None:
    """Why the seat may not make this move now; None if it may."""
    codes = refusals(game, seat, move)
    return codes[0] if codes else None


def refusals(game: "Game", seat: int, move: Move) -> list[Code]:
    """Every reason why the seat may not make this move now, in the order of the contract."""
    return _waiting(game, seat) or objections(game, seat, move)


def objections(game: "Game", seat: int, move: Move) -> list[Code]:
    """What speaks against this move of a seat that is to act; nothing ever against passing."""
    if not belongs(move, game.phase):
        return [Code.NOT_NOW]
    if isinstance(move, Cross):
        return _cross_refusals(game, seat, move)
    return _advance_refusals(game, seat, move) if isinstance(move, Advance) else []


def closed_spaces(game: "Game", seat: int) -> dict[Cross, tuple[Code, ...]]:
    """Every space of the seat's sheet that cannot be crossed now, with all the reasons why.

    Lasting reasons are there at any time, also while another seat acts. A space that a lucky
    number or the pawn could cross now is not closed.
    """
    lucky = _lucky_crosses(game, seat)
    waiting = _waiting(game, seat)
    offered = None if waiting else offered_spaces(game, seat)
    closed: dict[Cross, tuple[Code, ...]] = {}
    for (letter, number), place in game.variant.places.items():
        cross = Cross(letter, number)
        codes = (*waiting, *_plain_refusals(game, seat, cross, offered))
        if codes and place not in lucky:
            closed[cross] = codes
    return closed


def can_cross(game: "Game", seat: int, place: Place) -> bool:
    """Whether the seat's sheet and the locks allow a cross there, whatever the dice say."""
    bits = game.sheets[seat].rows[place.row]
    return not game.is_locked(place.row) and is_crossed(
        open_spaces(game.variant.rows[place.row], bits), place.space
    )


def belongs(move: Move, phase: Phase) -> bool:
    """Whether this is a kind of move that the action has."""
    if isinstance(move, Cross):
        return phase is not Phase.PAWN
    return phase is Phase.PAWN or not isinstance(move, Advance)


def _waiting(game: "Game", seat: int) -> list[Code]:
    if game.phase is Phase.OVER:
        return [Code.GAME_OVER]
    return [] if seat in game.acting else [Code.NOT_NOW]


def _lacks_crosses(game: "Game", seat: int, place: Place) -> bool:
    row = game.variant.rows[place.row]
    return lacks_crosses(row, game.sheets[seat].rows[place.row], place.space)


def _cross_refusals(game: "Game", seat: int, move: Cross) -> list[Code]:
    if move.row not in game.variant.row_index:
        return [Code.WRONG_NUMBER]
    if move.lucky:
        return _lucky_refusals(game, seat, move)
    return _plain_refusals(game, seat, move, offered_spaces(game, seat))


def _plain_refusals(
    game: "Game", seat: int, move: Cross, offered: tuple[int, ...] | None
) -> list[Code]:
    """Why a space cannot be crossed; `offered` is None while nothing is offered to the seat."""
    row = game.variant.row_index[move.row]
    place = game.variant.places.get((move.row, move.number))
    codes = [Code.ROW_LOCKED] if game.is_locked(row) else []
    if place is None:
        return [*codes, Code.WRONG_NUMBER]
    if offered is not None and not is_crossed(offered[row], place.space):
        codes.append(Code.WRONG_NUMBER)
    if is_behind(game.sheets[seat].rows[row], place.space):
        codes.append(Code.BEHIND)
    if _lacks_crosses(game, seat, place):
        codes.append(Code.NEEDS_CROSSES)
    return codes


def _lucky_refusals(game: "Game", seat: int, move: Cross) -> list[Code]:
    row = game.variant.row_index[move.row]
    place = game.variant.places.get((move.row, move.number))
    codes = [] if is_lucky(game, seat) else [Code.NOT_LUCKY]
    if game.is_locked(row):
        codes.append(Code.ROW_LOCKED)
    elif row not in fewest_rows(game, seat):
        codes.append(Code.NOT_FEWEST)
    if place is None or place.space != next_space(game.sheets[seat].rows[row]):
        codes.append(Code.NOT_NEXT)
    elif _lacks_crosses(game, seat, place):
        codes.append(Code.NEEDS_CROSSES)
    return codes


def _advance_refusals(game: "Game", seat: int, move: Advance) -> list[Code]:
    landings = pawn_landings(game, seat)
    if not 1 <= move.steps <= len(landings):
        return [Code.PAWN_RANGE]
    if not _can_land(game, seat, landings[move.steps - 1]):
        return [Code.PAWN_NOT_CROSSABLE]
    return []


def _can_land(game: "Game", seat: int, position: int) -> bool:
    place = board_place(game, position)
    bits = game.sheets[seat].rows[place.row]
    return is_crossed(bits, place.space) or can_cross(game, seat, place)


def _pawn_moves(game: "Game", seat: int) -> Iterator[Move]:
    for steps, position in enumerate(pawn_landings(game, seat), start=1):
        if _can_land(game, seat, position):
            yield Advance(steps)


def _lucky_crosses(game: "Game", seat: int) -> set[Place]:
    return {place for place in lucky_places(game, seat) if can_cross(game, seat, place)}


def _cross_moves(game: "Game", seat: int) -> Iterator[Move]:
    variant, rows, lucky = game.variant, game.sheets[seat].rows, dict(_lucky_crosses(game, seat))
    for index, offered in enumerate(offered_spaces(game, seat)):
        is_open = offered and not game.is_locked(index)
        plain = offered & open_spaces(variant.rows[index], rows[index]) if is_open else 0
        if plain or index in lucky:
            yield from _crosses_in(variant, index, plain, lucky.get(index))


@lru_cache(MOST_KNOWN)
def _crosses_in(variant: Variant, index: int, plain: int, lucky: int | None) -> list[Cross]:
    """Crosses in one row: plain ones at these spaces (as bits), and a lucky one at this."""
    row, moves = variant.rows[index], list[Cross]()
    for space, (_, number) in enumerate(row.spaces):
        if is_crossed(plain, space):
            moves.append(Cross(row.letter, number))
        if space == lucky:
            moves.append(Cross(row.letter, number, lucky=True))
    return moves
