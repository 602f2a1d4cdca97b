"""No table has events without end, and every table can be played to its end."""

from collections.abc import Iterable
from itertools import chain, count, cycle
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.bounds import MOST_AT_A_TIME, MOST_EVENTS, may_happen
from rowlock.server.tables.decide import Asker, decide, make_link, rematch_event
from rowlock.server.tables.deletion import is_to_go
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance
from server.tables import NONCE, asked, choose, happened, lobby, played, refusal_of, started
from server.test_walks import any_ask, any_holder

ENOUGH = Refusal.NO_MORE_CHANGES
ANN = Asker("ann", Attendance(), Random(1))
FIRST, LAST = min(MOST_AT_A_TIME.values()), max(MOST_AT_A_TIME.values())


def after(table: Table, count: int) -> Table:
    """The table as if it had so many events since its action began, or since it was made."""
    return replace(table, version=table.action + count)


def old(table: Table) -> Table:
    """The table as if it had as many events as one may have, and an action had just begun."""
    return replace(table, version=MOST_EVENTS, action=MOST_EVENTS - 1)


def worn(table: Table, endless: Iterable[asks.Ask]) -> Table:
    """The table after ann has asked for all of this, until it was enough."""
    for ask in endless:
        try:
            table = asked(table, "ann", ask)
        except Refuse as refused:
            if refused.code != ENOUGH:
                raise
            break
    return table


@pytest.mark.parametrize(
    "turns",
    [
        (asks.Rename(seat=1, name="Eve"), asks.Rename(seat=1, name="Ann")),
        (asks.Reorder(seats=[2, 1]), asks.Reorder(seats=[1, 2])),
        (asks.PickLucky(seat=1, pair=(2, 3)),),
        (asks.Leave(seat=1), asks.Sit(name="Ann", nonce=NONCE, seat=1)),
    ],
)
def test_before_the_start_everything_comes_to_an_end(turns: tuple[asks.Ask, ...]) -> None:
    table = worn(lobby("ann", "", variant="longo", lucky="chosen"), cycle(turns))
    assert FIRST <= table.version <= LAST + 1


def test_the_ids_of_seats_stay_such_as_can_be_asked_for() -> None:
    seats = ((asks.AddSeat(), asks.Remove(seat=seat)) for seat in count(2))
    table = worn(lobby("ann"), chain.from_iterable(seats))
    sit = asks.Sit(name="Ann too", nonce=NONCE)
    assert refusal_of(table, "ann", sit) == ENOUGH, "a seat of one's own is a new one, too"
    table = replace(table, version=LAST - 1)
    leave = asks.Leave(seat=asked(table, "ann", sit).last_id)
    assert msgspec.json.decode(msgspec.json.encode(leave), type=asks.AnyAsk) == leave


def test_nobody_is_kept_from_a_seat_by_who_has_one() -> None:
    table = after(lobby("ann", ""), FIRST)
    assert refusal_of(table, "ann", asks.Rename(seat=1, name="Eve")) == ENOUGH
    table = asked(table, "ben", asks.Sit(name="Ben", nonce=NONCE))
    assert asked(table, "ann", asks.Start()).stage == "playing"


def test_a_lobby_can_always_be_begun_left_closed_and_deleted() -> None:
    table = happened(lobby("ann", "ben", "", ""), ev.SeatTaken(3, "cat", "Cat"))
    table = after(table, MOST_EVENTS)
    assert refusal_of(table, "dan", asks.Sit(name="Dan", nonce=NONCE)) == ENOUGH
    assert asked(table, "ben", asks.Leave(seat=2)).seat(2).kind == "open"
    assert asked(table, "ann", asks.Close()).stage == "closed"
    asked(table, "ann", asks.Delete())
    assert is_to_go(table, "ann")
    begun = asked(asked(table, "ann", asks.Remove(seat=2)), "cat", asks.Ready(seat=3, nonce=NONCE))
    assert asked(begun, "ann", asks.Start()).stage == "playing"


