"""`rowlock solve`."""

from pathlib import Path
from typing import Annotated

import typer

from rowlock.cli.arguments import MOST_THREADS

VariantName = Annotated[
    str, typer.Argument(metavar="GAME", help="original, longo, mixx-a or mixx-b.")
]
Lucky = Annotated[
    tuple[int, int] | None, typer.Option(help="Longo: the lucky numbers of the sheet, as 5 8.")
]
NoLucky = Annotated[bool, typer.Option("--no-lucky", help="Longo: without lucky numbers.")]
Seats = Annotated[
    int, typer.Option(help="How many roll. The others do nothing else: their white dice are yours.")
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_THREADS, help="How many threads work.", show_default="all cores"),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        help="Where tables are kept.", envvar="ROWLOCK_SOLVED", show_default="the user's folder"
    ),
]
Again = Annotated[bool, typer.Option("--again", help="Solve even if there is a table.")]
Distribution = Annotated[
    bool, typer.Option("--distribution", help="How often which final score comes, exactly.")
]
Picture = Annotated[
    Path | None, typer.Option(help="Draw that distribution: a file in .svg or .png.")
]
AsJson = Annotated[bool, typer.Option("--json", help="All numbers, as one JSON object.")]


def solve(
    variant: VariantName,
    lucky: Lucky = None,
    no_lucky: NoLucky = False,
    seats: Seats = 1,
    threads: Threads = None,
    folder: Folder = None,
    again: Again = False,
    distribution: Distribution = False,
    picture: Picture = None,
    json: AsJson = False,
) -> None:
    """Find perfect play of a solo game, and what it scores on average.

    The table that this makes is what `rowlock best` and the bot `optimal` play by. It can be
    stopped at any time: the same command goes on from there.
    """
    from rowlock.cli.solving import Asked, tell_solution

    tell_solution(
        Asked(
            variant=variant,
            lucky=lucky,
            no_lucky=no_lucky,
            seats=seats,
            threads=threads,
            folder=folder,
            again=again,
            distribution=distribution or picture is not None,
            picture=picture,
            json=json,
        )
    )
