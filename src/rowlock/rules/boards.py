"""Games on another path than the one they come with."""

from dataclasses import replace
from functools import lru_cache

from rowlock.rules.variant import Board, Variant


def on_side(variant: Variant, side: str) -> Variant:
    """The game on a side of its printed board."""
    sides = dict(variant.sides)
    if side not in sides:
        there = " and ".join(sides) or "no sides"
        raise ValueError(f"the board has {there}, not {side[:20]!r}")
    return on_path(variant, sides[side])


def on_path(variant: Variant, path: str) -> Variant:
    """The game on a path of your own, as many spaces as its own has: "y2 r3 g12 …"."""
    board, spaces = _board(variant), path.split()
    if len(spaces) != len(board.path):
        raise ValueError(f"a path has {len(board.path)} spaces, this one has {len(spaces)}")
    named = {f"{letter}{number}": (letter, number) for letter, number in variant.places}
    for index, space in enumerate(spaces, start=1):
        if space not in named:
            raise ValueError(f"space {index} of the path is {space[:20]!r}, which is on no sheet")
    return _replaced(variant, tuple(named[space] for space in spaces))


def side_of(variant: Variant) -> str | None:
    """Which side of its printed board the game is on; None for a path of one's own."""
    return next((side for side, path in variant.sides if path == path_text(variant)), None)


def path_text(variant: Variant) -> str:
    """The path as it is written."""
    return " ".join(f"{letter}{number}" for letter, number in _board(variant).path)


def _board(variant: Variant) -> Board:
    if variant.board is None:
        raise ValueError(f"{variant.name} has no board")
    return variant.board


@lru_cache(maxsize=64)
def _replaced(variant: Variant, path: tuple[tuple[str, int], ...]) -> Variant:
    return replace(variant, board=replace(_board(variant), path=path))
