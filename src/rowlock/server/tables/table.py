"""The state of a table, as a value: what the fold of its events leads to."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf, nextafter

import msgspec

from rowlock.dice import NO_NONCE, FairDice
from rowlock.record import Record, Turn
from rowlock.rules import Game, Variant, find_variant, on_side
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import AnyNews, Stage
from rowlock.server.messages.values import Discreet
from rowlock.server.tables import events as ev
from rowlock.server.tables.seat import Seat

CLOCKS: Mapping[str, int | None] = {"none": None, "relaxed": 90, "quick": 20}
"""Seconds an action, by the name of the clock."""


class Table(Discreet, dict=True, gc=True):
    """A table at one version, the number of its last event.

    `opening` is the game before its first roll, `turns` what was played since; `chosen` has the
    choices of the action due by seat; `action` is the version it began at and `action_at` when its
    clock began; `last_id` is the highest seat id ever given; `hints` whether the exact expectation
    was ever shown; `deleters` are the holders who want it deleted. `sat` is how often each person
    has sat down before the start, `spent` how much was done in each seat of what has a bound;
    `last` is what happened last, and `changed` when.
    """

    code: str
    setup: ev.TableCreated
    version: int = 1
    seats: tuple[Seat, ...] = ()
    last_id: int = 0
    creator: str = ""
    game: Game | None = None
    opening: Game | None = None
    turns: tuple[Turn, ...] = ()
    chosen: Mapping[int, ev.MoveChosen] = msgspec.field(default_factory=dict)
    action: int = 0
    action_at: float = 0.0
    closed: bool = False
    hints: bool = False
    rematch: str | None = None
    deleters: frozenset[str] = frozenset()
    sat: Mapping[str, int] = msgspec.field(default_factory=dict)
    spent: Mapping[int, int] = msgspec.field(default_factory=dict)
    created: float = 0.0
    changed: float = 0.0
    last: ev.AnyEvent | None = None
    news: tuple[AnyNews, ...] = ()

    @cached_property
    def variant(self) -> Variant:
        """The game played here."""
        variant = find_variant(self.setup.variant)
        return on_side(variant, self.setup.side) if self.setup.side else variant

    @cached_property
    def stage(self) -> Stage:
        """How far the table is."""
        if self.game is None:
            return "closed" if self.closed else "lobby"
        if self.game.over:
            return "over"
        return "stopped" if self.closed else "playing"

    @property
    def ended(self) -> bool:
        """Whether a game was played here and goes on no more."""
        return self.stage in ("over", "stopped")

    @property
    def dice(self) -> FairDice:
        """The dice of this table: its secret seed and the nonces of the seats."""
        nonces = tuple(seat.nonce or NO_NONCE for seat in self.seats)
        return FairDice(bytes.fromhex(self.setup.seed), nonces)

    @property
    def record(self) -> Record | None:
        """The game so far, once there is one."""
        if self.opening is None:
            return None
        return Record(self.opening, tuple(seat.name for seat in self.seats), self.turns)

    @property
    def seconds(self) -> int | None:
        """The time for an action."""
        return CLOCKS[self.setup.clock]

    @cached_property
    def acting(self) -> Sequence[int]:
        """The ids of the seats that choose in the action due."""
        if self.game is None or self.closed:
            return ()
        return [self.seats[index].id for index in self.game.acting]

    @cached_property
    def waiting(self) -> list[int]:
        """The ids of the seats that have not chosen yet."""
        return [seat for seat in self.acting if seat not in self.chosen]

    def next_date(self, now: float) -> float:
        """When something that happens now is said to have happened: later than all before it, even
        if a clock was set back since. So no two changes have the same date."""
        return max(now, nextafter(self.changed, inf))

    def index(self, seat: int) -> int:
        """The place of the seat with this id; refused if there is none."""
        for index, known in enumerate(self.seats):
            if known.id == seat:
                return index
        raise Refuse(Refusal.NO_SEAT, f"there is no seat {seat} at this table")

    def seat(self, seat: int) -> Seat:
        """The seat with this id."""
        return self.seats[self.index(seat)]

    def held_by(self, holder: str) -> list[Seat]:
        """The seats this person holds."""
        return [seat for seat in self.seats if holder and seat.holder == holder]

    def people(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat in self.seats if seat.holder and not seat.bot]
