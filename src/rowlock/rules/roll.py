"""A roll of the dice, as a value."""

import re
from functools import lru_cache
from typing import NamedTuple

from rowlock.rules.move import NUMBER, read_number


class Roll(NamedTuple):
    """Two white dice and the colour dice, each with its colour's letter.

    >>> str(Roll((4, 1), (("r", 3), ("y", 2))))
    'w41 r3 y2'
    """

    white: tuple[int, int]
    colours: tuple[tuple[str, int], ...]

    @property
    def white_sum(self) -> int:
        """The sum of the two white dice."""
        return self.white[0] + self.white[1]

    @property
    def letters(self) -> tuple[str, ...]:
        """Which colour dice were rolled, in the order they are held."""
        return tuple([letter for letter, _ in self.colours])

    def in_order(self, dice: tuple[str, ...]) -> "Roll":
        """The same roll with its colour dice in this order, others last."""
        if self.letters == dice:
            return self
        order = {letter: index for index, letter in enumerate(dice)}
        colours = sorted(self.colours, key=lambda die: order.get(die[0], len(dice)))
        return Roll(self.white, tuple(colours))

    def __str__(self) -> str:
        colours = (f"{letter}{face}" for letter, face in self.colours)
        return " ".join((f"w{self.white[0]}{self.white[1]}", *colours))


_LONGEST = 10_000
_WHITE = re.compile(r"w([0-9])([0-9])")
_COLOUR = re.compile(rf"([a-z]){NUMBER}")


def parse_roll(text: str, dice: tuple[str, ...]) -> Roll:
    """The roll a text such as "w41 r3 y2 g6 b6" names, its parts in any order.

    `dice` has the letters a colour die may have. Whether these dice can have been rolled is for
    `Game.roll` to say.
    """
    if len(text) > _LONGEST:
        raise ValueError("this is longer than any roll")
    white, *others = sorted(text.split(), key=_is_colour) or [""]
    colours = [_colour_die(token, dice) for token in others]
    return Roll(_white_dice(white), tuple(colours)).in_order(dice)


def _is_colour(token: str) -> bool:
    return token[0] != "w"


@lru_cache(maxsize=128)
def _white_dice(token: str) -> tuple[int, int]:
    found = _WHITE.fullmatch(token)
    if found is None:
        raise ValueError("a roll has the two white dice once, written like w41")
    return int(found[1]), int(found[2])


@lru_cache(maxsize=256)
def _colour_die(token: str, dice: tuple[str, ...]) -> tuple[str, int]:
    found = _COLOUR.fullmatch(token)
    if found is None or found[1] not in dice:
        raise ValueError(f"{token[:20]!r} is no die: dice are {', '.join(dice)} with a face, as r3")
    return found[1], read_number(found[2])
