"""Random walks over all asks, sensible and senseless, at tables of every kind."""

from collections.abc import Callable, Sequence
from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rowlock.record import read_record, replay
from rowlock.rules import VARIANTS, Phase, legal_moves, parse_move
from rowlock.server.messages import asks
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events, timeout_events
from rowlock.server.tables.decide import Asker, decide, make_link, use_link
from rowlock.server.tables.fold import fold
from rowlock.server.tables.pace import all_due, next_due, roll_events
from rowlock.server.tables.records import record_text
from rowlock.server.tables.setup import new_table
from rowlock.server.tables.table import Table
from rowlock.server.tables.view import Viewer, choices_of, differ_by_choices, view_of
from rowlock.server.tables.votes import Attendance
from server.people import new_nonce, with_choices
from server.people import new_table as table_of
from server.tables import happened
from shares import at_most

HOLDERS = ("ann", "ben", "cat", "")
STEPS = 250
RULE_CODES = {
    "game-over",
    "not-now",
    "wrong-number",
    "behind",
    "needs-crosses",
    "row-locked",
    "not-lucky",
    "not-fewest",
    "not-next",
    "pawn-range",
    "pawn-not-crossable",
}


def any_table(rng: Random) -> tuple[Table, list[ev.AnyEvent]]:
    name, variant = rng.choice(list(VARIANTS.items()))
    words = [rng.choice(["me", "open", "random"]) for _ in range(rng.randint(1, variant.seats))]
    new = table_of(
        name,
        " ".join(words),
        lucky=rng.choice(["dealt", "chosen"]),
        clock=rng.choice(["none", "quick"]),
        autopass=rng.random() < 0.5,
    )
    events = new_table("BCDFGH", new, "ann")
    table = fold("BCDFGH", [ev.Kept(seq, 1.0, event) for seq, event in enumerate(events, start=1)])
    assert table is not None
    return table, events


def any_ask(table: Table, rng: Random) -> asks.Ask:
    seat = rng.choice([*(known.id for known in table.seats), rng.randint(1, 9)])
    action = rng.choice([table.action] * 9 + [table.action - 1])
    ids = [known.id for known in table.seats]
    rng.shuffle(ids)
    move = rng.choice(["-", "r2", "r12", "a5", "g7", "y9*", "+3", "+9", "zz"])
    if table.game and not table.game.over and seat in table.acting and rng.random() < 0.8:
        move = str(rng.choice(legal_moves(table.game, table.index(seat))))
    choose = asks.Choose(seat=seat, action=action, move=move)
    rare = [
        asks.Sit(name=rng.choice(["Ben", " ", "x;y"]), nonce=new_nonce()),
        asks.Ready(seat=seat, nonce=new_nonce()),
        asks.Rename(seat=seat, name="Eve"),
        asks.PickLucky(seat=seat, pair=rng.choice([None, (6, 11), (5, 5)])),
        asks.Leave(seat=seat),
        asks.AddSeat(bot=rng.choice([None, "random", "nobody"])),
        asks.Remove(seat=seat),
        asks.Reorder(seats=ids),
        asks.Start(),
        asks.Vote(seat=seat),
        asks.TakeBack(seat=seat),
        asks.Withdraw(seat=seat, action=action),
    ]
    if rng.random() < 0.01:
        return asks.Close()
    return choose if table.game and rng.random() < 0.7 else rng.choice(rare)


def any_holder(table: Table, ask: asks.Ask, rng: Random) -> str:
    """Mostly who may ask this."""
    holders = {seat.id: seat.holder for seat in table.seats}
    right = holders.get(getattr(ask, "seat", 0)) or "ann"
    return right if rng.random() < 0.6 else rng.choice(HOLDERS)


def by_itself(table: Table, rng: Random) -> list[ev.AnyEvent]:
    """What happens without anybody asking, as a live table does it."""
    due = next_due(table, 0.0)
    if due is None:
        return []
    if due.kind == "roll":
        return roll_events(table)
    if due.kind == "clock":
        return timeout_events(table)
    assert table.game is not None
    moves = legal_moves(table.game, table.index(due.seat))
    return choice_events(table, due.seat, rng.choice(moves), due.kind)


def moved(table: Table, rng: Random) -> list[ev.AnyEvent]:
    """A seat goes to another holder by a link."""
    seat = rng.choice(table.seats).id if table.seats else 1
    asker = Asker(rng.choice(HOLDERS[:3]), Attendance(), rng)
    made = make_link(table, seat, "secret", asker)
    return made + use_link(happened(table, *made), "secret", asker)


