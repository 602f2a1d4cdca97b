"""The folder of a course: where it stands, its network, and its curve."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

import msgspec

from rowlock.arena.whole import refused, whole
from rowlock.kernels.lock import held
from rowlock.kernels.weights import mind_name, pack
from rowlock.train import keep
from rowlock.train.course import Course
from rowlock.train.curve import draw_curve
from rowlock.train.keep import BadCourse
from rowlock.train.study import Standing, begin, just_measured

CURVE, PICTURE, LOCK = "curve.jsonl", "curve.svg", "course.lock"

PATIENCE = 60.0
"""How many seconds of learning may be lost when the machine stops without a word."""


class CourseFolder:
    """What is written of one course. A picture is drawn if `drawn`, which needs matplotlib."""

    def __init__(self, folder: Path, course: Course, drawn: bool) -> None:
        self.folder, self.course, self.drawn = folder, course, drawn
        self.file = folder / keep.FILE
        self.network = folder / f"{mind_name(course.variant, course.seats)}.npz"
        self.curve, self.picture = folder / CURVE, folder / PICTURE

    @contextmanager
    def own(self) -> Iterator[None]:
        """The folder for oneself: two programs that go through one course would spoil it."""
        with ExitStack() as stack:
            with refused(self.folder, BadCourse):
                self.folder.mkdir(parents=True, exist_ok=True)
                mine = stack.enter_context(held(self.folder / LOCK))
            if not mine:
                raise BadCourse(f"{self.folder} is in use: another program goes through its course")
            yield

    def standing(self) -> Standing:
        """Where the course stands: at its beginning, if nothing is kept."""
        return keep.read(self.file, self.course) or begin(self.course)

    def follow(self, standings: Iterable[Standing], tell: Callable[[Standing], None]) -> None:
        """Goes through the rest of a course. Where it stands is kept at every measure, from time to
        time, and when it is interrupted."""
        last, due = None, monotonic() + PATIENCE
        try:
            for last in standings:
                if just_measured(last):
                    self.write_results(last)
                if just_measured(last) or monotonic() > due:
                    keep.write(self.file, self.course, last)
                    due = monotonic() + PATIENCE
                tell(last)
        finally:
            if last is not None:
                keep.write(self.file, self.course, last)

    def write_results(self, standing: Standing) -> None:
        """The network and the curve, as they are now."""
        lines = b"".join(msgspec.json.encode(one) + b"\n" for one in standing.measures)
        self._write(self.network, pack(standing.student.average))
        self._write(self.curve, lines)
        if self.drawn and standing.measures:
            with refused(self.picture, BadCourse):
                draw_curve(standing.measures, self.picture)

    def _write(self, file: Path, content: bytes) -> None:
        with refused(file, BadCourse), whole(file) as half:
            half.write_bytes(content)
