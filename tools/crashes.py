"""Kills servers and fills their disks while people play, and says whether anything was lost.

PYTHONPATH=.:tests:tools .venv/bin/python tools/crashes.py --storage postgresql --kills 500
"""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import typer
from rich.console import Console

from server import databases
from server.crashing import Quake

EVERY = 10.0
"""How often progress is told where nobody looks, in seconds."""


def main(
    storage: Annotated[Literal["sqlite", "postgresql"], typer.Option()] = "sqlite",
    kills: Annotated[int, typer.Option(help="How often Rowlock is killed.")] = 500,
    postgres_kills: Annotated[int, typer.Option(help="How often PostgreSQL is killed.")] = 0,
    cuts: Annotated[int, typer.Option(help="How often connections to it are cut.")] = 0,
    faults: Annotated[int, typer.Option(help="How often a disk is full, or the like.")] = 0,
    processes: Annotated[int, typer.Option(help="How many serve the same tables.")] = 1,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
) -> None:
    """Shake, and tell."""
    if storage == "sqlite" and (processes > 1 or postgres_kills or cuts):
        raise typer.BadParameter("SQLite is for one process, and has no PostgreSQL to be killed")
    databases.use(storage)
    console = Console()
    with (
        tempfile.TemporaryDirectory(prefix="rowlock-crashes-") as folder,
        console.status("starting") as status,
    ):
        told = time.monotonic()

        def note(progress: str) -> None:
            nonlocal told
            status.update(progress)
            if not console.is_terminal and time.monotonic() > told + EVERY:
                console.print(progress)
                told = time.monotonic()

        quake = Quake(Path(folder), Random(seed), processes)
        report = asyncio.run(quake.shake(kills, postgres_kills, cuts, faults, note))
    console.print(f"{storage}, {processes} processes, seed {seed}:")
    console.print("\n".join(report.lines()))


if __name__ == "__main__":
    typer.run(main)
