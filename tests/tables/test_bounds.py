"""No table has events without end; nobody brings a table to its end for others; and every game can
be played to its end."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, cycle, repeat
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock.rules import VARIANTS
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.bounds import (
    BEFORE_START,
    HOST,
    IN_GAME,
    MOST_SEATS,
    SITS_OF_ALL,
    SITS_OF_ONE,
    may_happen,
)
from rowlock.server.tables.decide import Asker, decide, make_link, rematch_event, use_link
from rowlock.server.tables.deletion import is_to_go
from rowlock.server.tables.fold import fold
from rowlock.server.tables.setup import new_table
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance
from server.people import new_table as table_of
from server.tables import NONCE, asked, choose, happened, lobby, played, refusal_of, started
from tables.test_walks import any_ask, any_holder

ENOUGH = Refusal.NO_MORE_CHANGES
ANN = Asker("ann", Attendance(), Random(1))
LOBBY_AT_MOST = (
    2 + 2 * MOST_SEATS + 3 * (MOST_SEATS + SITS_OF_ALL) + (MOST_SEATS + 1) * BEFORE_START
)
"""Seats that come and go, sittings that begin, are ready and end, and what is done in the seats."""


def sit(name: str = "Eve", seat: int | None = None) -> asks.Sit:
    return asks.Sit(name=name, nonce=NONCE, seat=seat)


Step = Callable[[Table], Table]


def asking(holder: str, ask: asks.Ask, absent: Iterable[int] = ()) -> Step:
    """This person asks for it."""
    attendance = Attendance(absent=frozenset(absent))
    return lambda table: asked(table, holder, ask, attendance)


def worn(table: Table, endless: Iterable[Step]) -> Table:
    """The table after all of this, until it was enough."""
    for step in endless:
        try:
            table = step(table)
        except Refuse as refused:
            if refused.code != ENOUGH:
                raise
            return table
    raise AssertionError("it was never enough")


def spent(table: Table) -> Table:
    """The table as if every seat, and the creator, had had all they may."""
    most = IN_GAME if table.game else BEFORE_START
    return replace(table, spent=dict.fromkeys([HOST, *(seat.id for seat in table.seats)], most))


@pytest.mark.parametrize(
    ("turns", "most"),
    [
        ((asks.Rename(seat=1, name="Eve"), asks.Rename(seat=1, name="Ann")), BEFORE_START),
        ((asks.Reorder(seats=[2, 1]), asks.Reorder(seats=[1, 2])), BEFORE_START),
        ((asks.PickLucky(seat=1, pair=(2, 3)), asks.PickLucky(seat=1, pair=None)), BEFORE_START),
        ((asks.Leave(seat=1), sit("Ann", 1)), 2 * SITS_OF_ONE),
    ],
)
def test_before_the_start_everything_comes_to_an_end(
    turns: tuple[asks.Ask, ...], most: int
) -> None:
    begun = lobby("ann", "", variant="longo", lucky="chosen")
    table = worn(begun, cycle(asking("ann", ask) for ask in turns))
    assert most / 2 <= table.version - begun.version <= most
    table = asked(table, "ben", sit("Ben", 2))
    table = asked(asked(table, "ben", asks.Rename(seat=2, name="Bob")), "ben", asks.Leave(seat=2))
    table = asked(table, "ann", asks.AddSeat())
    assert asked(table, "ann", sit("Ann")).held_by("ann"), "a new seat is not worn"


def test_the_same_lucky_numbers_again_are_nothing() -> None:
    table = lobby("ann", variant="longo", lucky="chosen")
    picked = asked(table, "ann", asks.PickLucky(seat=1, pair=(3, 2)))
    assert asked(picked, "ann", asks.PickLucky(seat=1, pair=(2, 3))) == picked
    assert asked(table, "ann", asks.PickLucky(seat=1, pair=None)) == table


def test_links_that_are_used_come_to_an_end_too() -> None:
    def move(maker: str, taker: str) -> Step:
        def step(table: Table) -> Table:
            table = happened(table, *make_link(table, 1, maker, ANN._replace(holder=maker)))
            return happened(table, *use_link(table, maker, ANN._replace(holder=taker)))

        return step

    begun = lobby("ann", "")
    table = worn(begun, cycle([move("ann", "ann's phone"), move("ann's phone", "ann")]))
    assert table.version - begun.version == BEFORE_START


def test_the_ids_of_seats_stay_such_as_can_be_asked_for() -> None:
    seats = ((asks.AddSeat(), asks.Remove(seat=seat)) for seat in count(2))
    table = worn(lobby("ann"), (asking("ann", ask) for ask in chain.from_iterable(seats)))
    assert table.last_id == MOST_SEATS
    assert refusal_of(table, "ann", sit("Ann too")) == ENOUGH, "that would be a new one, too"
    leave = asks.Leave(seat=MOST_SEATS)
    assert msgspec.json.decode(msgspec.json.encode(leave), type=asks.AnyAsk) == leave


def test_one_who_sits_and_leaves_keeps_nobody_else_from_a_seat() -> None:
    """What somebody can undo themselves is limited by person."""
    turns = cycle([asking("eve", sit(seat=2)), asking("eve", asks.Leave(seat=2))])
    table = worn(lobby("ann", "", ""), turns)
    assert table.sat["eve"] == SITS_OF_ONE
    assert asked(table, "eve", sit()).held_by("eve")[0].id == 3, "where nobody has sat"
    table = asked(asked(table, "ben", sit("Ben", 2)), "cat", sit("Cat"))
    assert asked(table, "ann", asks.Start()).stage == "playing"


def test_with_a_new_key_every_time_only_seats_are_worn_and_new_ones_are_not() -> None:
    keys = (f"eve {number}" for number in count())
    turns = ((asking(key, sit(seat=2)), asking(key, asks.Leave(seat=2))) for key in keys)
    table = worn(lobby("ann", "", ""), chain.from_iterable(turns))
    assert sum(table.sat.values()) == SITS_OF_ALL
    assert refusal_of(table, "ben", sit("Ben", 2)) == ENOUGH
    assert asked(table, "ben", sit("Ben")).held_by("ben")[0].id == 3
    table = asked(asked(table, "ann", asks.Remove(seat=2)), "ann", asks.AddSeat())
    table = asked(asked(table, "ben", sit("Ben")), "cat", sit("Cat"))
    assert asked(table, "ann", asks.Start()).stage == "playing"


def any_lobby(rng: Random) -> Table:
    """A table of any game with any seats, the first of them ann's."""
    name, variant = rng.choice(list(VARIANTS.items()))
    others = [rng.choice(["me", "open", "random"]) for _ in range(rng.randrange(variant.seats))]
    new = table_of(name, " ".join(["me", *others]), lucky=rng.choice(["dealt", "chosen"]))
    events = new_table("BCDFGH", new, "ann")
    kept = [ev.Kept(seq, 1.0, event) for seq, event in enumerate(events, start=1)]
    table = fold("BCDFGH", kept)
    assert table is not None
    for seat in table.held_by("ann"):
        table = asked(table, "ann", asks.Ready(seat=seat.id, nonce=NONCE))
    return table


