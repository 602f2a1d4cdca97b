"""The games there are, and how to find them by name."""

from collections.abc import Iterable
from dataclasses import replace

from rowlock.rules.boards import on_side
from rowlock.rules.variant import Board, Row, Space, Variant

NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
"""The colours of dice and, in most games, of rows."""

SEATS = 5
"""How many can play, but on a board."""


def _colour_rows(numbers: Iterable[tuple[str, Iterable[int]]], ends: int, needs: int) -> list[Row]:
    """Rows of one colour each, locked by their own die."""
    return [
        Row(letter, NAMES[letter], tuple(Space(letter, n) for n in row), ends, needs, letter)
        for letter, row in numbers
    ]


def _up_and_down(highest: int) -> list[tuple[str, range]]:
    up, down = range(2, highest + 1), range(highest, 1, -1)
    return [("r", up), ("y", up), ("g", down), ("b", down)]


def _mixed_row(letter: str, runs: str) -> Row:
    """A row of several colours from runs such as "y2-4 b5-7"; its lock takes the last one's die."""
    spaces: list[Space] = []
    for run in runs.split():
        first, last = map(int, run[1:].split("-"))
        step = 1 if first < last else -1
        spaces += (Space(run[0], number) for number in range(first, last + step, step))
    return Row(letter, letter, tuple(spaces), ends=1, needs=5, die=spaces[-1].colour)


def _variant(
    name: str,
    rows: list[Row],
    faces: int = 6,
    lucky: tuple[tuple[int, int], ...] = (),
) -> Variant:
    most_crosses = max(len(row.spaces) for row in rows) + 1
    points = tuple(n * (n + 1) // 2 for n in range(most_crosses + 1))
    return Variant(name, tuple(rows), tuple(NAMES), faces, SEATS, points, lucky=lucky)


ORIGINAL = _variant("original", _colour_rows(_up_and_down(12), ends=1, needs=5))

LONGO = _variant(
    "longo",
    _colour_rows(_up_and_down(16), ends=2, needs=6),
    faces=8,
    lucky=((4, 9), (5, 8), (6, 11), (7, 12), (10, 13)),
)

MIXX_A = _variant(
    "mixx-a",
    [
        _mixed_row("a", "y2-4 b5-7 g8-10 r11-12"),
        _mixed_row("b", "r2-3 g4-7 b8-9 y10-12"),
        _mixed_row("c", "b12-10 y9-7 r6-4 g3-2"),
        _mixed_row("d", "g12-11 r10-7 y6-5 b4-2"),
    ],
)

MIXX_B = _variant(
    "mixx-b",
    _colour_rows(
        [
            ("r", (10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11)),
            ("y", (9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10)),
            ("g", (8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3)),
            ("b", (5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4)),
        ],
        ends=1,
        needs=5,
    ),
)


_SIDE_A = (
    "y2 r3 g12 b12 g10 b10 r2 y4 r4 g11 y5 b9 y6 r5 g9 b8 y7 b6 r6 g7 "
    "r7 g6 b7 y8 b5 y9 r9 g8 y10 b4 g5 r8 g4 b2 r10 y11 r12 b3 g2 y12"
)
_SIDE_B = (
    "r4 y2 g10 b12 r7 b10 y4 g12 r2 g9 b11 y6 g8 b8 y3 r10 b5 r5 g4 y5 "
    "r6 y7 b9 g6 r8 y9 b7 g7 y10 b6 g2 r11 g5 b2 r9 y8 r12 g3 y12 b4"
)
_PATH_A = tuple((space[0], int(space[1:])) for space in _SIDE_A.split())

ON_BOARD = replace(
    ORIGINAL,
    name="on-board",
    seats=4,
    board=Board(
        path=_PATH_A,
        bonus=tuple((position + 1) // 2 for position in range(len(_PATH_A) + 1)),
        reach=5,
        finish=5,
    ),
    sides=(("A", _SIDE_A), ("B", _SIDE_B)),
)

VARIANTS = {variant.name: variant for variant in (ORIGINAL, ON_BOARD, LONGO, MIXX_A, MIXX_B)}
"""The games by name; On Board with side A of its board."""

for _known in VARIANTS.values():
    _known.called(f"find_variant({_known.name!r})")
on_side(ON_BOARD, "B").called("on_side(find_variant('on-board'), 'B')")


def find_variant(name: str) -> Variant:
    """The game of that name."""
    if name not in VARIANTS:
        raise ValueError(f"there is no game {name[:40]!r}; there are {', '.join(VARIANTS)}")
    return VARIANTS[name]
