"""`rowlock arena`."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from rowlock.arena.bounds import MOST_GAMES
from rowlock.cli.arguments import BOT_NAMES, MOST_THREADS, BoardName, VariantName

LOCAL_RAY = "local"

Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT...",
        help=f"{BOT_NAMES}, or cmd:PROGRAM for one of your own. They may repeat.",
    ),
]
Games = Annotated[
    int, typer.Option(min=1, max=MOST_GAMES, help="Games a meeting, made up to whole deals.")
]
Seed = Annotated[int, typer.Option(help="The same number gives the same games.")]
Seats = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Seats at a table. With fewer than there are bots, every such group of them meets.",
        show_default="one for each bot",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        min=1, max=MOST_THREADS, help="How many games run at once.", show_default="all cores"
    ),
]
Seconds = Annotated[float, typer.Option(help="What a cmd: bot may take for a decision.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write all numbers here; - is standard output.")
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", help="The same as a table; - is standard output.")
]
Picture = Annotated[
    Path | None, typer.Option(help="Draw how scores are spread: a file in .svg or .png.")
]
RecordsFolder = Annotated[
    Path | None, typer.Option("--records", help="Write every game as a record into this folder.")
]
ParquetFolderName = Annotated[
    Path | None, typer.Option("--parquet", help="Write results and decisions as Parquet there.")
]
KeepFolder = Annotated[
    Path | None,
    typer.Option(
        "--keep", help="Keep finished games there: the same command goes on where it stopped."
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: auto or HOST:PORT; without one, on a local Ray.",
    ),
]


class ArenaCommand(TyperCommand):
    """Lets `--ray` stand without a value, which Typer does not know."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with the value that `--ray` was spared."""
        return super().parse_args(ctx, with_ray_address(args))


def with_ray_address(args: list[str]) -> list[str]:
    """`--ray` is followed by an address if that is what comes next: bots have other names."""
    complete = []
    for word, following in pairwise([*args, ""]):
        complete.append(word)
        if word == "--ray" and not is_address(following):
            complete.append(LOCAL_RAY)
    return complete


def is_address(word: str) -> bool:
    """Whether this can be where a cluster is."""
    return word in ("auto", LOCAL_RAY) or (":" in word and not word.startswith("cmd:"))


def arena(
    bots: Bots,
    variant: VariantName = "original",
    games: Games = 10_000,
    seed: Seed = 1,
    seats: Seats = None,
    board: BoardName = None,
    threads: Threads = None,
    seconds: Seconds = 10.0,
    json: JsonFile = None,
    csv: CsvFile = None,
    picture: Picture = None,
    records: RecordsFolder = None,
    parquet: ParquetFolderName = None,
    keep: KeepFolder = None,
    ray: RayAddress = None,
) -> None:
    """Let bots play many games against each other, and say who is better.

    All get the same dice and sit in every seat.
    """
    from rowlock.cli.tournament import Asked, hold

    hold(
        Asked(
            bots=bots,
            variant=variant,
            board=board,
            games=games,
            seed=seed,
            seats=seats,
            threads=threads,
            seconds=seconds,
            json=json,
            csv=csv,
            picture=picture,
            records=records,
            parquet=parquet,
            keep=keep,
            ray=ray,
        )
    )