def strangers(table: Table, rng: Random, steps: int) -> Iterator[Table]:
    """The table after each thing that people do whom its creator does not know: with one key, with
    a new one every time, in the seats they have."""
    for number in range(steps):
        held = [seat.holder or "" for seat in table.people() if seat.holder != "ann"]
        fresh = rng.choice(["eve", f"eve {number}"])
        holder = rng.choice([*held, fresh]) if held else fresh
        mine = [seat.id for seat in table.held_by(holder)]
        ask = any_ask(table, rng)
        if mine and rng.random() < 0.5:
            ask = asks.Leave(seat=rng.choice(mine))
        elif not mine:
            ask = sit(f"Eve {number}")
        try:
            table = asked(table, holder, ask)
        except Refuse:
            continue
        yield table


def fill_and_start(table: Table) -> Table:
    """What the creator does then: others go, friends sit down in new seats, the game begins."""
    for seat in table.seats:
        if seat.holder != "ann":
            table = asked(table, "ann", asks.Remove(seat=seat.id))
    room = table.variant.seats - len(table.seats)
    for number in range(room):
        table = asked(table, "ann", asks.AddSeat())
        table = asked(table, f"friend {number}", sit(f"Friend {number}"))
    if not table.held_by("ann"):
        raise AssertionError("the creator's own seats are nobody else's to touch")
    return asked(table, "ann", asks.Start())


