"""What a course needs room for, and what it must not ask for: told before anything starts."""

from rowlock.kernels.batch import most_turns
from rowlock.kernels.features import shape_of
from rowlock.kernels.network import LINES
from rowlock.kernels.tables import TooLarge, tables_of
from rowlock.rules import check_seats
from rowlock.train.course import PIECES, Course
from rowlock.train.lessons import TURNS


def check_course(course: Course) -> None:
    """Raises ValueError if the course cannot be held."""
    variant, seats = course.variant, course.seats
    check_seats(variant, seats)
    tables_of(variant)
    sizes = (
        ("positions of switches", seats * shape_of(variant, seats).block, LINES),
        ("turns of a game", most_turns(variant, seats), TURNS),
    )
    for what, size, room in sizes:
        if size > room:
            raise TooLarge(f"training has room for {room:,} {what}, not for {size:,}")
    if course.games < 1:
        raise ValueError(f"a course has at least one game, not {course.games}")
    if course.batch < 1 or course.batch % PIECES:
        raise ValueError(f"a batch has {PIECES} equal pieces, so it cannot be {course.batch} games")
    if not course.rate > 0:
        raise ValueError(f"the rate of learning is above 0, not {course.rate:g}")
    if not 0 <= course.trust <= 1:
        raise ValueError(f"the trust is from 0 to 1, not {course.trust:g}")
