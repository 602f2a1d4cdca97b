"""Chunks kept in a folder, so that a tournament can go on where it stopped."""

import hashlib
import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock import __version__
from rowlock.arena.archive import Arrays, check_opens, read_arrays
from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.entrants import Meeting
from rowlock.arena.run import Runner, Terms
from rowlock.arena.whole import refused, whole
from rowlock.kernels.log import DECISION, RESULT, Records, room

KIND = "rowlock games 2"
"""The first word about kept games. Older ones have none: they knew games by their names only, and
so would be taken for those of a game that has changed."""


class BadKeep(ValueError):
    """A folder that cannot be used, or a file in it that holds something else."""


class DamagedKeep(BadKeep):
    """A file of games that cannot be read as such; it stays where it is."""


def kept_in(folder: Path, runner: Runner) -> Runner:
    """The same runner, which looks into the folder first and puts into it what it plays.

    Nothing tells whether a program has been changed since its games were kept.
    """
    with refused(folder, BadKeep):
        folder.mkdir(parents=True, exist_ok=True)
        # Better now than when the first games are played.
        with TemporaryFile(dir=folder):
            pass
        if (first := next(folder.glob("*.npz"), None)) and _is_older(first):
            raise BadKeep(
                f"{folder} has games that an older Rowlock kept, which did not keep all that "
                "decides a game: choose another folder, or remove them"
            )

    def run(meeting: Meeting, terms: Terms, spans: Iterable[Span]) -> Iterator[Chunk]:
        places = {span: _Place(folder, meeting, terms, span) for span in spans}
        missing = [span for span, place in places.items() if not place.file.exists()]
        played, fresh = runner(meeting, terms, missing), set(missing)
        with ExitStack() as stack:
            # Programs that play must end with this, not when somebody has forgotten its error.
            if isinstance(played, Generator):
                stack.callback(played.close)
            for span, place in places.items():
                if span in fresh:
                    chunk = next(played)
                    place.write(chunk)
                else:
                    chunk = place.read()
                yield chunk

    return run


class _Place:
    """Where a chunk is kept, under a name that follows from all that decides its games."""

    def __init__(self, folder: Path, meeting: Meeting, terms: Terms, span: Span) -> None:
        entrants = [(entrant.name, entrant.label) for entrant in meeting.entrants]
        decisive = [
            *(KIND, __version__, meeting.variant.fingerprint),
            *(entrants, meeting.exact, meeting.seed, terms.logged, span),
        ]
        self._about = json.dumps(decisive)
        self._logged = terms.logged
        self._span = span
        self.file = folder / f"{hashlib.sha256(self._about.encode()).hexdigest()[:24]}.npz"

    def write(self, chunk: Chunk) -> None:
        """All at once: an interruption leaves no half file under the name."""
        arrays: dict[str, Any] = {"about": np.array(self._about), "results": chunk.results}
        if chunk.log is not None:
            arrays["log"] = chunk.log
        with refused(self.file, BadKeep), whole(self.file) as half, half.open("wb") as stream:
            np.savez_compressed(stream, **arrays)

    def read(self) -> Chunk:
        """What was written."""
        check_opens(self.file, BadKeep)
        try:
            return self._checked(read_arrays(self.file))
        # Whatever it is, it is wrong with the file.
        except Exception:
            raise DamagedKeep(
                f"{self.file} is damaged or holds other games: remove it, and they are played again"
            ) from None

    def _checked(self, found: Arrays) -> Chunk:
        results = _taken(found["results"], RESULT)
        log = _taken(found["log"], DECISION) if self._logged else None
        if str(found["about"]) != self._about or len(results) != self._span[1]:
            raise ValueError
        return Chunk(self._span[0], results, log)


def _is_older(file: Path) -> bool:
    try:
        return bool(json.loads(str(read_arrays(file)["about"]))[0] != KIND)
    # It may be damaged, which is told when its games are wanted.
    except Exception:
        return False


def _taken(found: npt.NDArray[Any], kind: np.dtype[np.void]) -> Records:
    """The records as they were, byte by byte: NumPy leaves anything in the gaps between fields."""
    if found.dtype != kind:
        raise ValueError
    records = room(kind, len(found))
    records[:] = found
    return records
