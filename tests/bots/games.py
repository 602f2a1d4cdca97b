"""Bots at tables: one choice, or a whole game."""

from collections.abc import Sequence
from random import Random

import rowlock.bots
from rowlock.bots import Player, find_bot
from rowlock.dice import seeded_dice
from rowlock.record import Record
from rowlock.rules import Game, Variant, start


def whole_game(variant: Variant, bots: Sequence[str], seed: int) -> tuple[Record, Game]:
    """The last record and position of a game between these bots."""
    game = start(variant, len(bots))
    players = [Player(find_bot(bot), Random(f"{seed} {seat}")) for seat, bot in enumerate(bots)]
    dice = seeded_dice(seed, len(bots))
    *_, last = rowlock.bots.play(Record(game, tuple(bots)), dice, players)
    return last


def choice(name: str, game: Game, seat: int = 0) -> str:
    """The move of a bot, as a token."""
    return str(find_bot(name)(game, seat, Random(0)))
