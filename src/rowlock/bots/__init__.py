"""Players that are programs: one bot a file, all of them listed here."""

from rowlock.bots.bot import Bot
from rowlock.bots.cautious import cautious_bot
from rowlock.bots.heuristic import heuristic_bot
from rowlock.bots.optimal import optimal_bot
from rowlock.bots.play import Player, play
from rowlock.bots.random import random_bot
from rowlock.rules import Game

BOTS: dict[str, Bot] = {
    "random": random_bot,
    "cautious": cautious_bot,
    "heuristic": heuristic_bot,
}
"""The bots by name, from weak to strong in the original game. They play at every table."""

LEVELS = ("easy", "medium", "hard", "master", "grandmaster")
"""The bots a person can pick at a table, from weak to strong."""

# Standing in until they are here.
BOTS |= {
    "easy": cautious_bot,
    "medium": cautious_bot,
    "hard": heuristic_bot,
    "master": heuristic_bot,
    "grandmaster": heuristic_bot,
}

SOLO_BOTS: dict[str, Bot] = {"optimal": optimal_bot}
"""The bots that play solo games only."""


def find_bot(name: str, seats: int | None = None) -> Bot:
    """The bot of that name that plays at a table of so many seats; without a number, at any."""
    known = {**BOTS, **SOLO_BOTS} if seats == 1 else BOTS
    if name in known:
        return known[name]
    if name in SOLO_BOTS:
        raise ValueError(f"the bot {name} plays solo games only, those with 1 seat")
    raise ValueError(f"there is no bot {name[:40]!r}; there are {', '.join(known)}")


def warm_up() -> None:
    """Loads what the bots need, or compiles it, before anybody waits for it."""


def plays_exactly(name: str, game: Game) -> bool:
    """Whether the bot's choice here is from an exact table."""
    return False


__all__ = ["BOTS", "LEVELS", "SOLO_BOTS", "Bot", "Player", "find_bot", "play", "plays_exactly", "warm_up"]
