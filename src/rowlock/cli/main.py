"""The `rowlock` command."""

import contextlib
import io
import os
import sys
from typing import Annotated, NoReturn, TextIO

import typer

from rowlock import __version__
from rowlock.cli.admin import admin
from rowlock.cli.arena import ArenaCommand, arena
from rowlock.cli.best import best
from rowlock.cli.commands import Commands
from rowlock.cli.db import db
from rowlock.cli.demo import demo
from rowlock.cli.exits import Exit
from rowlock.cli.moves import moves
from rowlock.cli.replay import replay
from rowlock.cli.serve import serve
from rowlock.cli.solve import solve
from rowlock.cli.train import train
from rowlock.cli.verify import GUARANTEE, verify

DEBUG = "ROWLOCK_DEBUG"

app = typer.Typer(
    name="rowlock",
    cls=Commands,
    help="Play, record and study the dice games of the Qwixx family.",
    epilog="Start with: rowlock serve --open",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (serve, demo, replay, moves, best, solve):
    app.command()(command)
app.command(epilog=GUARANTEE)(verify)
app.command(cls=ArenaCommand)(arena)
app.command(cls=ArenaCommand)(train)
for group in (db, admin):
    app.add_typer(group)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rowlock {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; a person never sees a traceback."""
    _prepare_output()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone, as in `rowlock replay … | head`; nothing can be told to it.
        _drop(sys.stdout)
        sys.exit(Exit.BROKEN_PIPE)
    except OSError as error:
        _drop(sys.stdout)
        _stop(Exit.OUTPUT, f"the output cannot be written: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(Exit.INTERRUPTED)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        _stop(
            Exit.BUG,
            f"this is a bug in Rowlock: {type(error).__name__}: {error}",
            f"Please report it, with what is shown after {DEBUG}=1 and the same command.",
        )


def _prepare_output() -> None:
    # A stream that was closed before the start is None; what is written there goes nowhere.
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets another one instead of an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop(stream: TextIO) -> None:
    """What is still to be written there would fail again at the end of the program."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _stop(code: int, *lines: str) -> NoReturn:
    # Help needs none of the games, and is there in no time.
    from rowlock.record import visible

    try:
        print("rowlock: " + "\n".join(map(visible, lines)), file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)
    sys.exit(code)
