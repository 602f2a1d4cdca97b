"""Tables for a database of today: a lobby, games in different phases, games that are over.

They come about as at a server, by what people ask and by what happens by itself, with a clock and a
chance of their own: it is always the same tables.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from rowlock.bots import find_bot
from rowlock.rules import Phase
from rowlock.server.messages import asks
from rowlock.server.storage import Append
from rowlock.server.storage.origins import UNKNOWN
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events, timeout_events
from rowlock.server.tables.decide import Asker, decide, make_link, rematch_event
from rowlock.server.tables.fold import apply, fold
from rowlock.server.tables.identity import key_hash
from rowlock.server.tables.pace import roll_events
from rowlock.server.tables.setup import new_table, rematch_of
from rowlock.server.tables.table import Table
from rowlock.server.tables.votes import Attendance
from server import people

PEOPLE = {name: key_hash(f"the key of {name}") for name in ("ann", "ben", "cat", "dan")}
"""Who sits at the tables, by their names: what is kept of their keys."""

START = 1_790_000_000.0
"""When the first table was made."""

ORIGIN = "0a1b"
"""Where listed tables were made."""


@dataclass
class Story:
    """A table and all that has happened there; a second passes with each event."""

    code: str
    number: int
    kept: list[ev.Kept] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.number)
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        assert self._table is not None, "something has happened"
        return self._table

    def happens(self, *events: ev.AnyEvent) -> None:
        """All of this, one after the other."""
        for event in events:
            seq = len(self.kept) + 1
            # The seed of the dice is no secret here.
            if isinstance(event, ev.TableCreated):
                event = replace(event, seed=key_hash(f"the seed of {self.code}"))  # noqa: PLW2901
            kept = ev.Kept(seq, START + 1000.0 * self.number + seq, event)
            self.kept.append(kept)
            self._table = apply(self._table, kept) if self._table else fold(self.code, [kept])

    def asked(self, name: str, *some: asks.Ask, absent: int = 0) -> None:
        """This person asks for something, perhaps while a seat is absent."""
        asker = Asker(PEOPLE[name], Attendance(absent=frozenset({absent})), self.rng)
        for ask in some:
            self.happens(*decide(self.table, ask, asker))

    def step(self) -> None:
        """A roll, or a choice of the next seat that has to choose."""
        table = self.table
        game = table.game
        assert game is not None
        if game.phase is Phase.ROLL:
            return self.happens(*roll_events(table))
        seat = table.seat(table.waiting[0])
        if seat.player:
            move = find_bot("random")(game, table.index(seat.id), self.rng)
            return self.happens(*choice_events(table, seat.id, move, "bot"))
        move = find_bot("cautious")(game, table.index(seat.id), self.rng)
        choice = asks.Choose(seat=seat.id, action=table.action, move=str(move))
        return self.asked(self.person(seat.id), choice)

    def person(self, seat: int) -> str:
        """Who sits there."""
        return next(name for name, one in PEOPLE.items() if one == self.table.seat(seat).holder)

    def played(self, turn: int, phase: Phase) -> "Story":
        """The same, played on to this turn and action."""
        while (game := self.table.game) and (game.turn, game.phase) != (turn, phase):
            assert game.turn <= turn, "the turn had no such action"
            self.step()
        return self

    def finished(self) -> "Story":
        """The same, played to the end."""
        while self.table.stage == "playing":
            self.step()
        return self

    @property
    def rows(self) -> Append:
        """What a database keeps of it."""
        table = self.table
        holders = frozenset(seat.holder for seat in table.people() if seat.holder)
        origin = ORIGIN if table.setup.listed else UNKNOWN
        return Append(self.code, self.kept, table.stage, table.setup.listed, holders, origin=origin)


def _lobby(code: str, number: int, seats: str, *others: str, **more: Any) -> Story:
    """A table of ann's, where these others sit as well."""
    story = Story(code, number)
    story.happens(*new_table(code, people.new_table(seats=seats, **more), PEOPLE["ann"]))
    for name in others:
        story.asked(name, asks.Sit(name=name.capitalize(), nonce=_nonce(name)))
    return story


