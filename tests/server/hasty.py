"""Rowlock for people without patience, as a program: words before `serve` say what is not waited
for, or what there is little of. All else is as it is."""

import sys
from dataclasses import replace
from pathlib import Path

from rowlock.cli import main
from rowlock.server.storage import scribes, store, writer
from rowlock.server.tables import table

PROGRAM = str(Path(__file__).resolve())
CLOCK, DATABASE = "clock", "database"
PEERS, DESCRIPTORS, PLAIN_LOOP = "peers", "descriptors", "plain-loop"
FEW = 128
LOCKED = 0.1


def make_hasty(what: str) -> None:
    """The quick clock gives one second; a database that is away is given up at once; so are peers
    that are slow. There are few descriptors, or only Python's own event loop."""
    if what == CLOCK:
        table.CLOCKS = {**table.CLOCKS, "quick": 1}
    if what == DATABASE:
        writer.PAUSES = writer.PAUSES[:3]
        for module, use in ((scribes, "WRITING"), (store, "READING")):
            setattr(module, use, replace(getattr(module, use), locked=LOCKED))
    if what == PEERS:
        from rowlock.server.web import requests, running

        requests.PATIENCE = requests.Patience(head=2.0)
        running.LONGEST_DRAIN = 0.3
    if what == DESCRIPTORS:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))
    if what == PLAIN_LOOP:
        # What is None there cannot be imported.
        sys.modules["uvloop"] = None  # type: ignore[assignment]


if __name__ == "__main__":
    while sys.argv[1] != "serve":
        make_hasty(sys.argv.pop(1))
    main()
