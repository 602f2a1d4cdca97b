"""Which rows can be exchanged without changing the game."""

from collections.abc import Sequence

from rowlock.rules import Row, Variant


def in_pairs(variant: Variant) -> list[Row]:
    """The rows, with those that can be exchanged side by side as far as possible."""
    left, pairs, single = list(variant.rows), list[Row](), list[Row]()
    while left:
        row = left.pop(0)
        twin = next((other for other in left if exchangeable(variant, row, other)), None)
        if twin is None:
            single.append(row)
        else:
            left.remove(twin)
            pairs += [row, twin]
    return pairs + single


def exchangeable(variant: Variant, one: Row, other: Row) -> bool:
    """Whether two rows differ in nothing but their colour."""
    return (
        one is not other
        and _own_colour(variant, one)
        and _own_colour(variant, other)
        and numbers(one) == numbers(other)
        and (one.ends, one.needs) == (other.ends, other.needs)
    )


def mirrored(variant: Variant, rows: Sequence[Row], lucky: tuple[int, int] | None) -> bool:
    """Whether four rows are two and their mirror images: dice that show n as likely show faces +
    1 - n, so such halves can be exchanged."""
    turned = 2 * variant.faces + 2
    if len(rows) != 4 or not all(_own_colour(variant, row) for row in rows):
        return False
    if lucky and {turned - number for number in lucky} != set(lucky):
        return False
    return all(
        [turned - number for number in numbers(row)] == numbers(image)
        and (row.ends, row.needs) == (image.ends, image.needs)
        for row, image in zip(rows[:2], rows[2:], strict=True)
    )


def numbers(row: Row) -> list[int]:
    """The numbers of a row, from left to right."""
    return [space.number for space in row.spaces]


def _own_colour(variant: Variant, row: Row) -> bool:
    """Whether the row has one colour and die, which no other row has."""
    others = [other for other in variant.rows if other is not row]
    used = {other.die for other in others} | {
        space.colour for other in others for space in other.spaces
    }
    return {space.colour for space in row.spaces} == {row.die} and row.die not in used
