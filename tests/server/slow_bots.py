"""Bots that think until the test has them go on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from rowlock.bots import BOTS, find_bot
from rowlock.rules import Game, Move

PATIENCE = 60.0


class SlowBot:
    """Thinks for as long as it is held; `asked` are the seats (from 0) it began to think for."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.answered: list[str] = []
        self._go_on = threading.Event()

    def __call__(self, game: Game, seat: int, rng: Random) -> Move:
        self.asked.append(seat)
        assert self._go_on.wait(PATIENCE)
        move = find_bot("random")(game, seat, rng)
        self.answered.append(str(move))
        return move

    def go_on(self) -> None:
        """All that it thinks about, it has thought out."""
        self._go_on.set()


@contextmanager
def slow_bot(monkeypatch: pytest.MonkeyPatch, name: str = "slow") -> Iterator[SlowBot]:
    """A slow bot that tables know by this name; no thread is left behind with it."""
    bot = SlowBot()
    monkeypatch.setitem(BOTS, name, bot)
    try:
        yield bot
    finally:
        bot.go_on()