def step(table: Table, rng: Random) -> list[ev.AnyEvent]:
    ids = [seat.id for seat in table.seats]
    attendance = Attendance(frozenset(ids), frozenset(i for i in ids if rng.random() < 0.3))
    ask = any_ask(table, rng)
    asker = Asker(any_holder(table, ask, rng), attendance, rng)
    kinds: list[Callable[[], list[ev.AnyEvent]]] = [
        lambda: by_itself(table, rng),
        lambda: decide(table, ask, asker),
        lambda: decide(table, ask, asker),
    ]
    if rng.random() < 0.02:
        kinds = [lambda: moved(table, rng)]
    try:
        return rng.choice(kinds)()
    except Refuse as refused:
        if refused.code not in {*Refusal, *RULE_CODES}:
            raise
        return []


def check_record(table: Table) -> None:
    if table.record is None:
        return
    text = record_text(table)
    assert replay(read_record(text)) == table.game
    assert ("[Seed" in text) == table.ended


def check_secrets(table: Table) -> None:
    """What others see does not depend on what a seat has chosen."""
    game = table.game
    if game is None:
        return
    for seat, chosen in table.chosen.items():
        holder = table.seat(seat).holder
        others = [known for known in (*HOLDERS, "stranger") if known != holder]
        for move in legal_moves(game, table.index(seat)):
            another = ev.MoveChosen(seat, str(move), chosen.by)
            instead = replace(table, chosen={**table.chosen, seat: another})
            assert [seen(instead, one) for one in others] == [seen(table, one) for one in others]
            assert record_text(instead) == record_text(table)


def seen(table: Table, holder: str) -> bytes:
    return msgspec.json.encode(view_of(table, Viewer(holder), Attendance(), 5.0))


def check_views(table: Table) -> None:
    for holder in (*HOLDERS, "stranger"):
        view = view_of(table, Viewer(holder), Attendance(), 5.0)
        mine = [seat.id for seat in table.held_by(holder)]
        assert [own.seat for own in view.yours] == (mine if table.game else [])
        assert (view.fairness.seed is not None) == table.ended
        for own in view.yours:
            moves = [parse_move(move.move) for move in own.moves]
            acting = own.seat in table.acting and table.seat(own.seat).player is None
            assert own.acting == acting
            assert table.game is not None
            assert moves == (legal_moves(table.game, table.index(own.seat)) if acting else [])


def check_choices(before: Table, after: Table) -> bool:
    """If there is nothing but choices between two tables, they are told as what they change."""
    if not differ_by_choices(before, after):
        return False
    ids = frozenset(seat.id for seat in after.seats)
    for holder in (*HOLDERS, "stranger"):
        viewer, there = Viewer(holder, before.version), Attendance(ids)
        told = choices_of(after, viewer, there, 5.0)
        view = with_choices(view_of(before, viewer, there, 5.0), told)
        assert view == view_of(after, viewer, there, 5.0)
    return True


def check_goes_on(table: Table) -> None:
    """A game in progress waits for a person or does something by itself."""
    if table.stage != "playing" or table.game is None:
        assert all_due(table, 1.0) == []
        return
    waits = [seat for seat in table.waiting if table.seat(seat).player is None]
    assert waits or next_due(table, 1.0) is not None
    assert (table.game.phase is Phase.ROLL) == (not table.waiting)


def stored(events: Sequence[ev.AnyEvent]) -> Table | None:
    """The table read back from what a store keeps."""
    read = [msgspec.json.decode(msgspec.json.encode(event), type=ev.AnyEvent) for event in events]
    return fold("BCDFGH", [ev.Kept(seq, 1.0, event) for seq, event in enumerate(read, start=1)])


@at_most(60)
@given(st.integers(0, 2**32))
def test_whatever_is_asked_a_table_stays_sound(seed: int) -> None:
    rng = Random(seed)
    table, events = any_table(rng)
    for _ in range(STEPS):
        happening = step(table, rng)
        events += happening
        before, table = table, happened(table, *happening, at=1.0)
        if happening:
            check_goes_on(table)
            chosen = all(isinstance(one, ev.MoveChosen | ev.MoveWithdrawn) for one in happening)
            # A choice may also take votes back.
            assert check_choices(before, table) >= (chosen and before.seats == table.seats)
        if rng.random() < 0.03:
            check_secrets(table)
    assert stored(events) == table
    check_record(table)
    check_views(table)
    check_secrets(table)
