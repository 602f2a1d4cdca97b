"""Games in bulk, for research: as records, and as Parquet."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from rowlock import __version__
from rowlock.arena.chunk import Chunk
from rowlock.arena.columns import decision_columns, result_columns
from rowlock.arena.entrants import Meeting
from rowlock.arena.parquet import ParquetFile, arrow_module, arrow_table
from rowlock.arena.whole import refused, whole
from rowlock.kernels.deals import Deals
from rowlock.kernels.log import Records, part
from rowlock.kernels.records import log_records
from rowlock.record import write_record
from rowlock.rules import Variant, path_text

GAMES_A_FOLDER = 1000

FORMAT = 1
"""A change of columns that would break a reader gets a new number."""

PIECE = 1 << 16
"""How many decisions are turned into columns at once, which bounds the memory."""


class BadExport(ValueError):
    """Games that cannot be written: which file, and why."""


class Export(Protocol):
    """A place for games. Meetings count from 1."""

    def add(self, number: int, meeting: Meeting, chunk: Chunk) -> None:
        """Puts the games of a logged chunk there."""

    def close(self) -> None:
        """Completes what was written, also after an interruption or an error."""


class RecordFolder:
    """A file for each game, in folders of a thousand that are named by their first game:
    `2-0013001/2-0013456.rlk` is game 13456 of the second meeting."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        _make(folder)

    def add(self, number: int, meeting: Meeting, chunk: Chunk) -> None:
        """Writes a file for each game."""
        deals = Deals(meeting.variant, len(meeting.entrants), meeting.seed)
        records = log_records(deals, meeting.labels, chunk.results, _log(chunk))
        for index, record in enumerate(records, start=chunk.first):
            folder = self._folder / _name(number, index - index % GAMES_A_FOLDER)
            _make(folder)
            file = folder / f"{_name(number, index)}.rlk"
            with refused(file, BadExport), whole(file) as half:
                half.write_bytes(write_record(record).encode())

    def close(self) -> None:
        """Every file is complete already."""


class ParquetFolder:
    """`results.parquet` with a line for each seat of each game, and `decisions.parquet` with one
    for each decision; docs/arena.md names the columns. Both get their names when it is closed, and
    only if there were any games."""

    def __init__(self, folder: Path, variant: Variant) -> None:
        arrow_module()
        self._variant = variant
        _make(folder)
        with ExitStack() as stack:
            self._results = _opened(folder / "results.parquet", stack)
            self._decisions = _opened(folder / "decisions.parquet", stack)
            self._open = stack.pop_all()

    def add(self, number: int, meeting: Meeting, chunk: Chunk) -> None:
        """Adds the lines of a chunk to both files."""
        about = _about(self._variant, meeting.seed)
        results = [arrow_table(result_columns(number, meeting, chunk), about)]
        decisions = [
            arrow_table(decision_columns(number, meeting, piece), about)
            for piece in _pieces(_log(chunk))
        ]
        # Both before either is written: so an interruption leaves the same games in both.
        self._results.hold(results)
        self._decisions.hold(decisions)
        for file in (self._results, self._decisions):
            with refused(file.file, BadExport):
                file.write()

    def close(self) -> None:
        """Completes both files."""
        self._open.close()


def _name(number: int, index: int) -> str:
    return f"{number}-{index + 1:07}"


def _about(variant: Variant, seed: int) -> dict[str, str]:
    """What a Parquet file says of itself."""
    about = {"format": str(FORMAT), "version": __version__, "variant": variant.name}
    if variant.board:
        about["path"] = path_text(variant)
    return {f"rowlock.{key}": value for key, value in (about | {"seed": str(seed)}).items()}


def _log(chunk: Chunk) -> Records:
    if chunk.log is None:
        raise ValueError("games are written from their log, and these were played without one")
    return chunk.log


def _pieces(log: Records) -> Iterator[Records]:
    return (part(log, first, first + PIECE) for first in range(0, len(log), PIECE))


def _make(folder: Path) -> None:
    with refused(folder, BadExport):
        folder.mkdir(parents=True, exist_ok=True)


def _opened(name: Path, stack: ExitStack) -> ParquetFile:
    with refused(name, BadExport):
        file = ParquetFile(name)
    stack.callback(_close, file)
    return file


def _close(file: ParquetFile) -> None:
    with refused(file.file, BadExport):
        file.close()