@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_whatever_strangers_do_first_the_creator_can_fill_the_table_and_start(seed: int) -> None:
    rng = Random(seed)
    table = any_lobby(rng)
    for _ in range(rng.randrange(1, 4)):
        for after in strangers(table, rng, rng.choice([20, 500])):
            table = after
            assert table.stage == "lobby"
            assert table.version <= LOBBY_AT_MOST
        begun = fill_and_start(table)
        assert begun.stage == "playing"
        assert len(begun.seats) == table.variant.seats
        # The creator puts new seats in place of the others, and strangers come again.
        for seat in [one for one in table.seats if one.holder != "ann"]:
            table = asked(asked(table, "ann", asks.Remove(seat=seat.id)), "ann", asks.AddSeat())


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_lobby_has_so_many_events_at_most_whatever_all_of_them_do(seed: int) -> None:
    """The creator, too, and as fast as the bounds allow."""
    rng = Random(seed)
    table = lobby("ann", "", "", "", variant="longo", lucky="chosen")
    refused_in_a_row = 0
    for number in count():
        held = {seat.id: seat.holder or "" for seat in table.seats}
        # Each seat in turn is worn by all that can be done there, then replaced.
        seat = rng.choice(table.seats).id
        holder = held[seat] or rng.choice(["eve", f"eve {number}"])
        pair = rng.choice([(2, 3), (4, 5), None])
        ask: asks.Ask = rng.choice(
            [asks.Rename(seat=seat, name=f"N {number}"), asks.PickLucky(seat=seat, pair=pair)]
        )
        if not held[seat]:
            ask = sit(f"Eve {number}", seat)
        elif table.spent.get(seat, 0) >= BEFORE_START:
            ask = asks.Leave(seat=seat)
        try:
            table = asked(table, holder, ask)
            refused_in_a_row = 0
        except Refuse:
            refused_in_a_row += 1
            if len(table.seats) > 1 and seat != table.seats[0].id:
                with_room = asked(table, "ann", asks.Remove(seat=seat))
                if may_happen(with_room, ev.SeatAdded(with_room.last_id + 1)):
                    table = asked(with_room, "ann", asks.AddSeat())
        assert table.version <= LOBBY_AT_MOST
        if refused_in_a_row > 60:
            break
    assert table.last_id == MOST_SEATS
    assert table.version > LOBBY_AT_MOST / 2


def test_a_lobby_can_always_be_begun_left_closed_and_deleted() -> None:
    table = happened(lobby("ann", "ben", "", ""), ev.SeatTaken(3, "cat", "Cat"), ev.SeatLeft(4))
    table = spent(replace(table, sat={"eve": SITS_OF_ALL}, last_id=MOST_SEATS))
    assert refusal_of(table, "dan", sit("Dan")) == ENOUGH
    assert refusal_of(table, "ben", asks.Rename(seat=2, name="Bob")) == ENOUGH
    assert refusal_of(table, "ann", asks.Reorder(seats=[2, 1, 3, 4])) == ENOUGH
    assert asked(table, "ben", asks.Leave(seat=2)).seat(2).kind == "open"
    assert asked(table, "ann", asks.Close()).stage == "closed"
    asked(table, "ann", asks.Delete())
    assert is_to_go(table, "ann")
    begun = asked(asked(table, "ann", asks.Remove(seat=2)), "cat", asks.Ready(seat=3, nonce=NONCE))
    begun = asked(begun, "ann", asks.Start())
    assert begun.stage == "playing"
    assert (begun.sat, begun.spent) == ({}, {}), "it is counted anew"


def test_minds_are_changed_so_often_and_nobody_else_is_kept_from_it() -> None:
    table = played(started("ann", "ben"), "w41")
    withdraw = asks.Withdraw(seat=1, action=table.action)
    turns = cycle([asking("ann", choose(table, 1, "r5")), asking("ann", withdraw)])
    table = worn(table, turns)
    assert IN_GAME - 1 <= table.version - table.action <= IN_GAME + 1
    assert table.waiting == [2], "the first choice is always taken"
    assert refusal_of(table, "ann", choose(table, 1, "y5")) == ENOUGH
    assert refusal_of(table, "ann", withdraw) == ENOUGH
    assert asked(table, "ann", choose(table, 1, "r5")).version == table.version, "as it was"
    table = asked(table, "ben", choose(table, 2, "g5"))
    assert table.turns[0].actions, "all choices are revealed"
    table = played(table, "-", "w41")
    table = asked(table, "ben", choose(table, 2, "b5"))
    table = asked(table, "ben", asks.Withdraw(seat=2, action=table.action))
    make_link(table, 2, "secret", ANN._replace(holder="ben"))


