"""How games begin: at the start, or in the middle."""

from collections.abc import Sequence

from rowlock.rules.errors import BadPosition
from rowlock.rules.game import Game
from rowlock.rules.row import crosses, has_lock, is_crossed
from rowlock.rules.sheet import Sheet, empty_sheet, lock_crosses
from rowlock.rules.variant import Row, Variant

LuckyPair = tuple[int, int]


def start(
    variant: Variant, seats: int = 2, first: int = 0, lucky: Sequence[LuckyPair] = ()
) -> Game:
    """A game before its first roll; one seat is a solo game.

    In games with lucky numbers each seat gets its pair from `lucky`; without it, the pairs of the
    variant are dealt in their order.
    """
    check_seats(variant, seats)
    pairs = tuple(lucky) or variant.lucky[:seats]
    if pairs and len(pairs) != seats:
        raise BadPosition(f"there are {len(pairs)} lucky pairs for {seats} seats")
    return resume(variant, [empty_sheet(variant, pair) for pair in pairs or [None] * seats], first)


def resume(variant: Variant, sheets: Sequence[Sheet], first: int = 0, locked: int = 0) -> Game:
    """A game that starts in the middle, before a roll, with these sheets.

    `locked` names (as bits) rows locked before the start; a row whose lock is crossed on a sheet
    is locked by itself.
    """
    check_seats(variant, len(sheets))
    if not 0 <= first < len(sheets):
        raise BadPosition(f"there is no seat {first + 1} to go first among {len(sheets)}")
    if not 0 <= locked < 1 << len(variant.rows):
        raise BadPosition(f"{locked:#b} names a row that is not there")
    for seat, sheet in enumerate(sheets, start=1):
        try:
            _check_sheet(variant, sheet)
        except BadPosition as error:
            raise BadPosition(f"seat {seat}: {error}") from None
    _check_pawns(variant, sheets)
    locked |= lock_crosses(variant, sheets)
    if locked.bit_count() >= variant.locks:
        raise BadPosition(f"with {variant.locks} rows locked the game would be over")
    return Game(variant, tuple(sheets), first, locked=locked)


def check_seats(variant: Variant, seats: int) -> None:
    """Whether so many can play."""
    if not 1 <= seats <= variant.seats:
        raise BadPosition(f"{variant.name} has 1 to {variant.seats} seats, not {seats}")


def check_lucky(variant: Variant, pair: LuckyPair) -> LuckyPair:
    """The pair, if it can be a sheet's lucky numbers."""
    low, high = 2, 2 * variant.faces
    if len(set(pair)) != 2 or not all(low <= number <= high for number in pair):
        given = " ".join(map(str, pair))
        raise BadPosition(f"lucky numbers are two different ones from {low} to {high}, not {given}")
    return pair


def _check_sheet(variant: Variant, sheet: Sheet) -> None:
    if len(sheet.rows) != len(variant.rows):
        raise BadPosition(f"{variant.name} has {len(variant.rows)} rows, not {len(sheet.rows)}")
    for row, bits in zip(variant.rows, sheet.rows, strict=True):
        _check_row(row, bits)
    if not 0 <= sheet.misses < variant.misses:
        raise BadPosition(f"a game goes on with at most {variant.misses - 1} misses")
    if (sheet.lucky is None) != (not variant.lucky):
        raise BadPosition(f"lucky numbers are {sheet.lucky}, which {variant.name} cannot have")
    if sheet.lucky is not None:
        check_lucky(variant, sheet.lucky)


def _check_row(row: Row, bits: int) -> None:
    if not 0 <= bits < row.lock_bit << 1:
        raise BadPosition(f"{row.name} has no such spaces: {bits:#b}")
    ends = bits & row.end_bits
    if bool(ends) != has_lock(row, bits):
        raise BadPosition(f"{row.name} has its lock without an end number, or one without the lock")
    qualified = (
        crosses(bits & ((1 << index) - 1)) >= row.needs
        for index in range(len(row.spaces))
        if is_crossed(ends, index)
    )
    if ends and not any(qualified):
        raise BadPosition(f"the lock of {row.name} needs {row.needs} crosses before its end number")


def _check_pawns(variant: Variant, sheets: Sequence[Sheet]) -> None:
    board, pawns = variant.board, [sheet.pawn for sheet in sheets]
    standing = [pawn for pawn in pawns if pawn is not None]
    if len(standing) != (len(sheets) if board else 0):
        raise BadPosition(f"{len(standing)} pawns for {len(sheets)} seats of {variant.name}")
    if board and not all(0 <= pawn <= len(board.path) - board.finish for pawn in standing):
        last = len(board.path) - board.finish
        raise BadPosition(f"a pawn starts on a space from 0 to {last}: none beyond space {last}")
    moved = [pawn for pawn in standing if pawn]
    if len(set(moved)) != len(moved):
        raise BadPosition("two pawns are on one space")
