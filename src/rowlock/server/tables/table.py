"""The state of a table, as a value: what the fold of its events leads to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rowlock.dice import NO_NONCE, FairDice
from rowlock.record import Record
from rowlock.rules import Game, Variant, find_variant, on_side
from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.messages.tells import AnyNews, Stage
from rowlock.server.tables import events as ev
from rowlock.server.tables.seat import Seat

CLOCKS: Mapping[str, int | None] = {"none": None, "relaxed": 90, "quick": 20}
"""Seconds an action, by the name of the clock."""


@dataclass(frozen=True)
class Table:
    """A table at one version, the number of its last event.

    `chosen` has the choices of the action due by seat; `action` is the version it began at and
    `action_at` when its clock began; `last_id` is the highest seat id ever given; `hints` whether
    the exact expectation was ever shown.
    """

    code: str
    setup: ev.TableCreated
    version: int = 1
    seats: tuple[Seat, ...] = ()
    last_id: int = 0
    creator: str = ""
    game: Game | None = None
    record: Record | None = None
    chosen: Mapping[int, ev.MoveChosen] = field(default_factory=dict)
    action: int = 0
    action_at: float = 0.0
    closed: bool = False
    hints: bool = False
    rematch: str | None = None
    created: float = 0.0
    changed: float = 0.0
    news: tuple[AnyNews, ...] = ()

    @cached_property
    def variant(self) -> Variant:
        """The game played here."""
        variant = find_variant(self.setup.variant)
        return on_side(variant, self.setup.side) if self.setup.side else variant

    @property
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
    def seconds(self) -> int | None:
        """The time for an action."""
        return CLOCKS[self.setup.clock]

    @property
    def acting(self) -> Sequence[int]:
        """The ids of the seats that choose in the action due."""
        if self.game is None or self.closed:
            return ()
        return [self.seats[index].id for index in self.game.acting]

    @property
    def waiting(self) -> list[int]:
        """The ids of the seats that have not chosen yet."""
        return [seat for seat in self.acting if seat not in self.chosen]

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
        return [seat for seat in self.seats if seat.kind == "person"]
