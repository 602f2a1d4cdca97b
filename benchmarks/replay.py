"""How many finished games a second `rowlock replay --json` handles on one core.

Start-up is measured by the same command on a single file and taken off.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from rowlock.bots import Player, find_bot, play
from rowlock.dice import seeded_dice
from rowlock.record import Record, write_record
from rowlock.rules import VARIANTS, Variant, start

GAMES = 1000
REPEATS = 5
SEATS = 2
PAIRINGS = {"cautious": ("cautious", "cautious"), "random": ("random", "random")}


def main() -> None:
    """Measure every game with calm and with wild players, and print a table."""
    table = Table(title=f"rowlock replay --json, {GAMES} finished two-player games, one core")
    for heading in ("game", "players", "turns a game", "games a second", "slowest", "fastest"):
        table.add_column(heading, justify="left" if heading in ("game", "players") else "right")
    for name, variant in VARIANTS.items():
        for pairing, bots in PAIRINGS.items():
            table.add_row(name, pairing, *measure(variant, bots))
    Console().print(table)


def measure(variant: Variant, bots: tuple[str, ...]) -> list[str]:
    """Turns a game; median, slowest and fastest games a second of several runs."""
    with tempfile.TemporaryDirectory() as folder:
        turns = [write_game(Path(folder), variant, bots, seed) for seed in range(GAMES)]
        files = sorted(str(file) for file in Path(folder).iterdir())
        rates = []
        for _ in range(REPEATS):
            start_up = cpu_seconds(files[:1])
            rates.append((GAMES - 1) / (cpu_seconds(files) - start_up))
    numbers = statistics.median(rates), min(rates), max(rates)
    return [f"{statistics.mean(turns):.1f}", *(f"{rate:,.0f}" for rate in numbers)]


def write_game(folder: Path, variant: Variant, bots: tuple[str, ...], seed: int) -> int:
    """Play and write one game; how many turns it took."""
    game = start(variant, SEATS)
    players = [Player(find_bot(bot), Random(f"{seed}/{seat}")) for seat, bot in enumerate(bots)]
    *_, (record, _) = play(Record(game, bots), seeded_dice(seed, SEATS), players)
    (folder / f"{seed:05}.rlk").write_text(write_record(record), encoding="utf-8")
    return len(record.turns)


def cpu_seconds(files: list[str]) -> float:
    """The processor time of the command on these files: one process, one thread, so one core."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "rowlock", "replay", "--json", *files],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
