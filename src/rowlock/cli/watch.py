"""A game between bots, shown turn by turn."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

import typer

from rowlock.bots import Player, find_bot, play, plays_exactly
from rowlock.cli.boards import chosen_variant
from rowlock.cli.complaints import complain
from rowlock.cli.exits import Exit
from rowlock.cli.names import shown_name, shown_names
from rowlock.cli.sheets import LEGEND, NEW_LEGEND, SHAPES
from rowlock.cli.show import console, say, show_result, show_sheets
from rowlock.dice import DiceSource, FairDice, seeded_dice
from rowlock.record import Record, write_record
from rowlock.rules import Game, Phase, start, totals

PAUSE = 0.4
LONGEST_PAUSE = 3600.0
"""In seconds."""

DEFAULT_BOTS = ["cautious", "random"]


@dataclass(frozen=True)
class Demo:
    """Which game to show."""

    variant: str
    seats: int
    seed: int
    bots: list[str]
    board: str | None


def watch(demo: Demo, file: Path | None, pause: float | None) -> None:
    """Show the game, and write its record if a file is given."""
    try:
        record, dice, players = set_up(demo)
        seconds = _pause(pause)
        _write(record, file)
        record = _show_game(record, dice, players, seconds)
        _write(record, file)
    except ValueError as error:
        complain("demo", str(error))
        raise typer.Exit(Exit.BAD_INPUT) from None
    if file:
        say(f"The game is written to {file}. Where does it end?")
        say(f"  {_command()} replay {file}")


def set_up(demo: Demo) -> tuple[Record, FairDice, list[Player]]:
    """The record before the first roll, its dice, and who plays."""
    variant = chosen_variant(demo.variant, demo.board)
    if len(demo.bots) > demo.seats > 0:
        raise ValueError(f"{len(demo.bots)} bots for {demo.seats} seats")
    lucky = Random(f"{demo.seed}/lucky").sample(variant.lucky, len(variant.lucky))
    game = start(variant, demo.seats, lucky=lucky[: demo.seats])
    bots = list(islice(cycle(demo.bots), demo.seats))
    names = tuple(f"{bot.capitalize()} {seat}" for seat, bot in enumerate(bots, start=1))
    players = [
        Player(find_bot(bot, demo.seats), Random(f"{demo.seed}/{seat}"))
        for seat, bot in enumerate(bots)
    ]
    dice = seeded_dice(demo.seed, demo.seats)
    tags = {"Dice": "seeded", **dice.published(), "Bots": "; ".join(bots)}
    return Record(game, names, extra=tags), dice, players


def _show_game(record: Record, dice: DiceSource, players: list[Player], pause: float) -> Record:
    say((record.start.variant.name, "bold"), f" · {', '.join(shown_names(record))}")
    say((f"{LEGEND}  {NEW_LEGEND}", "dim"))
    for bot in dict.fromkeys(record.extra["Bots"].split("; ")):
        if plays_exactly(bot, record.start):
            say((f"{bot} plays from the exact table of this game.", "dim"))
    before, played = record.start, record
    for played, game in play(record, dice, players):
        if game.over or game.phase is Phase.ROLL:
            say()
            for line in _turn_lines(played, before):
                say(line)
            show_sheets(played, before, game, "active")
            before = game
            time.sleep(pause)
    show_result(played, before)
    return played.tagged(Result=" ".join(map(str, totals(before))))


def _turn_lines(record: Record, before: Game) -> Iterator[str]:
    turn = record.turns[-1]
    white = " ".join(f"[{face}]" for face in turn.roll.white)
    colours = " ".join(f"{SHAPES.get(die, die)}{face}" for die, face in turn.roll.colours)
    active = shown_name(record.names[before.active])
    yield f"── Turn {before.turn}: {active} rolls {white} {colours}"
    actions = zip(before.variant.actions, turn.actions, strict=False)
    yield "   " + " · ".join(f"{phase} {' '.join(map(str, moves))}" for phase, moves in actions)


def _pause(wanted: float | None) -> float:
    if wanted is not None:
        # Written so that what is not a number at all is refused too.
        if not wanted <= LONGEST_PAUSE:
            raise ValueError(f"--pause is at most {LONGEST_PAUSE:g} seconds, not {wanted:g}")
        return max(0.0, wanted)
    return PAUSE if console.is_terminal else 0.0


def _write(record: Record, file: Path | None) -> None:
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(write_record(record), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror}") from None


def _command() -> str:
    """How this command was called, for hints that can be typed as they stand."""
    called = Path(sys.argv[0])
    return "python -m rowlock" if called.name == "__main__.py" else str(called)
