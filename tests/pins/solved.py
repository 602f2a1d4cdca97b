"""Tables of solved games: their names, what tells them apart, and how their header looks."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rowlock.rules import VARIANTS
from rowlock.solver.space import SoloSpace, Unsolvable
from rowlock.solver.store import (
    HEADER,
    SLOT,
    Header,
    fingerprint,
    new_header,
    table_file,
    write_header,
)

SEATS = (1, 2)


def solver_text() -> str:
    """A few lines for every table that can be solved."""
    return "".join(f"{line}\n" for space in _spaces() for line in _told(space))


def _spaces() -> Iterator[SoloSpace]:
    for variant in VARIANTS.values():
        for lucky in (None, *variant.lucky):
            try:
                yield SoloSpace(variant, lucky)
            except Unsolvable:
                continue


def _told(space: SoloSpace) -> Iterator[str]:
    yield f"fingerprint {fingerprint(space)}"
    for seats in SEATS:
        header = replace(new_header(space, seats, 3), seconds=1.5, checksums=(1, 4294967295))
        yield f"file {table_file(Path(), space, seats).name}"
        yield f"header {_written(header)!r}"


def _written(header: Header) -> bytes:
    """A header as it is in a file, without the zeros after it."""
    with tempfile.TemporaryDirectory(prefix="rowlock-pins-") as folder:
        file = Path(folder) / "header"
        file.write_bytes(bytes(HEADER))
        written = write_header(file, header)
        place = written.saved % 2 * SLOT
        return file.read_bytes()[place : place + SLOT].rstrip(b"\0")
