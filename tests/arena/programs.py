"""What the tests of bots that are programs share."""

import os
import select
import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

from helpers import position, rolled
from rowlock.arena import program
from rowlock.arena.external import ExternalBot
from rowlock.bots import Player, find_bot, play
from rowlock.dice import seeded_dice
from rowlock.record import Record, Turn
from rowlock.rules import Game, Roll, Variant, start

ROOT = Path(__file__).parent.parent.parent
BOTS = Path(__file__).parent / "bots"
EXAMPLE = ROOT / "examples" / "cautious_bot.py"


def roll_of(game: Game) -> Roll:
    assert game.rolled is not None
    return game.rolled


GAME = rolled(position("original", "r2", "y11"), "w23")
RECORD = Record(position("original", "r2", "y11"), ("A", "B"), (Turn(roll_of(GAME)),))


def command(file: Path, *arguments: object) -> str:
    return shlex.join(map(str, (sys.executable, file, *arguments)))


def misbehaving(how: str, *arguments: object) -> ExternalBot:
    return ExternalBot(command(BOTS / "misbehaving.py", how, *arguments), seconds=60)


def ask(bot: ExternalBot, number: int = 1) -> str:
    return str(bot.choose(RECORD, GAME, 0, number))


def threads_of_programs() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == program.THREAD_NAME]


class Lifeline:
    """A named pipe that tells whether the process that has opened it still lives."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def close(self) -> None:
        os.close(self.reader)

    def process(self) -> int:
        """The number of the process, which it has written there."""
        return int(os.read(self.reader, 100))

    def is_cut(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.reader], [], [], seconds)
        return bool(ready) and os.read(self.reader, 100) == b""


def games(variant: Variant, seats: int, seed: int) -> Iterator[tuple[Record, Game]]:
    """A game between bots that play well and badly, position by position."""
    names = ["cautious", "random"] if seed % 2 else ["cautious"]
    players = [
        Player(find_bot(names[seat % len(names)]), Random(f"{seed} {seat}"))
        for seat in range(seats)
    ]
    first = Record(start(variant, seats, first=seed % seats), ("A", "B", "C", "D", "E")[:seats])
    return play(first, seeded_dice(seed, seats), players)
