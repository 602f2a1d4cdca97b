"""How commands say what is wrong."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from rowlock.arena.extras import MissingExtra
from rowlock.cli.exits import Exit
from rowlock.record import visible


def complain(command: str, *lines: str) -> None:
    """Says it on standard error. Whatever a line quotes, it stays one line and moves no cursor."""
    told = "\n".join(map(visible, lines))
    print(f"rowlock {command}: {told}", file=sys.stderr, flush=True)


@contextmanager
def told_in_words(command: str, *more: type[Exception]) -> Iterator[None]:
    """What cannot be done is told in a sentence, and the command ends. Of errors of the system only
    those about a file that was named are: others are about the output."""
    known: tuple[type[Exception], ...] = (ValueError, MissingExtra, *more)
    try:
        yield
    except known as error:
        complain(command, str(error))
        raise typer.Exit(Exit.BAD_INPUT) from None
    except OSError as error:
        if error.filename is None:
            raise
        complain(command, f"{error.filename}: {error.strerror}")
        raise typer.Exit(Exit.BAD_INPUT) from None
