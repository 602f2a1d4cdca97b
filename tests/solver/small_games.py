"""Games small enough for the slow twin."""

from typing import Any

from rowlock.rules import Row, Space, Variant


def small_game(
    rows: list[tuple[str, list[int], int, int, str]],
    dice: str = "ry",
    faces: int = 3,
    misses: int = 2,
    locks: int = 2,
    lucky: tuple[int, int] | None = None,
) -> Variant:
    """Rows are colours of the spaces, numbers, end spaces, crosses needed, die."""
    made = tuple(
        Row(letter, letter, tuple(map(Space, colours, numbers)), ends, needs, die)
        for letter, (colours, numbers, ends, needs, die) in zip("abcd", rows, strict=False)
    )
    longest = max(len(row.spaces) for row in made)
    return Variant(
        "small",
        made,
        tuple(dice),
        faces,
        5,
        tuple(n * (n + 1) // 2 for n in range(longest + 2)),
        misses=misses,
        locks=locks,
        lucky=(lucky,) if lucky else (),
    )


UP, DOWN = [2, 3, 4, 5, 6], [6, 5, 4, 3, 2]

GAMES = {
    "two rows up": small_game([("rrrrr", UP, 1, 2, "r"), ("yyyyy", UP, 1, 2, "y")]),
    "up and down": small_game([("rrrrr", UP, 1, 2, "r"), ("yyyyy", DOWN, 1, 2, "y")]),
    "one row": small_game([("rrrrr", UP, 1, 3, "r")], dice="r", locks=1, misses=3),
    "two end spaces": small_game([("rrrrr", UP, 2, 1, "r"), ("yyyyy", DOWN, 2, 1, "y")]),
    "mixed colours": small_game([("ryyrr", UP, 1, 1, "r"), ("yrryy", DOWN, 1, 2, "y")]),
    "shuffled": small_game([("rrrr", [4, 2, 6, 3], 1, 1, "r"), ("yyyy", [5, 3, 2, 4], 1, 2, "y")]),
    "one die for two rows": small_game(
        [("rrr", [2, 3, 4], 1, 1, "r"), ("rrr", [3, 4, 5], 1, 1, "r")], dice="r"
    ),
    "three rows": small_game(
        [("rr", [3, 4], 1, 1, "r"), ("yy", [4, 5], 1, 1, "y"), ("gg", [5, 4], 1, 0, "g")],
        dice="ryg",
        faces=3,
        misses=1,
    ),
    "four rows": small_game(
        [
            ("rr", [3, 4], 1, 1, "r"),
            ("yy", [3, 4], 1, 1, "y"),
            ("gg", [3, 2], 1, 1, "g"),
            ("bb", [3, 2], 1, 1, "b"),
        ],
        dice="rygb",
        faces=2,
        misses=2,
    ),
    "lucky": small_game(
        [("rrrrr", UP, 1, 2, "r"), ("yyyyy", DOWN, 1, 2, "y")], lucky=(3, 5), misses=2
    ),
    "mixed and short": small_game([("ryr", [2, 3, 4], 1, 1, "r"), ("yry", [4, 3, 2], 1, 1, "y")]),
    "lucky and short": small_game(
        [("rrr", [2, 3, 4], 1, 1, "r"), ("yyy", [5, 4, 3], 1, 1, "y")], lucky=(3, 5)
    ),
    "lucky in front": small_game(
        [("rrrrr", UP, 2, 1, "r"), ("yyyyy", UP, 1, 2, "y")], lucky=(2, 4), misses=2
    ),
}


LONG = ("two rows up", "up and down", "mixed colours", "lucky", "lucky in front")
"""Those that take the twin a second or more. There is a shorter one of each kind."""

SHORT = tuple(name for name in GAMES if name not in LONG)


def as_twin(variant: Variant, lucky: tuple[int, int] | None, seats: int) -> dict[str, Any]:
    return {
        "rows": [
            {
                "spaces": [(space.colour, space.number) for space in row.spaces],
                "ends": row.ends,
                "needs": row.needs,
                "die": row.die,
            }
            for row in variant.rows
        ],
        "dice": list(variant.dice),
        "faces": variant.faces,
        "points": list(variant.points),
        "miss_points": variant.miss_points,
        "misses": variant.misses,
        "locks": variant.locks,
        "lucky": lucky,
        "seats": seats,
    }