@pytest.mark.parametrize("steps", [("w41",), ("w41", "- -"), ("w41", "- -", "-")])
def test_a_game_is_played_to_its_end_however_much_has_happened(steps: tuple[str, ...]) -> None:
    table = spent(played(started("ann", "ben"), *steps))
    with pytest.raises(Refuse) as refused:
        make_link(table, 1, "secret", ANN)
    assert refused.value.code == ENOUGH
    assert not may_happen(table, ev.PeopleReturned("ann"))
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


def test_a_seat_can_always_be_taken_back_from_a_bot() -> None:
    begun = played(started("ann", "ben"), "w41")

    def cycle_of_a_bot(table: Table) -> Table:
        table = asked(table, "ben", asks.Vote(seat=1), Attendance(absent=frozenset({1})))
        assert table.seat(1).stand_in
        table = asked(spent_by(table, 1), "ann", asks.TakeBack(seat=1))
        assert table.seat(1).stand_in is None
        return table

    table = worn(begun, repeat(cycle_of_a_bot))
    votes = IN_GAME // 4
    assert table.version - begun.version == 3 * votes, "voting comes to an end instead"


def spent_by(table: Table, seat: int) -> Table:
    return replace(table, spent={**table.spent, seat: IN_GAME})


def test_who_has_several_seats_pays_with_the_one_that_has_most_left() -> None:
    table = played(started("ann", "ann", "ben"), "w41")
    table = asked(spent_by(table, 1), "ann", asks.Vote(seat=3), Attendance(absent=frozenset({3})))
    assert table.spent[2] == 4
    assert may_happen(table, ev.PeopleReturned("ann"))
    assert not may_happen(spent_by(table, 2), ev.PeopleReturned("ann"))
    assert may_happen(spent_by(table, 2), ev.PeopleReturned("ben"))


def test_the_first_rematch_is_always_made_and_others_come_to_an_end() -> None:
    table = spent(asked(started("ann", "ben"), "ann", asks.Close()))
    table = happened(table, *rematch_event(table, "BCDFGJ", ANN))
    assert table.rematch == "BCDFGJ"
    with pytest.raises(Refuse) as refused:
        rematch_event(table, "BCDFGK", ANN, lost="BCDFGJ")
    assert refused.value.code == ENOUGH
    table = replace(table, spent={1: IN_GAME})
    assert rematch_event(table, "BCDFGK", ANN._replace(holder="ben"), lost="BCDFGJ")


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_whatever_others_do_in_a_game_everybody_can_go_on_and_it_is_bounded(seed: int) -> None:
    rng = Random(seed)
    name, variant = rng.choice([(n, v) for n, v in VARIANTS.items() if v.seats > 1])
    people = ["ann", "ben", "cat", "dan", "eve"][: rng.randint(2, variant.seats)]
    table = spent_all_but(played(started(*people, variant=name), "w41"), people[0], rng)
    mine, others, first = table.held_by(people[0])[0].id, people[1:], table.version
    action = table.action
    for _ in range(400):
        ask = any_ask(table, rng)
        if isinstance(ask, asks.Close):
            continue
        absent = frozenset(rng.sample([seat.id for seat in table.seats], 2))
        holder = any_holder(table, ask, rng)
        asker = Asker(
            holder if holder in others else rng.choice(others), Attendance(absent=absent), rng
        )
        try:
            after = happened(table, *decide(table, ask, asker))
        except Refuse:
            continue
        # The action is to go on, so whoever would end it has not asked.
        table = after if after.action == action and after.stage == "playing" else table
    # Some choices that were the first, each with a bot's, and what was left to spend.
    assert table.version - first <= 12 * len(people) + 20
    me = people[0]
    if table.seat(mine).stand_in:
        table = asked(table, me, asks.TakeBack(seat=mine))
    table = asked(table, me, choose(table, mine, "-"))
    if table.action == action:
        table = asked(table, me, asks.Withdraw(seat=mine, action=table.action))
        assert mine in table.waiting
    make_link(table, mine, "secret", ANN._replace(holder=me))
    assert may_happen(table, ev.PeopleReturned(me))


def spent_all_but(table: Table, holder: str, rng: Random) -> Table:
    """The table as if all others had nearly had enough."""
    left = {seat.id: IN_GAME - rng.randrange(8) for seat in table.seats if seat.holder != holder}
    return replace(table, spent=left)