def test_minds_are_changed_so_often_in_an_action_and_again_in_the_next() -> None:
    table = played(started("ann", "ben"), "w41")
    withdraw = asks.Withdraw(seat=1, action=table.action)
    table = worn(table, cycle([choose(table, 1, "r5"), withdraw]))
    assert table.version - table.action >= FIRST
    assert table.waiting == [2], "the first choice is always taken"
    assert refusal_of(table, "ann", choose(table, 1, "y5")) == ENOUGH
    assert refusal_of(table, "ann", withdraw) == ENOUGH
    assert asked(table, "ann", choose(table, 1, "r5")).version == table.version, "as it was"
    table = asked(table, "ben", choose(table, 2, "g5"))
    assert table.turns[0].actions, "all choices are revealed"
    make_link(table, 1, "secret", ANN)


@pytest.mark.parametrize("steps", [("w41",), ("w41", "- -"), ("w41", "- -", "-")])
def test_a_game_is_played_to_its_end_however_much_has_happened(steps: tuple[str, ...]) -> None:
    table = old(played(started("ann", "ben"), *steps))
    with pytest.raises(Refuse) as refused:
        make_link(table, 1, "secret", ANN)
    assert refused.value.code == ENOUGH
    assert not may_happen(table, ev.PeopleReturned())
    while table.stage == "playing":
        table = table if table.waiting else played(table, "w11")
        for seat in table.waiting:
            holder = table.seat(seat).holder or ""
            table = asked(table, holder, choose(table, seat, "-"))
            if seat in table.chosen:
                withdraw = asks.Withdraw(seat=seat, action=table.action)
                assert refusal_of(table, holder, withdraw) == ENOUGH
    assert table.stage == "over"
    for holder in ("ann", "ben"):
        table = asked(table, holder, asks.Delete())
    assert refusal_of(table, "ann", asks.Delete(wanted=False)) == ENOUGH
    assert is_to_go(table, "ann")


def test_a_bot_stands_in_however_much_has_happened() -> None:
    table = old(played(started("ann", "ben"), "w41"))
    table = asked(table, "ben", asks.Vote(seat=1), Attendance(frozenset(), frozenset({1})))
    assert table.seat(1).stand_in
    assert refusal_of(table, "ann", asks.TakeBack(seat=1)) == ENOUGH
    table = happened(table, ev.MoveChosen(1, "-", "bot"), ev.MoveChosen(2, "-", "person"))
    table = replace(happened(table, ev.ActionRevealed(["-", "-"])), version=LAST)
    assert asked(replace(table, action=LAST), "ann", asks.TakeBack(seat=1)).seat(1).stand_in is None


def test_the_first_rematch_is_always_made_and_others_are_not() -> None:
    table = old(asked(started("ann", "ben"), "ann", asks.Close()))
    table = happened(table, *rematch_event(table, "BCDFGJ", ANN))
    assert table.rematch == "BCDFGJ"
    with pytest.raises(Refuse) as refused:
        rematch_event(table, "BCDFGK", ANN, lost="BCDFGJ")
    assert refused.value.code == ENOUGH


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_asked_a_table_that_had_enough_grows_no_more(seed: int) -> None:
    rng = Random(seed)
    table = rng.choice([lobby("ann", "ben", "", "bot:random"), started("ann", "ben", "cat")])
    table = after(played(table, "w41") if table.game else table, LAST)
    action, grown = table.action, list[ev.AnyEvent]()
    for _ in range(3000):
        ask = any_ask(table, rng)
        attendance = Attendance(frozenset(), frozenset(rng.sample(range(1, 4), 2)))
        asker = Asker(any_holder(table, ask, rng), attendance, rng)
        try:
            events = decide(table, ask, asker)
        except Refuse:
            continue
        after_it = happened(table, *events)
        if after_it.action == action and not after_it.closed:
            table, grown = after_it, [*grown, *events]
    assert grown
    assert len(grown) < 30
