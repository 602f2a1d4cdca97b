"""Playing a game to its end between bots."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rowlock.bots.bot import Bot
from rowlock.dice import DiceSource
from rowlock.record import Record, replay
from rowlock.rules import Game, Phase


class Player(NamedTuple):
    """A bot at a table, with the randomness it uses."""

    bot: Bot
    rng: Random


def play(
    record: Record, dice: DiceSource, players: Sequence[Player]
) -> Iterator[tuple[Record, Game]]:
    """The game goes on from where the record stands, to its end: the record and the position
    after every roll and every action."""
    game = replay(record)
    while not game.over:
        if game.phase is Phase.ROLL:
            roll = dice(game)
            record, game = record.rolled(roll), game.roll(roll)
        else:
            choices = [players[seat].bot(game, seat, players[seat].rng) for seat in game.acting]
            record, game = record.acted(choices), game.act(choices)
        yield record, game
