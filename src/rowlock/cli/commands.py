"""All commands together: what is refused before any of them runs, and how."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup


class Commands(TyperGroup):
    """Takes only words that can be names of files, and quotes what it refuses safely."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, each of them checked."""
        with _quoting_safely():
            for word in args:
                check_word(word)
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        with _quoting_safely():
            return super().invoke(ctx)


def check_word(word: str) -> None:
    """Raises BadParameter for a word that no system gives and no file can be called."""
    try:
        possible = b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise typer.BadParameter(f"{word[:40]!r} has a character that no argument can have")


@contextmanager
def _quoting_safely() -> Iterator[None]:
    """What Typer refuses it tells with the words it was given, whatever is in them."""
    try:
        yield
    except Exception as error:
        # All errors that Typer tells by itself have a message; their class is not public.
        if hasattr(error, "format_message"):
            # Help needs none of the games, and is there in no time.
            from rowlock.record import visible

            error.message = visible(error.message)  # type: ignore[attr-defined]  # as said
        raise
