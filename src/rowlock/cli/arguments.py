"""The arguments that commands share."""

from typing import Annotated

import typer

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Records (.rlk); - is standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a file, each on its line.")]
VariantName = Annotated[str, typer.Option(help="original, on-board, longo, mixx-a or mixx-b.")]
BoardName = Annotated[
    str | None,
    typer.Option(
        help="On Board: side A or B, or a file with the 40 spaces of a path.", show_default="A"
    ),
]

MOST_THREADS = 1024

BOT_NAMES = "easy, medium, hard, master, grandmaster, heuristic, planner, cautious, random"
"""The bots, for explanations: those to play against, then those to measure by."""
