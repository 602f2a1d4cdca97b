"""Solved games on disk: a header that says what is inside, then the values.

The values are memory-mapped, so a program reads only what it looks at. Every block of them has a
checksum of its own. The header is there twice, and the two are written in turns: whatever happens
while one is written, the other is whole.
"""

import hashlib
import json
import os
import zlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
from platformdirs import user_data_path

from rowlock.solver.space import MISSES, Floats, SoloSpace

KIND = b"rowlock solo "
MAGIC = KIND + b"1\n"
SLOT = 1 << 17
HEADER = 2 * SLOT
BLOCK = 1 << 20
"""How many bytes have one checksum."""

LONGEST_NAME = 60
"""So much of a game's name is quoted."""

FOLDER = "ROWLOCK_SOLVED"
"""The variable that names another folder for tables than the usual one."""


class BadTable(ValueError):
    """A file that cannot be used as a table, and why."""


class NoTable(BadTable):
    """There is no such file."""


@dataclass(frozen=True)
class Header:
    """What a table says of itself: which game it solves, for how many seats, its shape, down to
    which level it is known (0 when it is complete), how long that took, and the checksums of its
    blocks when it is complete. `saved` counts how often it was written."""

    variant: str
    fingerprint: str
    lucky: tuple[int, int] | None
    seats: int
    shape: tuple[int, ...]
    level: int
    seconds: float = 0.0
    checksums: tuple[int, ...] = ()
    saved: int = 0

    @property
    def game(self) -> tuple[object, ...]:
        """Which game it is."""
        return self.variant, self.fingerprint, self.lucky, self.seats, self.shape

    @property
    def complete(self) -> bool:
        """Whether every position is solved."""
        return self.level == 0 and len(self.checksums) == -(-self.size // BLOCK)

    @property
    def size(self) -> int:
        """How much room the values take."""
        return int(np.prod(self.shape)) * np.dtype(np.float64).itemsize


def fingerprint(space: SoloSpace) -> str:
    """What tells games apart: all the data that their values depend on."""
    variant = space.variant
    about = (variant.rows, variant.dice, variant.faces, variant.points, variant.miss_points)
    limits = (variant.misses, variant.locks, _lucky(space))
    return hashlib.sha256(repr((about, limits)).encode()).hexdigest()


def new_header(space: SoloSpace, seats: int, level: int) -> Header:
    """The header of a table of which nothing is solved yet."""
    shape = (seats, *space.shape, MISSES)
    return Header(space.variant.name, fingerprint(space), _lucky(space), seats, shape, level)


def usual_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else user_data_path("rowlock", appauthor=False) / "solved"


def table_file(folder: Path | None, space: SoloSpace, seats: int) -> Path:
    """Where the table of a game is kept."""
    lucky = "".join(f"-{number}" for number in _lucky(space) or ())
    others = f"-{seats}-seats" if seats > 1 else ""
    name = f"{space.variant.name}{lucky}{others}-{fingerprint(space)[:8]}.solved"
    return (folder or usual_folder()) / name


def create(file: Path, header: Header) -> Floats:
    """A new file with all values 0. They are written, not only promised: a disk that is full says
    so now, and not when the game is half solved."""
    zeros = bytes(BLOCK)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as stream:
            stream.write(bytes(HEADER))
            for at in range(0, header.size, BLOCK):
                stream.write(zeros[: header.size - at])
    except OSError as error:
        _forget(file)
        needed = f"{header.size / 1e6:,.0f} MB are needed"
        raise BadTable(f"{file} cannot be written: {error.strerror} ({needed})") from None
    write_header(file, header)
    return open_values(file, header, "r+")


def write_header(file: Path, header: Header) -> Header:
    """Puts a header into the file, beside the last one; what it says of the values must be written
    before. Returns it as it was written."""
    header = replace(header, saved=header.saved + 1)
    text = json.dumps(asdict(header)).encode()
    slot = MAGIC + b"%08x\n" % zlib.crc32(text) + text
    if len(slot) > SLOT:
        raise BadTable("a table of this size has no room for its checksums")
    try:
        with file.open("r+b") as stream:
            stream.seek(header.saved % 2 * SLOT)
            stream.write(slot.ljust(SLOT, b"\0"))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise BadTable(f"{file} cannot be written: {error.strerror}") from None
    return header


def read_header(file: Path, space: SoloSpace, seats: int) -> Header:
    """The header of a table, if it is of this game."""
    try:
        with file.open("rb") as stream:
            slots = [stream.read(SLOT) for _ in range(2)]
        size = file.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        raise NoTable(f"{file} is not there") from None
    except OSError as error:
        raise BadTable(f"{file} cannot be read: {error.strerror}") from None
    header = _newest(file, slots)
    wanted = new_header(space, seats, 0)
    if header.game != wanted.game:
        raise BadTable(f"{file} is of another game: {_described(header)}")
    if header.level < 0 or header.seconds < 0:
        raise BadTable(f"{file}: the header is damaged")
    if size != HEADER + header.size:
        raise BadTable(
            f"{file} has {size:,} bytes, not {HEADER + header.size:,}: it was cut or damaged"
        )
    return header


def open_values(file: Path, header: Header, mode: str) -> Floats:
    """The values, in the file's own memory."""
    return np.memmap(file, np.float64, mode, HEADER, header.shape)  # type: ignore[call-overload,no-any-return]  # its mode is a literal


def checksum(values: Floats, block: int) -> int:
    """The checksum of a block."""
    step = BLOCK // values.itemsize
    return zlib.crc32(values.reshape(-1)[block * step : (block + 1) * step].tobytes())


def checksums(values: Floats) -> tuple[int, ...]:
    """The checksum of every block."""
    return tuple(checksum(values, block) for block in range(-(-values.nbytes // BLOCK)))


def _newest(file: Path, slots: list[bytes]) -> Header:
    found = [header for header in map(_read_slot, slots) if header]
    if found:
        return max(found, key=lambda header: header.saved)
    if any(slot.startswith(MAGIC) for slot in slots):
        raise BadTable(f"{file}: the header is damaged")
    if any(slot.startswith(KIND) for slot in slots):
        raise BadTable(f"{file} was written by another version of Rowlock")
    raise BadTable(f"{file} is no table of a solved game")


def _read_slot(slot: bytes) -> Header | None:
    """The header in one of its two places, if it is whole there."""
    if not slot.startswith(MAGIC):
        return None
    given, _, text = slot[len(MAGIC) :].rstrip(b"\0").partition(b"\n")
    if given != b"%08x" % zlib.crc32(text):
        return None
    try:
        return msgspec.json.decode(text, type=Header)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _lucky(space: SoloSpace) -> tuple[int, int] | None:
    """The lucky numbers, the lower one first: their order means nothing."""
    return (min(space.lucky), max(space.lucky)) if space.lucky else None


def _described(header: Header) -> str:
    lucky = "lucky {} & {}, ".format(*header.lucky) if header.lucky else ""
    seats = "1 seat" if header.seats == 1 else f"{header.seats} seats"
    return f"{header.variant[:LONGEST_NAME]}, {lucky}{seats}"


def _forget(file: Path) -> None:
    """Takes a file away that could not be written to its end, if it is there at all."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return
