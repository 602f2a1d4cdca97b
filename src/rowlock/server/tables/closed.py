"""Why spaces of a sheet are closed: of several reasons the lasting one.

`rules.closed_spaces` has all reasons of every space. A view needs one of each, and needs it for
every page and every change of a table, so it is put together here from parts that come again.
"""

from functools import lru_cache

from rowlock.rules import Code, Game, Variant
from rowlock.rules.offers import lucky_places, offered_spaces
from rowlock.rules.row import is_crossed, next_space, open_spaces

Reasons = dict[str, str]
"""Codes by the names of spaces, such as "r5"."""

MOST_KNOWN = 1 << 14
"""So many parts are remembered: some hundred bytes each."""


def closed_reasons(game: Game, index: int) -> Reasons:
    """For every space of the seat's sheet that cannot be crossed now, the reason.

    A locked row, a space left behind and crosses that are missing stay, so they are told before
    what is only due to the moment: the end, another seat's action, the dice.
    """
    variant, bits = game.variant, game.sheets[index].rows
    code, crossable = _moment(game, index)
    locked, reasons = game.locked, Reasons()
    for row, crossed in enumerate(bits):
        if locked >> row & 1:
            reasons.update(_all_for(variant, row, variant.rows[row].all_bits, Code.ROW_LOCKED))
        else:
            reasons.update(_row_reasons(variant, row, crossed, crossable[row], code))
    return reasons


def _moment(game: Game, index: int) -> tuple[Code, tuple[int, ...]]:
    """Why open spaces are closed for the moment, and which of them are not, as bits."""
    if game.over:
        return Code.GAME_OVER, game.variant.no_spaces
    if index not in game.acting:
        return Code.NOT_NOW, game.variant.no_spaces
    crossable = list(offered_spaces(game, index))
    for place in lucky_places(game, index):
        crossable[place.row] |= 1 << place.space
    return Code.WRONG_NUMBER, tuple(crossable)


@lru_cache(MOST_KNOWN)
def _row_reasons(variant: Variant, row: int, bits: int, crossable: int, code: Code) -> Reasons:
    """The closed spaces of a row that is not locked; `code` is the reason of the moment."""
    spaces = open_spaces(variant.rows[row], bits)
    closed = variant.rows[row].all_bits & ~spaces
    behind = closed & ((1 << next_space(bits)) - 1)
    return {
        **_all_for(variant, row, behind, Code.BEHIND),
        **_all_for(variant, row, closed & ~behind, Code.NEEDS_CROSSES),
        **_all_for(variant, row, spaces & ~crossable, code),
    }


@lru_cache(MOST_KNOWN)
def _all_for(variant: Variant, row: int, spaces: int, code: Code) -> Reasons:
    """These spaces of a row, all for the same reason."""
    letter, numbers = variant.rows[row].letter, variant.rows[row].spaces
    # As a plain word it is written, and looked through for garbage, in less time.
    word = code.value
    return {
        f"{letter}{space.number}": word
        for place, space in enumerate(numbers)
        if is_crossed(spaces, place)
    }
