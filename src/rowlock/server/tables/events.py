"""What has happened at a table. The state of a table is the fold of its events, nothing else.

Events are kept as JSON for good, so a field is never renamed or taken away; a new one has a
default. A person is known by the hash of their key (`holder`), never by the key.
"""

from typing import Literal

from rowlock.server.messages.asks import ClockName, LuckyMode, LuckyPair
from rowlock.server.messages.values import Discreet, Value

ChosenBy = Literal["person", "bot", "auto", "clock"]


class Event(Discreet, omit_defaults=True, tag_field="type"):
    """Something that happened, told apart by its type."""


class TableCreated(Event, tag="table-created"):
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


class SeatAdded(Event, tag="seat-added"):
    """A new last seat: for a bot, or open."""

    seat: int
    bot: str | None = None


class SeatTaken(Event, tag="seat-taken"):
    """A person sits down; without a nonce they are not ready yet."""

    seat: int
    holder: str
    name: str
    nonce: str | None = None


class SeatReady(Event, tag="seat-ready"):
    """The person of the seat has given their nonce."""

    seat: int
    nonce: str


class SeatRenamed(Event, tag="seat-renamed"):
    """The person of the seat goes by another name."""

    seat: int
    name: str


class LuckyPicked(Event, tag="lucky-picked"):
    """The seat has chosen its lucky numbers, or to have them dealt."""

    seat: int
    pair: LuckyPair | None


class SeatLeft(Event, tag="seat-left"):
    """The seat is open again."""

    seat: int


class SeatRemoved(Event, tag="seat-removed"):
    """The seat is gone."""

    seat: int


class SeatsReordered(Event, tag="seats-reordered"):
    """The seats stand in this order."""

    seats: list[int]


class GameStarted(Event, tag="game-started"):
    """The game begins with the seats that are taken; `first` is the id of the first seat."""

    first: int
    lucky: list[LuckyPair]


class DiceRolled(Event, tag="dice-rolled"):
    """The dice of the turn, as a record writes them."""

    roll: str


class MoveChosen(Event, tag="move-chosen"):
    """A seat's choice for the action due; nobody else sees it yet."""

    seat: int
    move: str
    by: ChosenBy


class MoveWithdrawn(Event, tag="move-withdrawn"):
    """The seat thinks again."""

    seat: int


class ActionRevealed(Event, tag="action-revealed"):
    """All choices are in and take effect, in the order of the seats that act."""

    moves: list[str]


class VoteCast(Event, tag="vote-cast"):
    """A person wants a bot to play for a seat."""

    seat: int
    holder: str


class BotStoodIn(Event, tag="bot-stood-in"):
    """A bot plays for the seat's person."""

    seat: int
    bot: str


class SeatTakenBack(Event, tag="seat-taken-back"):
    """The seat's person plays again."""

    seat: int


class LinkMade(Event, tag="link-made"):
    """A link can move the seat, once; `secret` is the hash of its secret."""

    seat: int
    secret: str


class SeatMoved(Event, tag="seat-moved"):
    """The link was used: the seat has another holder."""

    seat: int
    holder: str


class PeopleReturned(Event, tag="people-returned"):
    """Everybody was gone and this person is back: the clock of the action starts again."""

    holder: str = ""


class ExpectationShown(Event, tag="expectation-shown"):
    """The exact expectation was shown to the player of a solo game, for the first time."""


class RematchMade(Event, tag="rematch-made"):
    """The same people go on at another table, because this person asked for it."""

    code: str
    holder: str = ""


class DeletionAsked(Event, tag="deletion-asked"):
    """A person wants the table to be deleted; when all who must have asked, it is."""

    holder: str


class DeletionTakenBack(Event, tag="deletion-taken-back"):
    """A person wants the table to be kept after all."""

    holder: str


class TableClosed(Event, tag="table-closed"):
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
