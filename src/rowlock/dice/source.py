"""What every source of dice is."""

from collections.abc import Callable, Iterable

from rowlock.rules import Game, Roll

DiceSource = Callable[[Game], Roll]
"""A function that rolls the dice in play for a game that waits for a roll."""


def deal_faces(game: Game, faces: Iterable[int]) -> Roll:
    """The roll in which the dice in play show these faces: the white ones first."""
    first, second, *colours = faces
    return Roll((first, second), tuple(zip(game.dice_in_play, colours, strict=True)))
