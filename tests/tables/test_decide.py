"""What asks lead to, without a server."""

from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace

from rowlock.rules import Code
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.fold import fold
from rowlock.server.tables.setup import rematch_of, start_event
from rowlock.server.tables.table import Table
from server.tables import (
    NONCE,
    asked,
    choose,
    happened,
    lobby,
    played,
    refusal_of,
    started,
)

RED = ("w11", "r2 -", "-", "w12", "r3 -", "-", "w13", "r4 -", "-", "w14", "r5 -", "-")
"""Red 2 to 5 for the first of two seats, while the other one never crosses anything."""

RED_LOCKED = (*RED, "w15", "r6 -", "-", "w66", "r12 -", "-")


@pytest.mark.parametrize(
    ("variant", "steps", "move", "code"),
    [
        ("original", (), "r5", Code.NOT_NOW),
        ("original", ("w41",), "+1", Code.NOT_NOW),
        ("original", ("w41",), "r6", Code.WRONG_NUMBER),
        ("original", ("w41",), "z5", Code.WRONG_NUMBER),
        ("original", ("w41", "r5 -", "-", "w13"), "r4", Code.BEHIND),
        ("original", ("w66",), "r12", Code.NEEDS_CROSSES),
        ("original", (*RED_LOCKED, "w66"), "r12", Code.ROW_LOCKED),
        ("longo", ("w41",), "g16*", Code.NOT_LUCKY),
        ("longo", ("w51", "g6 -", "-", "w51"), "g5*", Code.NOT_FEWEST),
        ("longo", ("w51",), "r6*", Code.NOT_NEXT),
        ("on-board", ("w41", "- -", "-"), "+6", Code.PAWN_RANGE),
        ("on-board", ("w56", "y11 -", "-"), "+1", Code.PAWN_NOT_CROSSABLE),
    ],
)
def test_the_rules_refuse_with_their_code(
    variant: str, steps: tuple[str, ...], move: str, code: Code
) -> None:
    table = played(started("ann", "ben", variant=variant), *steps)
    assert refusal_of(table, "ann", choose(table, 1, move)) == code


def test_after_the_end_every_choice_is_refused() -> None:
    table = played(started("ann"), *("w11", "-", "-") * 4)
    assert table.stage == "over"
    assert refusal_of(table, "ann", choose(table, 1, "-")) == Code.GAME_OVER
    assert refusal_of(table, "ann", asks.Close()) == "closed"


def test_out_of_turn_there_is_nothing_to_choose() -> None:
    table = played(started("ann", "ben"), "w41", "- -")
    assert refusal_of(table, "ben", choose(table, 2, "-")) == Code.NOT_NOW
    assert refusal_of(table, "ben", asks.Withdraw(seat=2, action=table.action)) == "nothing-chosen"


def test_a_choice_can_be_changed_and_taken_back_until_the_last_is_in() -> None:
    table = played(started("ann", "ben"), "w41")
    table = asked(table, "ann", choose(table, 1, "r5"))
    same = asked(table, "ann", choose(table, 1, "r5"))
    assert same.version == table.version
    table = asked(table, "ann", choose(table, 1, "y5"))
    table = asked(table, "ann", asks.Withdraw(seat=1, action=table.action))
    assert table.waiting == [1, 2]
    table = asked(table, "ben", choose(table, 2, "g5"))
    action = table.action
    table = asked(table, "ann", choose(table, 1, "b5"))
    assert table.record is not None
    assert [str(move) for move in table.record.turns[0].actions[0]] == ["b5", "g5"]
    late = asks.Choose(seat=1, action=action, move="r5")
    assert refusal_of(table, "ann", late) == "stale"
    assert refusal_of(table, "ann", asks.Withdraw(seat=1, action=action)) == "stale"


@pytest.mark.parametrize("move", ["", "r", "R5", "r05", "+", "r5 ", "--", "r-5", "ŕ5", "r5**"])
def test_what_is_no_move_is_refused(move: str) -> None:
    table = played(started("ann", "ben"), "w41")
    assert refusal_of(table, "ann", choose(table, 1, move)) == "bad-message"


EVERY_ASK: list[asks.Ask] = [
    asks.Sit(name="Eve", nonce=NONCE),
    asks.Ready(seat=1, nonce=NONCE),
    asks.Rename(seat=1, name="Eve"),
    asks.PickLucky(seat=1, pair=None),
    asks.Leave(seat=1),
    asks.AddSeat(),
    asks.Remove(seat=1),
    asks.Reorder(seats=[1, 2]),
    asks.Start(),
    asks.Close(),
    asks.Choose(seat=1, action=1, move="-"),
    asks.Withdraw(seat=1, action=1),
    asks.Vote(seat=1),
    asks.TakeBack(seat=1),
]


