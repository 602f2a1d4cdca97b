"""The sheets of a game that starts in the middle: "r5 r7 y10 x1 p12" and back."""

import re
from collections.abc import Iterator

from rowlock.rules import Sheet, Variant
from rowlock.rules.move import NUMBER, read_number
from rowlock.rules.row import has_lock, numbers

_COUNT = re.compile(rf"([xp]){NUMBER}")


def read_sheet(variant: Variant, text: str, empty: Sheet) -> Sheet:
    """The sheet that has these crosses, misses and pawn; all else as on the empty one."""
    tokens = text.split()
    rows, counts = list(empty.rows), {"x": empty.misses, "p": empty.pawn}
    tokens_of_bits = _tokens_of_bits(variant)
    seen: set[str] = set()
    for token in tokens:
        counted = _COUNT.fullmatch(token)
        key = counted[1] if counted else token
        if key in seen:
            raise ValueError(f"{token!r} comes after another {key!r} of the same seat")
        seen.add(key)
        if counted and counts[key] is not None:
            counts[key] = read_number(counted[2])
        elif token in tokens_of_bits:
            row, bit = tokens_of_bits[token]
            rows[row] |= bit
        else:
            raise ValueError(f"{token[:20]!r} is nothing this sheet has")
    return Sheet(tuple(rows), counts["x"] or 0, counts["p"], empty.lucky)


def write_sheet(variant: Variant, sheet: Sheet) -> str:
    """What is crossed on the sheet, row by row, then misses and pawn."""
    return " ".join(_sheet_tokens(variant, sheet))


def read_locked(variant: Variant, text: str) -> int:
    """The rows these letters name, as bits."""
    letters = set(text.split())
    if unknown := letters - variant.row_index.keys():
        rows = " ".join(variant.row_index)
        raise ValueError(f"{min(unknown)[:20]!r} is no row; rows are {rows}")
    return sum(1 << variant.row_index[letter] for letter in letters)


def write_locked(variant: Variant, locked: int) -> str:
    """The letters of these rows."""
    return " ".join(row.letter for row in variant.rows_in(locked))


def _tokens_of_bits(variant: Variant) -> dict[str, tuple[int, int]]:
    """The row and bit each token sets."""
    known = {f"{row.letter}L": (index, row.lock_bit) for index, row in enumerate(variant.rows)}
    for (letter, number), place in variant.places.items():
        known[f"{letter}{number}"] = (place.row, 1 << place.space)
    return known


def _sheet_tokens(variant: Variant, sheet: Sheet) -> Iterator[str]:
    for row, bits in zip(variant.rows, sheet.rows, strict=True):
        yield from (f"{row.letter}{number}" for number in numbers(row, bits))
        if has_lock(row, bits):
            yield f"{row.letter}L"
    if sheet.misses:
        yield f"x{sheet.misses}"
    if sheet.pawn:
        yield f"p{sheet.pawn}"
