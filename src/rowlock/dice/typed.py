"""Typed dice: real ones, rolled at a table and entered by hand."""

from collections.abc import Callable

from rowlock.dice.source import DiceSource, deal_faces
from rowlock.rules import Game, Roll, parse_roll


def read_roll(game: Game, text: str) -> Roll:
    """The roll somebody typed: as in a record ("w41 r3 y2 g6 b6", any order), or only the faces
    ("413266", "4 1 3 2 6 6") of the white dice and then the colour dice in play.

    Raises ValueError with what would be right if it cannot be this turn's roll.
    """
    faces = "".join(text.split())
    dice = ("w", "w", *game.dice_in_play)
    if not faces.isascii() or not faces.isdigit():
        roll = parse_roll(text, game.variant.dice)
    elif len(faces) == len(dice):
        roll = deal_faces(game, map(int, faces))
    else:
        raise ValueError(f"{len(faces)} faces for {len(dice)} dice: {' '.join(dice)}")
    game.roll(roll)
    return roll


def typed_dice(ask: Callable[[Game], str], complain: Callable[[str], None]) -> DiceSource:
    """Dice that are asked for until the answer is a roll; what is wrong with one is told."""

    def roll(game: Game) -> Roll:
        while True:
            try:
                return read_roll(game, ask(game))
            except ValueError as error:
                complain(str(error))

    return roll
