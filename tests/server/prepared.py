"""Tables of solved games that took no solving: every position is to bring the same."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from rowlock.rules import Game, find_variant, legal_moves, start, totals
from rowlock.solver.solution import space_of
from rowlock.solver.store import (
    BLOCK,
    HEADER,
    checksums,
    create,
    new_header,
    table_file,
    write_header,
)

COMING = 40.2
"""What a prepared table says is still to come, of any position before a roll."""


def solo(variant: str = "original") -> Game:
    """A game alone, at its start."""
    return start(find_variant(variant), 1)


def prepare(folder: Path, game: Game | None = None) -> Path:
    """Put a table for this solo game, or the original, into a folder of solved games."""
    space = space_of(game or solo())
    file = table_file(folder, space, 1)
    header = new_header(space, 1, 0)
    values = create(file, header)
    assert isinstance(values, np.memmap)
    values[:] = COMING
    values.flush()
    write_header(file, replace(header, checksums=checksums(values)))
    return file


def damage(file: Path) -> None:
    """Change every block of a table."""
    with file.open("r+b") as stream:
        for at in range(HEADER, file.stat().st_size, BLOCK):
            stream.seek(at)
            stream.write(b"x")


def foreseen(game: Game) -> float:
    """What a prepared table makes of a position, worked out from the rules."""
    if game.rolled is None or game.over:
        return totals(game)[0] + (0.0 if game.over else COMING)
    return max(foreseen(game.act([move])) for move in legal_moves(game, 0))