def _started(code: str, number: int, seats: str, *others: str, **more: Any) -> Story:
    """A game that has begun."""
    story = _lobby(code, number, seats, *others, **more)
    for seat in story.table.held_by(PEOPLE["ann"]):
        story.asked("ann", asks.Ready(seat=seat.id, nonce=_nonce(f"ann{seat.id}")))
    if story.table.stage == "lobby":
        story.asked("ann", asks.Start())
    return story


def _nonce(name: str) -> str:
    return key_hash(name)[:32]


def _open_lobby() -> Story:
    """A listed table with all that can happen before a start."""
    story = _lobby(
        "BCDFGH", 1, "me open open random", "ben", variant="longo", listed=True, lucky="chosen"
    )
    story.asked("ann", asks.PickLucky(seat=1, pair=(6, 11)), asks.AddSeat(), asks.Remove(seat=5))
    story.asked("ann", asks.Reorder(seats=[2, 1, 3, 4]))
    story.asked("cat", asks.Sit(name="Cat", nonce=_nonce("cat"), seat=3), asks.Leave(seat=3))
    story.asked("ben", asks.Rename(seat=2, name="Benjamin"))
    return story


def _hidden_choice() -> Story:
    """The original, where one has chosen and the others have not."""
    story = _started("BCDFGJ", 2, "me open open", "ben", "cat", clock="quick")
    story.played(4, Phase.WHITE)
    first = story.table.waiting[0]
    story.step()
    story.asked(story.person(first), asks.Withdraw(seat=first, action=story.table.action))
    story.step()
    return story


def _stood_in() -> Story:
    """On Board before the pawn goes; a bot plays for somebody who ran out of time."""
    story = _started("BCDFGK", 3, "me open open", "ben", "cat", variant="on-board", side="B")
    story.played(2, Phase.WHITE)
    story.happens(*timeout_events(story.table))
    story.asked("ann", asks.Vote(seat=3), absent=3)
    story.asked("ben", asks.Vote(seat=3), absent=3)
    assert story.table.seat(3).stand_in
    return story.played(5, Phase.PAWN)


def _two_on_one_device() -> Story:
    """Longo in its colour action: two people at one device, a bot, and a link to another device."""
    story = _started("BCDFGL", 4, "me me random", variant="longo").played(7, Phase.COLOUR)
    asker = Asker(PEOPLE["ann"], Attendance(), story.rng)
    story.happens(*make_link(story.table, 2, "a secret", asker))
    return story


def _alone() -> Story:
    """A game alone, before a roll, with hints."""
    story = _started("BCDFGM", 5, "me", start=True).played(3, Phase.WHITE)
    story.happens(ev.ExpectationShown())
    return story.played(5, Phase.ROLL)


def _over_twice() -> list[Story]:
    """A finished game that somebody wants deleted, and its rematch, which is over too."""
    first = _started("BCDFGN", 6, "me open random", "ben").finished()
    again = Story("BCDFGP", 7)
    again.happens(*rematch_of(first.table, PEOPLE["ben"]))
    asker = Asker(PEOPLE["ben"], Attendance(), first.rng)
    first.happens(*rematch_event(first.table, again.code, asker))
    first.asked("ann", asks.Delete())
    first.asked("ben", asks.Delete(), asks.Delete(wanted=False))
    again.asked("ann", asks.Ready(seat=1, nonce=_nonce("ann again")))
    again.asked("ben", asks.Ready(seat=2, nonce=_nonce("ben again")))
    return [first, again.finished()]


def _over_on_board() -> Story:
    return _started("BCDFGQ", 8, "me open", "ben", variant="on-board").finished()


def _over_longo() -> Story:
    return _started("BCDFGR", 9, "me open", "dan", variant="longo").finished()


def _stopped() -> Story:
    """A game its creator stopped."""
    story = _started("BCDFGS", 10, "me open", "dan", variant="mixx-a").played(4, Phase.COLOUR)
    story.asked("ann", asks.Close())
    return story


def _closed() -> Story:
    """A table that was closed before it began."""
    story = _lobby("BCDFGT", 11, "me open", "dan")
    story.asked("ann", asks.Close())
    return story


def stories() -> list[Story]:
    """All tables of the database."""
    running = [_hidden_choice(), _stood_in(), _two_on_one_device(), _alone()]
    over = [*_over_twice(), _over_on_board(), _over_longo(), _stopped()]
    return [_open_lobby(), *running, *over, _closed()]
