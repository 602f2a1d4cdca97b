"""Players that are programs: one bot a file, all of them listed here."""

from random import Random

from rowlock.bots.bot import Bot
from rowlock.bots.cautious import cautious_bot
from rowlock.bots.exact import plays_exactly
from rowlock.bots.grandmaster import grandmaster
from rowlock.bots.grandmaster import warm_up as prepare_grandmaster
from rowlock.bots.heuristic import heuristic_bot
from rowlock.bots.optimal import optimal_bot
from rowlock.bots.play import Player, play
from rowlock.bots.random import random_bot
from rowlock.bots.thinking import compiled_bot
from rowlock.kernels.lock import one_at_a_time
from rowlock.rules import Roll, find_variant, start

BOTS: dict[str, Bot] = {
    "random": random_bot,
    "cautious": cautious_bot,
    "heuristic": heuristic_bot,
    "planner": compiled_bot("planner"),
    "easy": compiled_bot("easy"),
    "medium": compiled_bot("medium"),
    "hard": compiled_bot("hard"),
    "master": compiled_bot("master"),
    "grandmaster": grandmaster(),
}
"""The bots by name. They play at every table."""

LEVELS = ("easy", "medium", "hard", "master", "grandmaster")
"""Those a person can pick to play against, from weak to strong."""

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
    """Loads what the bots think with, or compiles it, before anybody waits for it. Weak levels come
    first: the stronger ones think with all that these do, and more."""
    from rowlock.kernels.compiled import SOURCES, cache_folder  # noqa: PLC0415  # loads Numba

    game = start(find_variant("original"), 2)
    game = game.roll(Roll((1, 1), tuple((die, 1) for die in game.dice_in_play)))
    with one_at_a_time(cache_folder(SOURCES) / "compiling"):
        for level in LEVELS:
            BOTS[level](game, game.active, Random(0))
        prepare_grandmaster(game)


__all__ = [
    "BOTS",
    "LEVELS",
    "SOLO_BOTS",
    "Bot",
    "Player",
    "find_bot",
    "grandmaster",
    "play",
    "plays_exactly",
    "warm_up",
]
