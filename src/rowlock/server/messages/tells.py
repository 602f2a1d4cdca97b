"""What the server tells a page: one JSON object a message, told apart by its `type`.

A `View` is all that one page may know at one version of the table. Versions only grow; `news` has
what happened since the version the page said it had. No view holds another seat's choice before
all are revealed, nor the seed before the end. Where little has changed since a view, a page is told
only that: `Choices`, `Presence`.
"""

from typing import Literal

from rowlock.server.messages.asks import ClockName, LuckyMode, LuckyPair
from rowlock.server.messages.values import Discreet, Value

Stage = Literal["lobby", "playing", "over", "stopped", "closed"]


class Told(Value, tag_field="type"):
    """A message to a page, or a part of one that is told apart from others."""


class Part(Discreet):
    """A part of a message."""


class Settings(Part):
    """How the table was set up. `seconds` are for an action, None without a clock; with
    `autostart` the game begins as soon as all seats are ready."""

    variant: str
    side: str | None
    lucky: LuckyMode
    clock: ClockName
    seconds: int | None
    listed: bool
    autopass: bool
    autostart: bool


class RowView(Part):
    """A row of a sheet. Spaces before index `reach` that are not crossed are skipped for good;
    `count` are the crosses (its lock included), `lock` whether this sheet has the lock cross."""

    letter: str
    crossed: list[int]
    reach: int
    count: int
    lock: bool
    points: int


class SheetView(Part):
    """A sheet as everybody sees it. `misses` counts boxes, `miss_points` is negative."""

    rows: list[RowView]
    misses: int
    miss_points: int
    bonus: int
    total: int
    pawn: int | None
    lucky: LuckyPair | None


class SeatView(Part):
    """A seat. `here`: a page of its person is connected. `ready`: it has given its nonce.
    `chosen`: it has chosen in the action due. `absent`: the others may vote for a bot.
    `stand_in`: a bot plays for its person. `pick`: lucky numbers chosen before the start."""

    id: int
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None
    yours: bool
    creator: bool
    here: bool
    ready: bool
    chosen: bool
    absent: bool
    stand_in: bool
    votes: int
    votes_needed: int
    pick: LuckyPair | None
    sheet: SheetView | None


class MoveMade(Part):
    """What a move is: `move` is its token. A cross has row and number; a pawn move has steps and
    landing (the space of the board), and row and number if it crosses one."""

    move: str
    kind: Literal["cross", "pawn", "pass"]
    row: str | None
    number: int | None
    lucky: bool
    steps: int | None
    landing: int | None


class MoveView(MoveMade):
    """A move a seat may choose, and what it would do: `skips` are the numbers lost in the row,
    `gain` the points won at once, `locks` the row it locks, `ends` whether the game ends with it
    whatever the others do, `miss` whether passing marks a miss."""

    skips: list[int]
    gain: int
    locks: str | None
    ends: bool
    miss: bool


class LandingView(Part):
    """A space of the board the pawn could reach with so many steps: `refusal` says why it may not
    land there, None if it may (when the pawn action is due). `row` and `number` name the space;
    `crosses` whether landing would cross it, being not crossed yet."""

    steps: int
    landing: int
    row: str
    number: int
    crosses: bool
    refusal: str | None


class YourSeat(Part):
    """What only the holder of a seat sees: `moves` while it is to act, `chosen` its choice so far
    (a token), `closed` for every other space of the sheet ("r5") the code of the reason."""

    seat: int
    acting: bool
    moves: list[MoveView]
    chosen: str | None
    closed: dict[str, str]
    landings: list[LandingView]


class DiceView(Part):
    """The dice on the table: faces of the two white ones, and of each colour die rolled."""

    white: tuple[int, int]
    colours: dict[str, int]


class Chosen(MoveMade):
    """One seat's choice in a revealed action, and what came of it; `timeout`: by the clock."""

    seat: int
    gain: int
    timeout: bool


class News(Told):
    """Something that happened, at a version of the table and in a turn (0 before the first)."""

    version: int
    turn: int


class Rolled(News, tag="rolled"):
    """The active seat's dice."""

    seat: int
    dice: DiceView


class Revealed(News, tag="revealed"):
    """What the seats did in an action, in seat order."""

    phase: Literal["white", "colour", "pawn"]
    choices: list[Chosen]


