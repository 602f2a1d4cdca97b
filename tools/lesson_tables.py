"""What perfect play of the original teaches, as tables of docs/solver.md."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lessons import (
    answers,
    bearable_skips,
    change_by_miss,
    changes_by_cross,
    crossed,
    even_sheet,
    first_locks,
    lines,
    missed,
    sheet_of,
)

from rowlock.rules import VARIANTS, Game, parse_roll
from rowlock.solver.solution import Solution

ORIGINAL = VARIANTS["original"]
MISSES = ("no miss so far", "one", "two", "three")
EVEN = range(9)
"""How many crosses every row of an even sheet has."""

MOST_SKIPPED = 4
"""Up to how many skipped spaces the tables go."""

NEAR_THE_END = "y2 y3 y4 y5 y6 y12 r2 r3 r4 r5 r6 r7 r11"
"""Yellow is locked, and red has seven crosses and nothing left but its last number."""

RED_END = 10
"""The space of red's last number."""


class Example(NamedTuple):
    """A turn to think about: the sheet in words and as its crosses, the misses, the dice."""

    sheet: str
    crosses: str
    misses: int
    dice: str


def downwards(crosses: int) -> str:
    """So many crosses at the beginning of green and of blue."""
    return " ".join(f"{row}{number}" for row in "gb" for number in range(12, 12 - crosses, -1))


EXAMPLES = (
    Example("empty", "", 0, "w41 r3 y2 g6 b6"),
    Example("empty", "", 0, "w43 r3 y4 g3 b4"),
    Example("empty", "", 0, "w12 r1 y5 g6 b4"),
    Example(
        "the first three spaces of every row",
        f"r2 r3 r4 y2 y3 y4 {downwards(3)}",
        0,
        "w62 r3 y6 g6 b6",
    ),
    Example(
        "yellow locked, red 2-7 and 11, green and blue 12-7",
        f"{NEAR_THE_END} {downwards(6)}",
        0,
        "w66 r1 g1 b1",
    ),
    Example("the same", f"{NEAR_THE_END} {downwards(6)}", 2, "w66 r1 g1 b1"),
)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table in Markdown, whose first columns are words and the others numbers."""
    ruler = f"|{'---|' * words}{'---:|' * (len(headings) - words)}"
    heading, *body = (f"| {' | '.join(cells)} |" for cells in (headings, *rows))
    return "\n".join([heading, ruler, *body])


def empty_sheets() -> list[Game]:
    """The empty sheet with each number of misses."""
    return [even_sheet(ORIGINAL, 0, misses) for misses in range(ORIGINAL.misses)]


def first_crosses(solution: Solution, game: Game) -> list[float]:
    """The expected final score after the first cross of a sheet, by the spaces it skips."""
    row = ORIGINAL.rows[0]
    spaces = range(len(row.spaces) - row.ends)
    return [solution.expected(crossed(game, 0, space)) for space in spaces]


def first_table(solution: Solution) -> str:
    """What the first cross of an empty sheet is worth, beside a miss."""
    up, down, sheets = ORIGINAL.rows[0], ORIGINAL.rows[-1], empty_sheets()
    by_space = zip(*(first_crosses(solution, game) for game in sheets), strict=True)
    rows = [
        [f"{up.spaces[space].number}, or {down.spaces[space].number}", *map(_points, scores)]
        for space, scores in enumerate(by_space)
    ]
    rows.append(["a miss", *(_points(solution.expected(missed(game))) for game in sheets)])
    return table(["red or yellow, or green or blue", *MISSES], rows)


def changes_table(solution: Solution) -> str:
    """What a cross does to the expected score, by how full the sheet is and what it skips."""
    rows = []
    for crosses in EVEN:
        game = even_sheet(ORIGINAL, crosses)
        changes = [_change(change) for change in changes_by_cross(solution, game)]
        cells = [*changes, *[""] * MOST_SKIPPED][: MOST_SKIPPED + 1]
        miss = _change(change_by_miss(solution, game))
        rows.append([str(crosses), _points(solution.expected(game)), *cells, miss])
    skips = ("the next space", *(f"skipping {count}" for count in range(1, MOST_SKIPPED + 1)))
    return table(["crosses in every row", "expected score", *skips, "a miss"], rows)


def misses_table(solution: Solution) -> str:
    """What a miss costs, by how full the sheet is and how many there are."""
    return _by_fullness(lambda game: _points(-change_by_miss(solution, game)))


def skips_table(solution: Solution) -> str:
    """How many spaces may be skipped rather than marking a miss."""
    return _by_fullness(lambda game: str(bearable_skips(solution, game)))


def rolls_table(solution: Solution) -> str:
    """What perfect play does with all rolls."""
    rows = []
    for crosses in EVEN:
        found = answers(solution, even_sheet(ORIGINAL, crosses))
        rows.append([str(crosses), *(f"{100 * share:.1f} %" for share in found.shares)])
    return table(["crosses in every row", "a miss", "one cross", "two crosses"], rows)


def locks_table(solution: Solution) -> str:
    """What a second lock, which ends the game, is worth beside a miss."""
    rows = []
    for crosses in range(3, 10):
        places = f"{NEAR_THE_END} {downwards(crosses)}"
        games = [sheet_of(ORIGINAL, places, misses) for misses in range(ORIGINAL.misses)]
        rows.append([str(crosses), *(_change(_lock_or_miss(solution, game)) for game in games)])
    return table(["crosses in green and in blue", *MISSES], rows)


def first_lock_words(solution: Solution) -> str:
    """How often a first lock is wrong."""
    locks = first_locks(solution)
    return (
        f"There are {locks.ways:,} ways to lock a first row that has nothing left but its last "
        f"number. In {locks.worse_than_miss or 'none'} of them a miss would be better, in "
        f"{locks.worse:,} ({100 * locks.worse / locks.ways:.2f} %) the sheet was worth more before."
    )


def turns_table(solution: Solution) -> str:
    """Turns to think about, with what can be done."""
    rows = []
    for sheet, crosses, misses, dice in EXAMPLES:
        game = sheet_of(ORIGINAL, crosses, misses).roll(parse_roll(dice, ORIGINAL.dice))
        told: dict[frozenset[str], str] = {}
        for line in lines(solution, game):
            told.setdefault(frozenset(str(line).split(" and ")), f"{line} {line.score:.2f}")
        best, *others = told.values()
        miss = told[frozenset(["a miss"])]
        others = [one for one in others if one != miss][:3] + [miss] * (best != miss)
        rows.append([sheet, str(misses), f"`{dice}`", f"**{best}**", ", ".join(others)])
    return table(["sheet", "misses", "dice", "best", "what else"], rows, words=5)


def _lock_or_miss(solution: Solution, game: Game) -> float:
    return solution.expected(crossed(game, 0, RED_END)) - solution.expected(missed(game))


def _by_fullness(cell: Callable[[Game], str]) -> str:
    rows = [
        [str(crosses), *(cell(even_sheet(ORIGINAL, crosses, miss)) for miss in range(len(MISSES)))]
        for crosses in EVEN
    ]
    return table(["crosses in every row", *MISSES], rows)


def _points(score: float) -> str:
    return f"{score:.2f}".replace("-", "−")


def _change(change: float) -> str:
    return f"{change:+.2f}".replace("-", "−")


LESSONS: dict[str, Callable[[Solution], str]] = {
    "first": first_table,
    "rolls": rolls_table,
    "changes": changes_table,
    "misses": misses_table,
    "skips": skips_table,
    "locks": locks_table,
    "first-lock": first_lock_words,
    "turns": turns_table,
}
"""The parts of the page that need the table of the original alone, by name."""
