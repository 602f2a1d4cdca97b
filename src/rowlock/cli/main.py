"""The `rowlock` command."""

import os
import sys
from typing import Annotated

import typer

from rowlock import __version__
from rowlock.cli.demo import demo
from rowlock.cli.moves import moves
from rowlock.cli.replay import replay
from rowlock.cli.verify import verify

EXIT_BUG = 70
EXIT_BROKEN_PIPE = 141
DEBUG = "ROWLOCK_DEBUG"

app = typer.Typer(
    name="rowlock",
    help="Play, record and study the dice games of the Qwixx family.",
    epilog="Start with: rowlock demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (demo, replay, moves, verify):
    app.command()(command)


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
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets another one instead of an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except BrokenPipeError:
        # The reader has gone, as in `rowlock replay … | head`; nothing can be told to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_BROKEN_PIPE)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        print(
            f"rowlock: this is a bug in Rowlock: {type(error).__name__}: {error}\n"
            f"Please report it, with what is shown after {DEBUG}=1 and the same command.",
            file=sys.stderr,
        )
        sys.exit(EXIT_BUG)
