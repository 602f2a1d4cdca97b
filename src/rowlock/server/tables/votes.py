"""Who is there, who is not, and the vote about a bot for an absent seat."""

from typing import NamedTuple

from rowlock.server.tables.seat import Seat
from rowlock.server.tables.table import Table

TIMEOUTS_TO_BE_ABSENT = 2
SECONDS_TO_BE_ABSENT = 60.0


class Attendance(NamedTuple):
    """The ids of the seats whose person has a page open, and of those who are absent."""

    here: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()


def attendance_of(
    table: Table, here: frozenset[str], gone: dict[str, float], now: float
) -> Attendance:
    """Who attends. `here` are the holders with a page open; `gone` since when others are not."""
    return Attendance(
        here=frozenset(seat.id for seat in table.people() if seat.holder in here),
        absent=frozenset(
            seat.id
            for seat in table.people()
            if table.stage == "playing"
            and seat.stand_in is None
            and _is_absent(seat, here, gone, now)
        ),
    )


def _is_absent(seat: Seat, here: frozenset[str], gone: dict[str, float], now: float) -> bool:
    if seat.timeouts >= TIMEOUTS_TO_BE_ABSENT:
        return True
    left = gone.get(seat.holder or "", now)
    return seat.holder not in here and now - left >= SECONDS_TO_BE_ABSENT


def voters(table: Table, about: Seat, attendance: Attendance) -> set[str]:
    """The holders who may vote about a seat: all others who play themselves."""
    return {
        seat.holder
        for seat in table.people()
        if seat.holder
        and seat.holder != about.holder
        and seat.stand_in is None
        and seat.id not in attendance.absent
    }


def votes_needed(table: Table, about: Seat, attendance: Attendance) -> int:
    """More than half of those who may vote."""
    return len(voters(table, about, attendance)) // 2 + 1
