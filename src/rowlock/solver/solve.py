"""Solving a game: level by level, on all cores, from where the last attempt stopped."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.kernels.batch import say_on_stderr
from rowlock.kernels.compiled import is_kept, is_loaded
from rowlock.kernels.lock import held
from rowlock.solver.backward import new_work, solve_positions
from rowlock.solver.space import ROWS, Floats, Ints, SoloSpace
from rowlock.solver.store import (
    BadTable,
    Header,
    checksums,
    create,
    new_header,
    open_values,
    read_header,
    write_header,
)

COMPILING = "Compiling the solver for this machine: once, for some seconds …"

PIECE = 4096
"""How many positions a thread solves before it takes the next ones."""

SAVED_EVERY = 5.0
"""After how many seconds it is noted how far the solution has come."""

Done = Callable[[int], object]


class Level(NamedTuple):
    """Positions that do not lead to each other, as row states."""

    number: int
    positions: Ints


def levels(space: SoloSpace) -> Iterator[Level]:
    """All positions, those that can follow before those that they follow."""
    return by_level(space.members, space.levels, space.mirrored)


def by_level(
    members: tuple[Ints, Ints], levels: tuple[Ints, Ints], mirrored: bool
) -> Iterator[Level]:
    """All positions by the sum of their halves' levels, the highest first; of two that mirror each
    other only one."""
    lefts, rights = (
        [np.flatnonzero(half == level) for level in range(half.max() + 1)] for half in levels
    )
    for number in range(len(lefts) + len(rights) - 2, -1, -1):
        lowest, highest = max(0, number - len(rights) + 1), min(number, len(lefts) - 1)
        pairs = np.concatenate(
            [_pairs(lefts[one], rights[number - one]) for one in range(lowest, highest + 1)]
        )
        if mirrored:
            pairs = pairs[pairs[:, 0] <= pairs[:, 1]]
        rows = (members[0][pairs[:, 0]], members[1][pairs[:, 1]])
        yield Level(number, np.concatenate(rows, axis=1))


def _pairs(left: Ints, right: Ints) -> Ints:
    return np.stack([np.repeat(left, len(right)), np.tile(right, len(left))], axis=1)


def count_positions(space: SoloSpace) -> int:
    """How many positions are solved one by one."""
    return count_pairs(*space.shape, space.mirrored)


def count_pairs(left: int, right: int, mirrored: bool) -> int:
    """How many pairs of halves there are; of two that mirror each other only one counts."""
    return left * (left + 1) // 2 if mirrored else left * right


def compiling(kernel: Callable[..., object]) -> bool:
    """Whether the kernel must be compiled or loaded before threads use it; that it will take a
    while is told."""
    if not is_loaded(kernel) and not is_kept(kernel):
        say_on_stderr(COMPILING)
    return not is_loaded(kernel)


def prepare(space: SoloSpace) -> None:
    """Compiles the solver, or loads it, before any thread asks for it."""
    if compiling(solve_positions):
        none, nowhere = np.zeros((1, 1, 1, 1)), np.zeros((0, ROWS), np.int64)
        solve_positions(space.moves, new_work(), none, nowhere)


def solve_level(
    space: SoloSpace, values: Floats, level: Level, pool: ThreadPoolExecutor, done: Done
) -> None:
    """The values of a level, whose followers are all known."""
    pieces = [level.positions[at : at + PIECE] for at in range(0, len(level.positions), PIECE)]

    def solve_piece(positions: Ints) -> int:
        solve_positions(space.moves, new_work(), values, positions)
        return len(positions)

    for count in pool.map(solve_piece, pieces):
        done(count)


def solve_in_memory(space: SoloSpace, seats: int = 1, threads: int = 1) -> Floats:
    """All values of a game: `values[phase, left, right, misses]`."""
    values = np.zeros(new_header(space, seats, 0).shape)
    prepare(space)
    with _threads(threads) as pool:
        for level in levels(space):
            solve_level(space, values, level, pool, lambda _: None)
    return values


def solve_on_disk(file: Path, space: SoloSpace, seats: int, threads: int, done: Done) -> Header:
    """Solves a game into a file, which is there when it is complete; until then a part file tells
    how far it has come, and from there the next attempt goes on, also after an interruption.

    `done` is told how many more positions are known; first, how many were known before.
    """
    with _alone(file):
        prepare(space)
        part = _begin(file.with_suffix(".part"), space, seats)
        try:
            _solve_part(part, space, threads, done)
        except BaseException:
            part.save()
            raise
        part.save(checksums(part.values))
    # Windows renames no file that is in use.
    header, part_file = part.header, part.file
    del part
    try:
        part_file.replace(file)
    except OSError as error:
        raise BadTable(f"{file} cannot be written: {error.strerror}") from None
    return header


@dataclass
class _Part:
    """A table that is being solved: down to which level it is known by now, since when it is being
    worked on, and the header as it was last saved."""

    file: Path
    header: Header
    values: Floats
    level: int
    worked_since: float

    def save(self, sums: tuple[int, ...] = ()) -> None:
        """Writes the values first, and then that they are there."""
        assert isinstance(self.values, np.memmap)
        self.values.flush()
        now = time.monotonic()
        seconds = self.header.seconds + now - self.worked_since
        header = replace(self.header, level=self.level, seconds=seconds, checksums=sums)
        self.header, self.worked_since = write_header(self.file, header), now


def _begin(file: Path, space: SoloSpace, seats: int) -> _Part:
    """What an attempt has left behind, or a new part file."""
    try:
        header = read_header(file, space, seats)
        values = open_values(file, header, "r+")
    except BadTable:
        header = new_header(space, seats, 1 + sum(int(half.max()) for half in space.levels))
        values = create(file, header)
    return _Part(file, header, values, header.level, time.monotonic())


def _solve_part(part: _Part, space: SoloSpace, threads: int, done: Done) -> None:
    known_before, known = part.level, 0
    with _threads(threads) as pool:
        for level in levels(space):
            if level.number >= known_before:
                known += len(level.positions)
                continue
            if known:
                done(known)
                known = 0
            solve_level(space, part.values, level, pool, done)
            part.level = level.number
            if time.monotonic() - part.worked_since > SAVED_EVERY:
                part.save()


@contextmanager
def _threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads to work with. After an interruption they end what they are at and begin no more."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Two attempts at once would write into the same part file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with held(file.with_suffix(".lock")) as alone:
            if not alone:
                raise BadTable(f"another program is solving {file.stem} just now")
            yield
    except OSError as error:
        raise BadTable(f"{file.parent} cannot be written to: {error.strerror}") from None
