"""One player's sheet."""

from collections.abc import Iterable
from typing import NamedTuple

from rowlock.rules.row import cross
from rowlock.rules.variant import Place, Variant


class Sheet(NamedTuple):
    """What one player has crossed: a row is an integer (see `rowlock.rules.row`).

    `pawn` is the position on the board (0 is the start field) in games with a board, `lucky` the
    pair of lucky numbers in games that have them; both are None in the others.
    """

    rows: tuple[int, ...]
    misses: int = 0
    pawn: int | None = None
    lucky: tuple[int, int] | None = None

    def crossed(self, variant: Variant, place: Place) -> "Sheet":
        """This sheet with one more space crossed."""
        bits = cross(variant.rows[place.row], self.rows[place.row], place.space)
        rows = (*self.rows[: place.row], bits, *self.rows[place.row + 1 :])
        return Sheet(rows, self.misses, self.pawn, self.lucky)

    def moved(self, pawn: int) -> "Sheet":
        """This sheet with its pawn on another space."""
        return Sheet(self.rows, self.misses, pawn, self.lucky)

    def missed(self) -> "Sheet":
        """This sheet with one more miss."""
        return Sheet(self.rows, self.misses + 1, self.pawn, self.lucky)

    def locks(self, variant: Variant) -> int:
        """The rows whose lock is crossed on this sheet, as bits."""
        locked = 0
        for index, lock in enumerate(variant.lock_bits):
            if self.rows[index] & lock:
                locked |= 1 << index
        return locked


def empty_sheet(variant: Variant, lucky: tuple[int, int] | None = None) -> Sheet:
    """A sheet at the start of a game."""
    return Sheet(variant.no_spaces, pawn=0 if variant.board else None, lucky=lucky)


def lock_crosses(variant: Variant, sheets: Iterable[Sheet]) -> int:
    """The rows whose lock is crossed on any of the sheets, as bits."""
    locked = 0
    for sheet in sheets:
        locked |= sheet.locks(variant)
    return locked
