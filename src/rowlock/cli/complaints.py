"""How long commands say what is wrong."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from rowlock.arena.cluster import NoCluster
from rowlock.arena.extras import MissingExtra

EXIT_BAD_INPUT = 2


def complain(command: str, message: str) -> None:
    """Says it on standard error."""
    print(f"rowlock {command}: {message}", file=sys.stderr, flush=True)


@contextmanager
def told_in_words(command: str) -> Iterator[None]:
    """What cannot be done is told in a sentence, and the command ends."""
    try:
        yield
    except (ValueError, MissingExtra, NoCluster) as error:
        complain(command, str(error))
        raise typer.Exit(EXIT_BAD_INPUT) from None
