"""The exit codes of all commands; scripts depend on them.

The two of a record's own errors are with these errors (`RecordError.exit_code`), and mean the same.
"""

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    FINE = 0
    STOPPED = 1
    """Not all is well, or not all is done: a rule is broken, dice are unfair, games are missing."""
    BAD_INPUT = 2
    """What was asked cannot be done, or a file cannot be read."""
    BUG = 70
    OUTPUT = 74
    """The output cannot be written."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    """The reader of the output has gone."""
