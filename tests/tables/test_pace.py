"""What happens by itself, and when."""

from rowlock.server.tables import events as ev
from rowlock.server.tables.pace import AUTO_PAUSE, BOT_PAUSE, ROLL_PAUSE, Due, all_due, next_due
from server.tables import asked, choose, happened, lobby, played, started


def test_nothing_happens_before_the_start_or_after_the_end() -> None:
    over = played(started("ann"), *("w11", "-", "-") * 4)
    stopped = happened(started("ann"), ev.TableClosed())
    for table in (lobby("ann", "ben"), over, stopped):
        assert next_due(table, 1.0) is None


def test_dice_are_rolled_a_moment_after_the_action_before() -> None:
    table = started("ann", "ben")
    assert next_due(table, 1.0) == Due(table.action_at + ROLL_PAUSE, "roll")
    assert next_due(table, 2.0) == Due(table.action_at + 2 * ROLL_PAUSE, "roll")
    assert next_due(table, 0.0) == Due(table.action_at, "roll")


def test_bots_choose_one_after_the_other() -> None:
    table = played(started("ann", "bot:random", "bot:cautious"), "w41")
    first, second = sorted(all_due(table, 1.0))
    assert (first.kind, first.seat, second.kind, second.seat) == ("bot", 2, "bot", 3)
    assert table.action_at + BOT_PAUSE < first.at < second.at
    table = happened(table, ev.MoveChosen(2, "-", "bot"))
    assert all_due(table, 1.0) == [second]


def test_a_bot_chooses_for_who_has_one_in_their_place() -> None:
    table = played(started("ann", "ben"), "w41")
    assert all_due(table, 1.0) == []
    table = happened(table, ev.BotStoodIn(2, "random"))
    assert [(due.kind, due.seat) for due in all_due(table, 1.0)] == [("bot", 2)]


def test_who_has_nothing_to_cross_passes_if_the_table_wants_it() -> None:
    steps = ("w65", "r11 -", "-", "w65", "y11 -", "-", "w14", "g5 -", "-", "w13", "b4 -", "-")
    for autopass, seats in ((True, [1]), (False, [])):
        table = played(started("ann", "ben", autopass=autopass), *steps, "w54")
        assert all_due(table, 1.0) == [
            Due(table.action_at + AUTO_PAUSE, "auto", seat) for seat in seats
        ]


def test_the_clock_runs_for_everybody_who_is_waited_for() -> None:
    table = played(started("ann", "ben", clock="quick"), "w41")
    clock = Due(table.action_at + 20, "clock")
    assert all_due(table, 0.0) == [clock]
    table = asked(table, "ann", choose(table, 1, "-"))
    assert all_due(table, 5.0) == [clock], "pauses are stretched, clocks are not"
    table = happened(table, ev.PeopleReturned(), at=500.0)
    assert all_due(table, 1.0) == [Due(520.0, "clock")]
    relaxed = played(started("ann", clock="relaxed"), "w41")
    assert all_due(relaxed, 1.0) == [Due(relaxed.action_at + 90, "clock")]


def test_nothing_waits_for_bots_that_are_still_thinking() -> None:
    table = played(started("ann", "bot:random", "bot:cautious", clock="quick"), "w41")
    first, second, clock = sorted(all_due(table, 1.0))
    assert next_due(table, 1.0) == first
    assert next_due(table, 1.0, {first.seat}) == second
    assert next_due(table, 1.0, {first.seat, second.seat}) == clock
    assert next_due(table, 1.0, {1}) == first, "people are no bots"
