"""What has happened at a table. The state of a table is the fold of its events, nothing else.

Events are kept as JSON for good, so a field is never renamed or taken away; a new one has a
default. A person is known by the hash of their key (`holder`), never by the key.
"""

from typing import Literal

from rowlock.server.messages.asks import ClockName, LuckyMode, LuckyPair
from rowlock.server.messages.values import Discreet, Value, type_of

ChosenBy = Literal["person", "bot", "auto", "clock"]


class Event(Discreet, omit_defaults=True, tag_field="type", tag=type_of):
    """Something that happened, told apart by its type."""


class TableCreated(Event):
    """`seed` is the secret of the dice. `first` is the place that begins, None to draw it; with
    `autostart` the game begins as soon as all seats are ready."""

    variant: str
    seed: str
    creator: str
    side: str | None = None
    lucky: LuckyMode = "dealt"
    clock: ClockName = "none"
    listed: bool = False
    autopass: bool = True
    first: int | None = None
    autostart: bool = False


class SeatAdded(Event):
    """A new last seat: for a bot, or open."""

    seat: int
    bot: str | None = None


class SeatTaken(Event):
    """A person sits down; without a nonce they are not ready yet."""

    seat: int
    holder: str
    name: str
    nonce: str | None = None


class SeatReady(Event):
    """The person of the seat has given their nonce."""

    seat: int
    nonce: str


class SeatRenamed(Event):
    """The person of the seat goes by another name."""

    seat: int
    name: str


class LuckyPicked(Event):
    """The seat has chosen its lucky numbers, or to have them dealt."""

    seat: int
    pair: LuckyPair | None


class SeatLeft(Event):
    """The seat is open again."""

    seat: int


class SeatRemoved(Event):
    """The seat is gone."""

    seat: int


class SeatsReordered(Event):
    """The seats stand in this order."""

    seats: list[int]


class GameStarted(Event):
    """The game begins with the seats that are taken; `first` is the id of the first seat."""

    first: int
    lucky: list[LuckyPair]


class DiceRolled(Event):
    """The dice of the turn, as a record writes them."""

    roll: str


class MoveChosen(Event):
    """A seat's choice for the action due; nobody else sees it yet."""

    seat: int
    move: str
    by: ChosenBy


class MoveWithdrawn(Event):
    """The seat thinks again."""

    seat: int


class ActionRevealed(Event):
    """All choices are in and take effect, in the order of the seats that act."""

    moves: list[str]


class VoteCast(Event):
    """A person wants a bot to play for a seat."""

    seat: int
    holder: str


class BotStoodIn(Event):
    """A bot plays for the seat's person."""

    seat: int
    bot: str


class SeatTakenBack(Event):
    """The seat's person plays again."""

    seat: int


class LinkMade(Event):
    """A link can move the seat, once; `secret` is the hash of its secret."""

    seat: int
    secret: str


class SeatMoved(Event):
    """The link was used: the seat has another holder."""

    seat: int
    holder: str


class PeopleReturned(Event):
    """Everybody was gone and this person is back: the clock of the action starts again."""

    holder: str = ""


class ExpectationShown(Event):
    """The exact expectation was shown to the player of a solo game, for the first time."""


class RematchMade(Event):
    """The same people go on at another table, because this person asked for it."""

    code: str
    holder: str = ""


class DeletionAsked(Event):
    """A person wants the table to be deleted; when all who must have asked, it is."""

    holder: str


class DeletionTakenBack(Event):
    """A person wants the table to be kept after all."""

    holder: str


class TableClosed(Event):
    """The table was closed, or the game stopped, by its creator or by who runs the server."""


AnyEvent = (
    TableCreated
    | SeatAdded
    | SeatTaken
    | SeatReady
    | SeatRenamed
    | LuckyPicked
    | SeatLeft
    | SeatRemoved
    | SeatsReordered
    | GameStarted
    | DiceRolled
    | MoveChosen
    | MoveWithdrawn
    | ActionRevealed
    | VoteCast
    | BotStoodIn
    | SeatTakenBack
    | LinkMade
    | SeatMoved
    | PeopleReturned
    | ExpectationShown
    | RematchMade
    | DeletionAsked
    | DeletionTakenBack
    | TableClosed
)


class Kept(Value):
    """An event in its place: the sequence number counts from 1 at each table, `at` is the time."""

    seq: int
    at: float
    event: AnyEvent
