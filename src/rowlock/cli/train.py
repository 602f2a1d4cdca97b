"""`rowlock train`."""

from pathlib import Path
from typing import Annotated

import typer

from rowlock.arena.bounds import MOST_GAMES
from rowlock.cli.arguments import MOST_THREADS, BoardName

VariantName = Annotated[
    str, typer.Argument(metavar="GAME", help="original, on-board, longo, mixx-a or mixx-b.")
]
Seats = Annotated[int, typer.Option(help="How many play. Each number has a network of its own.")]
Games = Annotated[int, typer.Option(help="How many games it learns from.")]
Seed = Annotated[int, typer.Option(help="The same number gives the same network.")]
Rate = Annotated[
    float | None,
    typer.Option(help="How large the steps of learning are.", show_default="what was best so far"),
]
Trust = Annotated[
    float | None,
    typer.Option(
        help="λ: how much the later course of a game counts against the network's own opinion.",
        show_default="what was best so far",
    ),
]
BatchSize = Annotated[
    int | None,
    typer.Option("--batch", help="Games for each step.", show_default="what was best so far"),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        help="Where the course is kept, and its network and curve are written.",
        show_default="training/GAME-SEATS",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_THREADS, help="How many threads work.", show_default="all cores"),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: auto or HOST:PORT; without one, on a local Ray.",
    ),
]
Every = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_GAMES,
        metavar="GAMES",
        help="Measure how strong it is after so many games each.",
        show_default="a twelfth of all",
    ),
]


def train(
    variant: VariantName,
    seats: Seats,
    board: BoardName = None,
    games: Games = 1_000_000,
    seed: Seed = 1,
    rate: Rate = None,
    trust: Trust = None,
    batch: BatchSize = None,
    folder: Folder = None,
    threads: Threads = None,
    ray: RayAddress = None,
    every: Every = None,
) -> None:
    """Train a network that plays a game, by games against itself.

    It can be stopped at any time: the same command goes on from there.
    """
    from rowlock.cli.training import Asked, tell_training

    tell_training(
        Asked(
            variant=variant,
            board=board,
            seats=seats,
            games=games,
            seed=seed,
            rate=rate,
            trust=trust,
            batch=batch,
            folder=folder,
            threads=threads,
            ray=ray,
            every=every,
        )
    )
