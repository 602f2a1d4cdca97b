"""A game between bots, shown turn by turn."""

import sys
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

import typer

from rowlock.bots import Player, find_bot, play
from rowlock.cli.sheets import LEGEND, SHAPES
from rowlock.cli.show import console, say, show_result, show_sheets
from rowlock.dice import seeded_dice
from rowlock.record import Record, write_record
from rowlock.rules import Game, Phase, Variant, find_variant, on_board, on_board_path, start, totals
from rowlock.rules.catalogue import SIDES

PAUSE = 0.4


@dataclass(frozen=True)
class Demo:
    """Which game to show."""

    variant: str
    seats: int
    seed: int
    bots: list[str]
    board: str


def watch(demo: Demo, file: Path | None, pause: float | None) -> None:
    """Show the game, and write its record if a file is given."""
    try:
        record, players = set_up(demo)
    except (ValueError, OSError) as error:
        print(f"rowlock demo: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    record = _show_game(record, players, demo, _pause(pause))
    if file:
        _write(record, file)


def set_up(demo: Demo) -> tuple[Record, list[Player]]:
    """The record before the first roll, and who plays."""
    variant = _variant(demo)
    lucky = Random(f"{demo.seed}/lucky").sample(variant.lucky, len(variant.lucky))
    game = start(variant, demo.seats, lucky=lucky[: demo.seats])
    bots = list(islice(cycle(demo.bots), demo.seats))
    names = tuple(f"{bot.capitalize()} {seat}" for seat, bot in enumerate(bots, start=1))
    players = [
        Player(find_bot(bot), Random(f"{demo.seed}/{seat}")) for seat, bot in enumerate(bots)
    ]
    dice = seeded_dice(demo.seed)
    tags = {"Dice": "seeded", "Seed": dice.seed.hex(), "Bots": "; ".join(bots)}
    return Record(game, names, extra=tags), players


def _variant(demo: Demo) -> Variant:
    variant = find_variant(demo.variant)
    if variant.board is None:
        return variant
    if demo.board in SIDES:
        return on_board(demo.board)
    try:
        return on_board_path(Path(demo.board).read_text(encoding="utf-8"))
    except OSError as error:
        sides = " or ".join(SIDES)
        raise ValueError(f"--board is {sides} or a file; {demo.board}: {error.strerror}") from None


def _show_game(record: Record, players: list[Player], demo: Demo, pause: float) -> Record:
    say((demo.variant, "bold"), f" · seed {demo.seed} · {', '.join(record.names)}")
    say((LEGEND, "dim"))
    before, played = record.start, record
    for played, game in play(record, record.start, seeded_dice(demo.seed), players):
        if game.over or game.phase is Phase.ROLL:
            say()
            say(_turn_line(played, before))
            show_sheets(played, before, game)
            before = game
            time.sleep(pause)
    show_result(played, before)
    return played.tagged(Result=" ".join(map(str, totals(before))))


def _turn_line(record: Record, before: Game) -> str:
    turn = record.turns[-1]
    white = " ".join(f"[{face}]" for face in turn.roll.white)
    colours = " ".join(f"{SHAPES[die]}{face}" for die, face in turn.roll.colours)
    actions = zip(before.variant.actions, turn.actions, strict=False)
    told = " · ".join(f"{phase} {' '.join(map(str, choices))}" for phase, choices in actions)
    return f"── Turn {before.turn}: {record.names[before.active]} rolls {white} {colours} → {told}"


def _pause(wanted: float | None) -> float:
    if wanted is not None:
        return max(0.0, wanted)
    return PAUSE if console.is_terminal else 0.0


def _write(record: Record, file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(write_record(record), encoding="utf-8", newline="\n")
    except OSError as error:
        print(f"rowlock demo: {file} cannot be written: {error.strerror}", file=sys.stderr)
        raise typer.Exit(2) from None
    say(f"The game is written to {file}; see where it ends with: rowlock replay {file}")
