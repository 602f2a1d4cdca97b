"""Keeping account of what people are told finds every way to lose it."""

import pytest

from rowlock.server.messages.asks import Ask, Choose, Ready, Sit, Start
from rowlock.server.tables import events as ev
from server.accounts import Account, Sent, Tally

NONCES = "0" * 32, "1" * 32
ROLL = "w41 r3 y2 g6 b6"
STORY: list[ev.AnyEvent] = [
    ev.TableCreated("original", "00" * 32, "ann"),
    ev.SeatAdded(1),
    ev.SeatTaken(1, "ann", "Ann"),
    ev.SeatAdded(2),
    ev.SeatReady(1, NONCES[0]),
    ev.SeatTaken(2, "ben", "Ben", NONCES[1]),
    ev.GameStarted(1, []),
    ev.DiceRolled(ROLL),
    ev.MoveChosen(1, "r5", "person"),
    ev.MoveChosen(2, "y5", "person"),
    ev.ActionRevealed(["r5", "y5"]),
]
ROLLED = 8


def kept(*events: ev.AnyEvent) -> list[ev.Kept]:
    return [ev.Kept(seq, float(seq), event) for seq, event in enumerate(events, start=1)]


def choose(seat: int, move: str) -> Choose:
    return Choose(seat=seat, action=ROLLED, move=move)


def account(*sent: tuple[Ask, int | None]) -> Account:
    """What was asked, and the version each was answered with."""
    return Account("BCDFGH", sent=[Sent(ask, version) for ask, version in sent])


BEGUN = (
    (Ready(seat=1, nonce=NONCES[0]), 5),
    (Sit(name="Ben", nonce=NONCES[1]), 6),
    (Start(), 7),
)


def test_what_was_acknowledged_is_kept() -> None:
    told = account(*BEGUN, (choose(1, "r5"), 9), (choose(2, "y5"), 11))
    told.compare(kept(*STORY))
    assert told.tally() == Tally(acknowledged=5)


def test_an_answer_that_never_came_may_have_been_kept_or_not() -> None:
    told = account(*BEGUN, (choose(1, "r5"), 9), (choose(2, "y5"), None))
    told.compare(kept(*STORY[:9]))
    assert told.tally() == Tally(acknowledged=4, lost=1)
    told.compare(kept(*STORY))
    assert told.tally() == Tally(acknowledged=4, unheard=1)


def test_who_asks_again_for_what_is_so_already_changes_nothing() -> None:
    told = account(*BEGUN, (choose(1, "r5"), None), (choose(1, "r5"), 9))
    told.compare(kept(*STORY[:9]))
    assert told.tally().acknowledged == 4


def test_what_was_acknowledged_and_is_not_there_is_found() -> None:
    told = account(*BEGUN, (choose(1, "r5"), 9))
    assert told.told == 9
    with pytest.raises(AssertionError, match="not kept"):
        told.compare(kept(*STORY[:8], ev.PeopleReturned()))


def test_another_move_than_the_acknowledged_one_is_found() -> None:
    told = account(*BEGUN, (choose(1, "y5"), 9))
    with pytest.raises(AssertionError, match="nobody asked"):
        told.compare(kept(*STORY[:9]))


def test_what_is_kept_twice_is_found() -> None:
    told = account(*BEGUN, (choose(1, "r5"), 9))
    with pytest.raises(AssertionError, match="only once"):
        told.compare(kept(*STORY[:9], STORY[8]))


def test_what_was_refused_must_not_be_kept() -> None:
    told = account(*BEGUN, (choose(1, "r5"), None))
    told.sent[-1].refused = True
    with pytest.raises(AssertionError, match="nobody asked"):
        told.compare(kept(*STORY[:9]))


def test_a_hole_is_found() -> None:
    events = kept(*STORY[:9])
    with pytest.raises(AssertionError, match="hole"):
        account(*BEGUN).compare([*events[:6], *events[7:]])


def test_a_past_that_has_changed_is_found() -> None:
    told = account(*BEGUN, (choose(1, "r5"), 9))
    told.compare(kept(*STORY[:9]))
    with pytest.raises(AssertionError, match="past"):
        told.compare(kept(*STORY[:7], ev.DiceRolled("w41 r3 y2 g6 b5"), STORY[8]))
