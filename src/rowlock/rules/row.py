"""A player's row as one integer.

Bit i is the i-th space from the left, the bit after the last space is the lock. So the number of
crosses is `bit_count`, and the first space that is not behind the rightmost cross `bit_length`.
"""

from rowlock.rules.variant import Row


def crosses(bits: int) -> int:
    """How many crosses the row has, its lock included."""
    return bits.bit_count()


def next_space(bits: int) -> int:
    """The space directly right of the rightmost cross."""
    return bits.bit_length()


def is_crossed(bits: int, space: int) -> bool:
    """Whether the space has a cross."""
    return bool(bits >> space & 1)


def is_behind(bits: int, space: int) -> bool:
    """Whether the space is at or left of the rightmost cross."""
    return space < bits.bit_length()


def lacks_crosses(row: Row, bits: int, space: int) -> bool:
    """Whether the space is an end space and the row has too few crosses for it."""
    return bool(row.end_bits >> space & 1) and bits.bit_count() < row.needs


def open_spaces(row: Row, bits: int) -> int:
    """The spaces that this row, taken alone, lets be crossed, as bits."""
    ahead = row.all_bits >> bits.bit_length() << bits.bit_length()
    return ahead if bits.bit_count() >= row.needs else ahead & ~row.end_bits


def cross(row: Row, bits: int, space: int) -> int:
    """The row with the space crossed, and its lock too when the space is an end space."""
    bit = 1 << space
    return bits | bit | (row.lock_bit if bit & row.end_bits else 0)


def has_lock(row: Row, bits: int) -> bool:
    """Whether the row's lock is crossed here."""
    return bool(bits & row.lock_bit)


def skipped(bits: int, space: int) -> int:
    """How many spaces crossing this one would leave behind uncrossed."""
    return space - bits.bit_length()


def numbers(row: Row, bits: int) -> list[int]:
    """The crossed numbers, from left to right."""
    return [space.number for index, space in enumerate(row.spaces) if bits >> index & 1]
