"""Players that are programs: one bot a file, all of them listed here."""

from rowlock.bots.bot import Bot
from rowlock.bots.cautious import cautious_bot
from rowlock.bots.heuristic import heuristic_bot
from rowlock.bots.play import Player, play
from rowlock.bots.random import random_bot

BOTS: dict[str, Bot] = {
    "random": random_bot,
    "cautious": cautious_bot,
    "heuristic": heuristic_bot,
}
"""The bots by name, from weak to strong in the original game."""


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return BOTS[name]


__all__ = ["BOTS", "Bot", "Player", "find_bot", "play"]
