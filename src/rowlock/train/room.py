"""What a course needs room for, and what it must not ask for: told before anything starts."""

from rowlock.arena.bounds import MOST_GAMES
from rowlock.kernels.batch import most_turns
from rowlock.kernels.features import shape_of
from rowlock.kernels.network import LINES
from rowlock.kernels.tables import TooLarge, tables_of
from rowlock.rules import check_seats
from rowlock.train.course import PIECES, Course
from rowlock.train.lessons import TURNS

MOST_BATCHED = 10**6


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
    if course.games > MOST_GAMES:
        raise ValueError(f"a course has at most {MOST_GAMES:,} games, not {course.games}")
    if course.seed < 0:
        raise ValueError(f"the seed is 0 or above, not {course.seed}")
    if course.batch < 1 or course.batch % PIECES:
        raise ValueError(f"a batch has {PIECES} equal pieces, so it cannot be {course.batch} games")
    if course.batch > MOST_BATCHED:
        raise ValueError(f"a batch has at most {MOST_BATCHED:,} games, not {course.batch}")
    if not 0 < course.rate <= 1:
        raise ValueError(f"the rate of learning is above 0 and at most 1, not {course.rate:g}")
    if not 0 <= course.trust <= 1:
        raise ValueError(f"the trust is from 0 to 1, not {course.trust:g}")
