"""Starting the server from the command line."""

import asyncio
import sys
from pathlib import Path

import typer
from platformdirs import user_data_path
from sqlalchemy.exc import DatabaseError

from rowlock.server.live.thinkers import USUAL_THREADS
from rowlock.server.storage import bring_up_to_date
from rowlock.server.storage.upgrade import NewerDatabase
from rowlock.server.web.app import Config
from rowlock.server.web.serve import serve

DATABASE = "rowlock.db"
EXIT_CANNOT = 2


def start_serving(
    host: str,
    port: int,
    data: Path | None,
    show: bool,
    pace: float,
    bot_threads: int | None = None,
) -> None:
    """Serve; what stands in the way is told in a sentence."""
    folder = data or user_data_path("rowlock", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _cannot(f"the folder {folder} cannot be made: {error.strerror}")
    config = Config(folder / DATABASE, host, pace, bot_threads or USUAL_THREADS)
    try:
        # Whatever is wrong with the database is known before anything is promised.
        asyncio.run(bring_up_to_date(config.url))
        serve(config, port, show)
    except NewerDatabase as error:
        _cannot(str(error))
    except DatabaseError as error:
        _cannot(f"the database {config.database} cannot be used: {error.orig}")
    except OSError as error:
        other = "choose another with --port, or make play PORT=9000"
        _cannot(f"{host}:{port} cannot be used: {error.strerror}; {other}")


def _cannot(why: str) -> None:
    print(f"rowlock serve: {why}", file=sys.stderr)
    raise typer.Exit(EXIT_CANNOT)