@pytest.mark.parametrize("ask", EVERY_ASK, ids=lambda ask: type(ask).__name__)
@pytest.mark.parametrize("table", [lobby("ann", "ben"), started("ann", "ben")])
def test_strangers_change_nothing(ask: asks.Ask, table: Table) -> None:
    codes = ("not-yours", "not-creator", "table-full", "started", "not-started")
    assert refusal_of(table, "eve", ask) in codes
    assert refusal_of(table, "", ask) == "no-key"


@pytest.mark.parametrize(
    "ask", [ask for ask in EVERY_ASK if hasattr(ask, "seat")], ids=lambda ask: type(ask).__name__
)
def test_seats_that_are_not_there_are_refused(ask: asks.Ask) -> None:
    lost = replace(ask, seat=7)
    codes = {refusal_of(table, "ann", lost) for table in (lobby("ann", ""), started("ann"))}
    assert "no-seat" in codes
    assert codes <= {"no-seat", "started", "not-started"}


def test_a_taken_seat_is_taken() -> None:
    table = lobby("ann", "bot:random", "")
    for seat in (1, 2):
        assert (
            refusal_of(table, "ben", asks.Sit(name="Ben", nonce=NONCE, seat=seat)) == "seat-taken"
        )
    table = asked(table, "ben", asks.Sit(name="Ben", nonce=NONCE, seat=3))
    assert refusal_of(table, "ann", asks.Sit(name="Eve", nonce=NONCE, seat=3)) == "seat-taken"


def test_a_stopped_game_goes_on_no_more() -> None:
    table = played(started("ann", "ben"), "w41")
    table = asked(table, "ann", choose(table, 1, "r5"))
    table = asked(table, "ann", asks.Close())
    assert (table.stage, table.waiting, dict(table.chosen)) == ("stopped", [], {})
    assert refusal_of(table, "ben", choose(table, 2, "r5")) == "closed"
    assert refusal_of(table, "ann", asks.Withdraw(seat=1, action=table.action)) == "closed"
    assert asked(table, "ann", asks.Close()).version == table.version


def test_a_seat_with_a_bot_must_be_taken_back_first() -> None:
    table = played(started("ann", "ben"), "w41")
    table = happened(table, ev.BotStoodIn(1, "cautious"))
    assert refusal_of(table, "ann", choose(table, 1, "r5")) == "stood-in"
    assert refusal_of(table, "ben", asks.TakeBack(seat=1)) == "not-yours"
    table = asked(table, "ann", asks.TakeBack(seat=1))
    again = asked(table, "ann", asks.TakeBack(seat=1))
    assert again.version == table.version
    table = asked(table, "ann", choose(table, 1, "r5"))
    assert table.waiting == [2]


def test_a_rematch_begins_when_the_last_person_is_there() -> None:
    stopped = asked(started("ann", "bot:random", "ben"), "ann", asks.Close())
    events = enumerate(rematch_of(stopped, "ann"), start=1)
    table = fold("CDFGHJ", [ev.Kept(seq, float(seq), event) for seq, event in events])
    assert table is not None
    table = asked(table, "ann", asks.Ready(seat=1, nonce=NONCE))
    assert table.stage == "lobby"
    table = asked(table, "ben", asks.Ready(seat=3, nonce=NONCE))
    assert (table.stage, table.game and table.game.first) == ("playing", 1)


def test_lucky_pairs_are_dealt_without_repetition() -> None:
    table = lobby("ann", "ben", "cat", "dan", "eve", variant="longo", lucky="chosen")
    table = asked(table, "ann", asks.PickLucky(seat=1, pair=(11, 6)))
    for seed in range(30):
        begun = start_event(table, Random(seed))
        assert begun.lucky[0] == (6, 11)
        assert sorted(begun.lucky) == sorted(table.variant.lucky)


def test_the_first_seat_is_drawn_unless_it_is_settled() -> None:
    drawn = {start_event(lobby("ann", "ben", "cat"), Random(n)).first for n in range(50)}
    assert drawn == {1, 2, 3}
    settled = lobby("ann", "", "ben", "cat", first=2)
    assert {start_event(settled, Random(n)).first for n in range(50)} == {4}, "without open seats"
    fewer = lobby("ann", "ben", first=2)
    assert {start_event(fewer, Random(n)).first for n in range(50)} == {1}


@pytest.mark.parametrize("keys", [1, 447])
def test_a_stranger_who_sits_and_leaves_without_end_locks_no_lobby(keys: int) -> None:
    table = lobby("ann", "", "")
    for turn in range(447):
        stranger = f"eve {turn % keys}"
        with suppress(Refuse):
            table = asked(table, stranger, asks.Sit(name="Eve", nonce=NONCE, seat=2))
            table = asked(table, stranger, asks.Leave(seat=2))
    table = asked(table, "ann", asks.Rename(seat=1, name="Anna"))
    table = asked(asked(table, "ann", asks.Remove(seat=2)), "ann", asks.AddSeat())
    for friend in ("ben", "cat"):
        table = asked(table, friend, asks.Sit(name=friend, nonce=NONCE))
    assert asked(table, "ann", asks.Start()).stage == "playing"
