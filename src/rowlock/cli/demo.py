"""`rowlock demo`."""

from pathlib import Path
from typing import Annotated

import typer

from rowlock.cli.arguments import BOT_NAMES, BoardName, VariantName

Seats = Annotated[int, typer.Option(help="How many seats; 1 is a solo game.")]
Seed = Annotated[int, typer.Option(help="The same number gives the same game.")]
BotNames = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        help=f"A bot for the next seat: {BOT_NAMES}; in solved solo games also optimal. Repeat it; "
        "the last seats repeat them.",
        show_default="cautious, random",
    ),
]
RecordFile = Annotated[Path | None, typer.Option("--record", help="Write the game to this file.")]
Pause = Annotated[
    float | None, typer.Option(help="Seconds between turns.", show_default="0.4 on a terminal")
]


def demo(
    variant: VariantName = "original",
    seats: Seats = 2,
    seed: Seed = 4,
    bot: BotNames = None,
    board: BoardName = None,
    record: RecordFile = None,
    pause: Pause = None,
) -> None:
    """Watch a game between bots, sheet by sheet."""
    from rowlock.cli.watch import DEFAULT_BOTS, Demo, watch

    watch(Demo(variant, seats, seed, bot or DEFAULT_BOTS[:seats], board), record, pause)
