"""Which exchanges of rows leave a game the same, and what they do to the switches of a position."""

from itertools import permutations

import numpy as np

from rowlock.kernels.features import Shape, shape_of
from rowlock.kernels.layout import Ints
from rowlock.rules import Row, Variant


def symmetries(variant: Variant) -> list[tuple[int, ...]]:
    """The row that each row becomes, for every exchange of rows under which a game looks the same.

    Colours may be renamed; and all numbers may be mirrored, since dice show n as likely as faces +
    1 - n. A board names its spaces in a fixed order, so with one only what leaves every row in its
    place is left; lucky pairs that have no mirror image forbid mirrors.
    """
    rows = range(len(variant.rows))
    if variant.board is not None:
        return [tuple(rows)]
    mirrors = (False, True) if not variant.lucky else (False,)
    return [
        images
        for images in permutations(rows)
        if any(_same_game(variant, images, mirrored) for mirrored in mirrors)
    ]


def _same_game(variant: Variant, images: tuple[int, ...], mirrored: bool) -> bool:
    renamed: dict[str, str] = {}
    for row, image in zip(variant.rows, images, strict=True):
        if not _same_row(variant, row, variant.rows[image], mirrored, renamed):
            return False
    return len(set(renamed.values())) == len(renamed)


def _same_row(
    variant: Variant, row: Row, image: Row, mirrored: bool, renamed: dict[str, str]
) -> bool:
    """Whether one row can become the other; notes which colour becomes which."""
    if (len(row.spaces), row.ends, row.needs) != (len(image.spaces), image.ends, image.needs):
        return False
    turn = 2 * variant.faces + 2
    colours = [(row.die, image.die)]
    for space, other in zip(row.spaces, image.spaces, strict=True):
        if other.number != (turn - space.number if mirrored else space.number):
            return False
        colours.append((space.colour, other.colour))
    return all(renamed.setdefault(colour, other) == other for colour, other in colours)


def turned_lines(variant: Variant, seats: int) -> list[Ints]:
    """For every symmetry: the line of the first layer that each line becomes."""
    shape = shape_of(variant, seats)
    return [_lines(variant, shape, seats, images) for images in symmetries(variant)]


def _lines(variant: Variant, shape: Shape, seats: int, images: tuple[int, ...]) -> Ints:
    lines = np.arange(seats * shape.block)
    for role in range(seats):
        for row, image in enumerate(images):
            states = shape.locked_at[row] - shape.open_at[row] + len(variant.rows[row].spaces) + 2
            old, new = (role * shape.block + shape.open_at[index] for index in (row, image))
            lines[old : old + states] = np.arange(new, new + states)
    return lines
