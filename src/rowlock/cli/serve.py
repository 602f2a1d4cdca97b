"""`rowlock serve`."""

from pathlib import Path
from typing import Annotated

import typer

Host = Annotated[
    str, typer.Option(help="The address to listen on; 0.0.0.0 lets phones in the network join.")
]
Port = Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)]
Data = Annotated[
    Path | None,
    typer.Option(help="The folder games are kept in.", show_default="the user's data folder"),
]
Open = Annotated[bool, typer.Option("--open", help="Open the page where there is a desktop.")]
Pace = Annotated[
    float,
    typer.Option(
        help="How long rolls and bots pause: 2 is twice as long, 0 not at all.",
        envvar="ROWLOCK_PACE",
        min=0,
        max=10,
    ),
]

BotThreads = Annotated[
    int | None,
    typer.Option(
        help="How many bots think at the same time.",
        envvar="ROWLOCK_BOT_THREADS",
        min=1,
        show_default="the cores, 2 to 4",
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    open: Open = False,  # noqa: A002  # the option's name
    pace: Pace = 1.0,
    bot_threads: BotThreads = None,
) -> None:
    """Serve tables to browsers: friends, bots, one device or many."""
    from rowlock.cli.serving import start_serving

    start_serving(host, port, data, open, pace, bot_threads)
