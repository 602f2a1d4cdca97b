"""How games begin: at the start, or in the middle."""

from collections.abc import Sequence

from rowlock.rules.errors import BadPosition
from rowlock.rules.game import Game
from rowlock.rules.row import crosses, has_lock
from rowlock.rules.sheet import Sheet, empty_sheet
from rowlock.rules.variant import Row, Variant

LuckyPair = tuple[int, int]


def start(
    variant: Variant, seats: int = 2, first: int = 0, lucky: Sequence[LuckyPair] = ()
) -> Game:
    """A game before its first roll; one seat is a solo game.

    In games with lucky numbers each seat gets its pair from `lucky`; without it, the pairs of the
    variant are dealt in their order.
    """
    if not 1 <= seats <= variant.seats:
        raise BadPosition(f"{variant.name} has 1 to {variant.seats} seats, not {seats}")
    if not variant.lucky:
        sheets = (empty_sheet(variant),) * seats
    else:
        pairs = tuple(lucky) or variant.lucky[:seats]
        if len(pairs) != seats:
            raise BadPosition(f"there are {len(pairs)} lucky pairs for {seats} seats")
        sheets = tuple(empty_sheet(variant, check_lucky(variant, pair)) for pair in pairs)
    return resume(variant, sheets, first)


def resume(variant: Variant, sheets: Sequence[Sheet], first: int = 0, locked: int = 0) -> Game:
    """A game that starts in the middle, before a roll, with these sheets.

    `locked` names (as bits) rows locked before the start; a row whose lock is crossed on a sheet
    is locked by itself.
    """
    if not 0 <= first < len(sheets):
        raise BadPosition(f"there is no seat {first + 1} to go first among {len(sheets)}")
    for sheet in sheets:
        _check_sheet(variant, sheet)
        locked |= sheet.locks(variant)
    _check_pawns(variant, sheets)
    if locked.bit_count() >= variant.locks:
        raise BadPosition(f"with {variant.locks} rows locked the game would be over")
    return Game(variant, tuple(sheets), first, locked=locked)


def check_lucky(variant: Variant, pair: LuckyPair) -> LuckyPair:
    """The pair, if it can be a sheet's lucky numbers."""
    low, high = 2, 2 * variant.faces
    if pair[0] == pair[1] or not all(low <= number <= high for number in pair):
        raise BadPosition(
            f"lucky numbers are two different ones from {low} to {high}, not {pair[0]} {pair[1]}"
        )
    return pair


def _check_sheet(variant: Variant, sheet: Sheet) -> None:
    for row, bits in zip(variant.rows, sheet.rows, strict=True):
        _check_row(row, bits)
    if not 0 <= sheet.misses < variant.misses:
        raise BadPosition(f"a game goes on with at most {variant.misses - 1} misses")


def _check_row(row: Row, bits: int) -> None:
    ends = bits & row.end_bits
    if bool(ends) != has_lock(row, bits):
        raise BadPosition(f"{row.name} has its lock without an end number, or one without the lock")
    qualified = (
        crosses(bits & ((1 << index) - 1)) >= row.needs
        for index in range(len(row.spaces))
        if ends >> index & 1
    )
    if ends and not any(qualified):
        raise BadPosition(f"the lock of {row.name} needs {row.needs} crosses before its end number")


def _check_pawns(variant: Variant, sheets: Sequence[Sheet]) -> None:
    pawns = [sheet.pawn for sheet in sheets if sheet.pawn]
    if variant.board is None:
        return
    if any(variant.board.finishes(pawn) for pawn in pawns):
        last = len(variant.board.path) - variant.board.finish
        raise BadPosition(f"no pawn starts beyond space {last}")
    if len(set(pawns)) != len(pawns):
        raise BadPosition("two pawns are on one space")
