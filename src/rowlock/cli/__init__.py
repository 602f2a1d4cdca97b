"""The command line: one file a command, nothing heavy imported before it is needed."""

from rowlock.cli.main import main

__all__ = ["main"]
