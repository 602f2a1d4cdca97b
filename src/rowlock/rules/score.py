"""Points, winners, and the reasons a game ends."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rowlock.rules.row import crosses
from rowlock.rules.sheet import Sheet
from rowlock.rules.variant import Variant
from rowlock.rules.word import Word

if TYPE_CHECKING:
    from rowlock.rules.game import Game


class Reason(Word):
    """Why a game ended; when several apply, the first of these."""

    LOCKS = "locks"
    MISSES = "misses"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class Points:
    """What a sheet is worth, part by part; `misses` is negative."""

    rows: tuple[int, ...]
    misses: int
    bonus: int

    @property
    def total(self) -> int:
        """All parts together."""
        return sum(self.rows) + self.misses + self.bonus


def points(variant: Variant, sheet: Sheet) -> Points:
    """The points of a sheet as it stands."""
    return Points(
        rows=tuple(variant.points[crosses(bits)] for bits in sheet.rows),
        misses=sheet.misses * variant.miss_points,
        bonus=variant.board.bonus[sheet.pawn] if variant.board and sheet.pawn is not None else 0,
    )


def totals(game: "Game") -> tuple[int, ...]:
    """The total of every seat as the game stands."""
    return tuple(points(game.variant, sheet).total for sheet in game.sheets)


def winners(game: "Game") -> tuple[int, ...] | None:
    """The seats with the highest total, who share the win; None until the end."""
    if not game.over:
        return None
    scores = totals(game)
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))
