"""Who is absent, and the vote about a bot."""

from rowlock.server.messages import asks
from rowlock.server.tables import events as ev
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance, attendance_of
from server.tables import asked, choose, happened, lobby, played, refusal_of, started


def absent(*seats: int) -> Attendance:
    return Attendance(frozenset(), frozenset(seats))


def playing(*holders: str) -> Table:
    return played(started(*holders), "w41")


def timed_out(table: Table, seat: int, times: int) -> Table:
    return happened(table, *[ev.MoveChosen(seat, "-", "clock")] * times)


def test_absent_is_who_has_been_gone_for_a_minute() -> None:
    table = playing("ann", "ben")
    here = frozenset({"ann"})
    for seconds, seats in ((0, []), (59.9, []), (60, [2]), (9999, [2])):
        found = attendance_of(table, here, {"ben": 100.0}, 100.0 + seconds)
        assert (list(found.here), list(found.absent)) == ([1], seats)
    back = attendance_of(table, frozenset({"ann", "ben"}), {"ben": 100.0}, 9999.0)
    assert back == Attendance(frozenset({1, 2}), frozenset())


def test_absent_is_whose_clock_ran_out_twice_in_a_row() -> None:
    table, here = playing("ann", "ben"), frozenset({"ann", "ben"})
    assert attendance_of(timed_out(table, 2, 1), here, {}, 0.0).absent == set()
    table = timed_out(table, 2, 2)
    assert attendance_of(table, here, {}, 0.0).absent == {2}
    table = asked(table, "ben", choose(table, 2, "r5"))
    assert attendance_of(table, here, {}, 0.0).absent == set()


def test_nobody_is_absent_before_the_start_or_after_the_end() -> None:
    over = played(started("ann", "ben"), *("w11", "- -", "-") * 7)
    assert over.stage == "over"
    for table in (lobby("ann", "ben"), over):
        assert attendance_of(table, frozenset(), {"ben": 0.0}, 9999.0).absent == set()


def test_a_bot_stands_in_when_most_of_the_others_want_it() -> None:
    table = playing("ann", "ben", "cat", "dan")
    table = asked(table, "ben", asks.Vote(seat=1), absent(1))
    assert table.seat(1).stand_in is None
    again = asked(table, "ben", asks.Vote(seat=1), absent(1))
    assert again.version == table.version
    table = asked(table, "cat", asks.Vote(seat=1), absent(1))
    assert table.seat(1).stand_in == "cautious"
    assert table.seat(1).votes == frozenset()


def test_one_browser_has_one_vote_for_all_its_seats() -> None:
    table = playing("ann", "ben", "ben", "ben", "cat")
    table = asked(table, "ben", asks.Vote(seat=1), absent(1))
    assert table.seat(1).stand_in is None


def test_who_is_absent_does_not_vote_and_is_not_counted() -> None:
    table = playing("ann", "ben", "cat")
    assert refusal_of(table, "cat", asks.Vote(seat=1), absent(1, 3)) == "not-yours"
    table = asked(table, "ben", asks.Vote(seat=1), absent(1, 3))
    assert table.seat(1).stand_in == "cautious"


def test_a_vote_is_enough_when_another_voter_is_gone_by_then() -> None:
    table = playing("ann", "ben", "cat")
    table = asked(table, "ben", asks.Vote(seat=1), absent(1))
    assert table.seat(1).stand_in is None
    table = asked(table, "ben", asks.Vote(seat=1), absent(1, 3))
    assert table.seat(1).stand_in == "cautious"


def test_votes_about_somebody_who_is_there_are_refused() -> None:
    table = playing("ann", "ben", "bot:random")
    assert refusal_of(table, "ben", asks.Vote(seat=1)) == "not-absent"
    assert refusal_of(table, "ben", asks.Vote(seat=3), absent(1)) == "not-absent"
    assert refusal_of(table, "ann", asks.Vote(seat=1), absent(1)) == "not-yours"


def test_who_plays_again_has_no_votes_against_them() -> None:
    table = playing("ann", "ben", "cat")
    table = asked(table, "ben", asks.Vote(seat=1), absent(1))
    table = asked(table, "ann", choose(table, 1, "r5"))
    assert table.seat(1).votes == frozenset()
