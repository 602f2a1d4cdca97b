"""The first seat's sheet in a state, as the rules know it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from staging import find_events

from browser.states import find_state
from rowlock.rules import Game, Row
from rowlock.server.tables.fold import fold


@dataclass(frozen=True)
class Space:
    """A space of the first seat's sheet, with all that could be said about it."""

    row: Row
    locked: bool
    bits: int
    index: int

    @property
    def number(self) -> int:
        """What is printed there."""
        return self.row.spaces[self.index].number

    @property
    def crosses(self) -> list[int]:
        """The numbers crossed in its row, from left to right."""
        spaces = enumerate(self.row.spaces)
        return [space.number for index, space in spaces if self.bits >> index & 1]

    @property
    def reason(self) -> str:
        """Why it is closed, were it not offered."""
        if self.number in self.crosses:
            return "crossed"
        if self.index < self.bits.bit_length():
            return "behind"
        if self.locked:
            return "locked"
        is_end = self.index >= len(self.row.spaces) - self.row.ends
        return "needs" if is_end and len(self.crosses) < self.row.needs else "number"


def spaces_of(game: Game) -> Iterator[Space]:
    """All spaces of the sheet."""
    rows = zip(game.variant.rows, game.sheets[0].rows, strict=True)
    for place, (row, bits) in enumerate(rows):
        for index in range(len(row.spaces)):
            yield Space(row, bool(game.locked >> place & 1), bits, index)


@cache
def game_in(state: str) -> Game:
    """The game that a state shows."""
    staged = find_state(state).staged
    assert staged is not None
    table = fold(staged.code, find_events(staged))
    assert table is not None
    assert table.game is not None
    return table.game