class Locked(News, tag="locked"):
    """A row is locked for all; `seats` have the lock cross."""

    row: str
    seats: list[int]


class Missed(News, tag="missed"):
    """The active seat has marked a miss, its `misses`-th."""

    seat: int
    misses: int


class LastRound(News, tag="last-round"):
    """A pawn of this seat is in the finish; `last_turn` is the last turn of the game."""

    seat: int
    last_turn: int


class StoodIn(News, tag="stood-in"):
    """A bot plays for this seat from now on."""

    seat: int


class TakenBack(News, tag="taken-back"):
    """The person of this seat plays again."""

    seat: int


class Ended(News, tag="ended"):
    """The game is over; a `stopped` one has no winners."""

    reason: Literal["locks", "misses", "finish", "stopped"]
    winners: list[int]


AnyNews = Rolled | Revealed | Locked | Missed | LastRound | StoodIn | TakenBack | Ended


class GameView(Part):
    """The game in progress or at its end. `action` names the action due for `choose`; `active`
    and `waiting` are ids of seats; `locked` are rows closed to all; `last_turn` is known once a
    pawn is in the finish; `clock` the seconds left."""

    turn: int
    phase: Literal["roll", "white", "colour", "pawn", "over"]
    action: int
    active: int
    dice: DiceView | None
    dice_in_play: list[str]
    locked: list[str]
    waiting: list[int]
    last_turn: int | None
    clock: float | None
    reason: Literal["locks", "misses", "finish", "stopped"] | None
    winners: list[int] | None


class Fairness(Part):
    """The dice check: the commitment at once; seed and nonces (by seat) at the end."""

    commitment: str
    seed: str | None
    nonces: list[str] | None


class Deletion(Part):
    """How far those who may are with deleting the table: ids of seats whose person wants it, and of
    seats whose person would have to want it too."""

    wanted: list[int]
    missing: list[int]


class View(Told, tag="view"):
    """All that this page may know of the table, at this version. `deletion` is None for who may
    not delete it now."""

    version: int
    code: str
    stage: Stage
    settings: Settings
    creator: bool
    most_seats: int
    seats: list[SeatView]
    yours: list[YourSeat]
    game: GameView | None
    fairness: Fairness
    rematch: str | None
    deletion: Deletion | None
    news: list[AnyNews]


class Choices(Told, tag="choices"):
    """Who has chosen, at this version: nothing else has changed since the version before. `chosen`
    and `waiting` are ids of seats; `yours` are the page's own choices so far, in the order of its
    seats in the view; `clock` is as in the game."""

    version: int
    chosen: list[int]
    waiting: list[int]
    yours: list[str | None]
    clock: float | None


class Presence(Told, tag="presence"):
    """Which seats have a page connected, and which the others may vote about; it changes without
    a new version. `clock` is as in the game."""

    here: list[int]
    absent: list[int]
    clock: float | None


class Done(Told, tag="done"):
    """An ask was done and is kept; the view of `version` or later shows it."""

    n: int
    version: int


class Refused(Told, tag="refused"):
    """An ask was refused. `code` is one of the rules' or of `rowlock.server.messages.refusals`."""

    n: int
    code: str
    message: str


class Link(Told, tag="link"):
    """A link that moves a seat to another device, once, and its QR code as the source of an
    image (`data:…`)."""

    n: int
    seat: int
    url: str
    qr: str


class JudgedMove(Part):
    """A move, and the expected final score after it; `best`: no other move leads to more."""

    move: str
    score: float
    best: bool


class Expectation(Told, tag="expectation"):
    """The final score of a solo game by perfect play, on average over all dice to come; `moves`
    has the same after every legal move, while a choice is due in `action`."""

    n: int
    action: int
    score: float
    moves: list[JudgedMove]


class NotSolved(Told, tag="not-solved"):
    """There is no expectation: the game is being solved (`progress` goes from 0 to 1), it is too
    large to be solved here by itself (`command` does it), or solving it has failed."""

    n: int
    why: Literal["solving", "large", "failed"]
    progress: float
    command: str


AnyTold = View | Choices | Presence | Done | Refused | Link | Expectation | NotSolved
