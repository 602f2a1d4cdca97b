"""What a page asks of the server: one JSON object a message, told apart by its `type`.

Every message may carry a number `n` of the page's own; the answer (`done` or `refused`) repeats it.
Seats are named by their `id`, which never changes while they are moved about.
"""

from typing import Annotated, Literal

from msgspec import Meta

from rowlock.rules import VARIANTS
from rowlock.server.messages.values import Discreet, Value

# Letters as people see them may be several characters; how many letters is the server's to say.
Name = Annotated[str, Meta(min_length=1, max_length=120)]
# Without its length, a line break might follow what the pattern is for.
Nonce = Annotated[str, Meta(max_length=32, pattern="^[0-9a-f]{32}$")]
LONGEST_MOVE, MOST_SEAT_IDS = 8, 1000
Token = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
SeatId = Annotated[int, Meta(ge=1, le=MOST_SEAT_IDS)]
LuckyPair = tuple[int, int]
LuckyMode = Literal["dealt", "chosen"]
ClockName = Literal["none", "relaxed", "quick"]
MOST_SEATS = max(variant.seats for variant in VARIANTS.values())


class Ask(
    Discreet,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="type",
):
    """A message from a page at a table."""

    n: int = 0


class Sit(Ask, tag="sit"):
    """Take an open seat: this one, or the first. The nonce is this seat's share in the dice."""

    name: Name
    nonce: Nonce
    seat: SeatId | None = None


class Ready(Ask, tag="ready"):
    """Give the nonce of a seat that was taken without one: at a new table, or for a rematch."""

    seat: SeatId
    nonce: Nonce


class Rename(Ask, tag="rename"):
    """Another name for one's own seat, before the start."""

    seat: SeatId
    name: Name


class PickLucky(Ask, tag="pick-lucky"):
    """Choose the lucky numbers of one's own seat, before the start; None has them dealt."""

    seat: SeatId
    pair: LuckyPair | None


class Leave(Ask, tag="leave"):
    """Give one's own seat back, before the start."""

    seat: SeatId


class AddSeat(Ask, tag="add-seat"):
    """The creator adds a seat before the start: a bot by its name, or an open one."""

    bot: str | None = None


class Remove(Ask, tag="remove"):
    """The creator removes a seat before the start, whoever sits there."""

    seat: SeatId


class Reorder(Ask, tag="reorder"):
    """The creator puts the seats in this order before the start: all ids, each once."""

    seats: list[SeatId]


class Start(Ask, tag="start"):
    """The creator starts the game; open seats are taken away."""


class Close(Ask, tag="close"):
    """The creator closes the table before the start, or stops the game in progress."""


class Choose(Ask, tag="choose"):
    """A seat's choice for the action due. `action` is the one of the view it was made in; until
    the last seat has chosen, another choice replaces it."""

    seat: SeatId
    action: int
    move: Token


class Withdraw(Ask, tag="withdraw"):
    """Take a choice back, while others are still choosing."""

    seat: SeatId
    action: int


class Vote(Ask, tag="vote"):
    """Let a bot play for this absent seat. It does when most of the others say so."""

    seat: SeatId


class TakeBack(Ask, tag="take-back"):
    """The owner takes a seat back from the bot."""

    seat: SeatId


class MakeLink(Ask, tag="make-link"):
    """A link that moves one's own seat to another device. It works once; answered by `link`."""

    seat: SeatId


class Expect(Ask, tag="expect"):
    """What one's own solo game comes to by perfect play; answered by `expectation` or `not-solved`.
    `action` is the one of the view it is asked for. Once answered, the record says so."""

    seat: SeatId
    action: int


class Rematch(Ask, tag="rematch"):
    """The same people at a new table, with the next first seat."""


class Delete(Ask, tag="delete"):
    """Delete the table and all that was kept of it. Before the start the creator does so alone;
    after the end it goes when everybody who played has asked. `wanted` false takes it back."""

    wanted: bool = True


AnyAsk = (
    Sit
    | Ready
    | Rename
    | PickLucky
    | Leave
    | AddSeat
    | Remove
    | Reorder
    | Start
    | Close
    | Choose
    | Withdraw
    | Vote
    | TakeBack
    | MakeLink
    | Expect
    | Rematch
    | Delete
)


class NewSeat(Discreet, forbid_unknown_fields=True, omit_defaults=True):
    """A seat of a table to be: `me` (with a name; several for a hot seat), `open`, or `bot` (by its
    name). The nonce of a seat follows with `ready`: the table has to publish its commitment first.
    """

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: str | None = None


class NewTable(Value, forbid_unknown_fields=True, omit_defaults=True):
    """What `POST /api/tables` takes. With `start`, which leaves no seat open, the game begins as
    soon as all nonces are there."""

    variant: str
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    side: str | None = None
    lucky: LuckyMode = "dealt"
    clock: ClockName = "none"
    listed: bool = False
    autopass: bool = True
    start: bool = False


class Claim(Discreet, forbid_unknown_fields=True):
    """What `POST /api/claim` takes: the secret of a link that moves a seat."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]
