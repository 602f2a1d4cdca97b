"""What the server answers over HTTP, beside what it tells pages."""

from rowlock.server.messages.asks import ClockName
from rowlock.server.messages.tells import Part, Stage


class TableCard(Part):
    """A table in a list: those one may join, and those one sits at. `names` are the people's;
    bots are named by what they are, so that each page can say it in its language."""

    code: str
    variant: str
    side: str | None
    stage: Stage
    clock: ClockName
    names: list[str]
    bots: list[str]
    open: int
    your_turn: bool
    turn: int | None
    changed: float


class Lists(Part):
    """What `GET /api/tables` answers: where this browser sits, and tables anybody may join, 20 of
    each at most. Of one's own, games that go on come first, then the last changed; `more` says
    whether there are others."""

    yours: list[TableCard]
    joinable: list[TableCard]
    more: bool


class Here(Part):
    """What `GET /api/here` answers: the address others in the same network can use, and who can
    be asked to play. `build` tells the server's page from those of other versions."""

    origin: str
    version: str
    build: str
    bots: list[str]


class Keeping(Part):
    """What `GET /api/keeping` answers: for how many days after their last change tables are kept
    that never began, unfinished games and finished ones (0 is for ever), and who runs the server,
    if they say so."""

    lobby_days: float
    game_days: float
    finished_days: float
    contact: str


class Created(Part):
    """What `POST /api/tables` and `POST /api/claim` answer."""

    code: str


class GivenToken(Part):
    """What `POST /api/tokens` answers: a secret that nobody else has, to be sent with every request
    as `Authorization: Bearer …`. Whoever has it holds the seats taken with it."""

    token: str


class Problem(Part):
    """What the server answers over HTTP when it cannot do what was asked."""

    code: str
    message: str
