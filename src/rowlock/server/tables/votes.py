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
    people, playing = table.people(), table.stage == "playing"
    return Attendance(
        here=frozenset([seat.id for seat in people if seat.holder in here]),
        absent=frozenset(
            [
                seat.id
                for seat in people
                if playing and seat.stand_in is None and _is_absent(seat, here, gone, now)
            ]
        ),
    )


def _is_absent(seat: Seat, here: frozenset[str], gone: dict[str, float], now: float) -> bool:
    if seat.timeouts >= TIMEOUTS_TO_BE_ABSENT:
        return True
    left = gone.get(seat.holder or "", now)
    return seat.holder not in here and left + SECONDS_TO_BE_ABSENT <= now


def able_to_vote(table: Table, attendance: Attendance) -> frozenset[str]:
    """The holders who play themselves."""
    return frozenset(
        seat.holder
        for seat in table.seats
        if seat.holder and seat.stand_in is None and seat.id not in attendance.absent
    )


def voters(table: Table, about: Seat, attendance: Attendance) -> frozenset[str]:
    """The holders who may vote about a seat: all others who play themselves."""
    return able_to_vote(table, attendance) - {about.holder}


def more_than_half(voters: frozenset[str]) -> int:
    """How many votes are enough."""
    return len(voters) // 2 + 1
