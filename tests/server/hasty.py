"""Rowlock for people without patience, as a program: words before `serve` say what is not waited
for. All else is as it is."""

import sys
from pathlib import Path

from rowlock.cli import main
from rowlock.server.storage import writer
from rowlock.server.tables import table

PROGRAM = str(Path(__file__).resolve())
CLOCK, DATABASE = "clock", "database"


def make_hasty(what: str) -> None:
    """The quick clock gives one second; a database that is away is given up at once."""
    if what == CLOCK:
        table.CLOCKS = {**table.CLOCKS, "quick": 1}
    if what == DATABASE:
        writer.PAUSES = writer.PAUSES[:3]


if __name__ == "__main__":
    while sys.argv[1] != "serve":
        make_hasty(sys.argv.pop(1))
    main()
