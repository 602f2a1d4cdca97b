"""A game with its history, as a value."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rowlock.rules import Game, Move, Phase, Roll

NO_TEXT = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""What no record holds: control characters, but tabs and ends of lines, and half characters."""

BLANKS = " \t"
"""What separates words."""

TAG_NAME = re.compile(rf'[^"\[\]\n{BLANKS}{NO_TEXT}]+')
"""What a tag can be called."""

POSITION_TAGS = (
    "Format",
    "Variant",
    "Players",
    "First",
    "Board",
    "Path",
    "Lucky",
    "Sheets",
    "Locked",
)
"""The tags that say how the game starts; a record keeps them as a position, not as text."""

UNWRITABLE = re.compile(rf'["\n{NO_TEXT}]')
"""What a tag's value cannot hold: quotes, line breaks and other control characters."""

_PLAIN = 'no ", no line break and no control character'
_RULE = f"a name is not empty and has no blank at its ends, no ; and {_PLAIN}"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: its dice and the choices of each action that has taken place so far.

    The white action has a choice for every seat, the others have one. `line` tells where the turn
    stood in the text it was read from.
    """

    roll: Roll
    actions: tuple[tuple[Move, ...], ...] = ()
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game: the position it starts from, the players' names, and its turns.

    `extra` has the tags that say nothing about the position, in their order; `lines` tells where
    tags stood in the text they were read from.
    """

    start: Game
    names: tuple[str, ...]
    turns: tuple[Turn, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if (self.start.turn, self.start.phase) != (1, Phase.ROLL):
            raise ValueError("a record starts before the roll of turn 1")
        if len(self.names) != len(self.start.sheets):
            raise ValueError(f"{len(self.names)} names for {len(self.start.sheets)} seats")
        # What is wrong is said without the name or value itself: errors end up in logs.
        for seat, name in enumerate(self.names, start=1):
            if not name or name != name.strip(BLANKS) or ";" in name or UNWRITABLE.search(name):
                raise ValueError(f"seat {seat}: this cannot be written as a player's name; {_RULE}")
        for tag, value in self.extra.items():
            if tag in POSITION_TAGS or not TAG_NAME.fullmatch(tag):
                raise ValueError(f"the further tag {tag!r} cannot be written in a record")
            if UNWRITABLE.search(value):
                raise ValueError(f"this {tag} cannot be written in a record; it may have {_PLAIN}")

    def rolled(self, roll: Roll) -> "Record":
        """This record with the dice of a new turn."""
        return replace(self, turns=(*self.turns, Turn(roll)))

    def acted(self, choices: Sequence[Move]) -> "Record":
        """This record with the next action of its last turn."""
        *before, turn = self.turns
        turn = replace(turn, actions=(*turn.actions, tuple(choices)))
        return replace(self, turns=(*before, turn))

    def tagged(self, **tags: str) -> "Record":
        """This record with more tags, or with new values for those it has."""
        return replace(self, extra={**self.extra, **tags})
