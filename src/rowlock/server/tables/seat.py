"""A seat at a table, as a value."""

from typing import Literal

from rowlock.server.messages.asks import LuckyPair
from rowlock.server.messages.values import Discreet


class Seat(Discreet):
    """A place at a table: open, a bot's, or a person's (who is known by `holder`).

    `stand_in` names the bot that plays for an absent person, `timeouts` counts the clock's passes
    since the person last chose, `votes` are the holders who want a bot here, `link` is the hash of
    the secret that moves the seat; `left` is whether somebody has sat here before and left.
    """

    id: int
    name: str = ""
    holder: str | None = None
    bot: str | None = None
    nonce: str | None = None
    pick: LuckyPair | None = None
    stand_in: str | None = None
    timeouts: int = 0
    votes: frozenset[str] = frozenset()
    link: str | None = None
    left: bool = False

    @property
    def kind(self) -> Literal["person", "bot", "open"]:
        """Who sits here."""
        if self.bot:
            return "bot"
        return "person" if self.holder else "open"

    @property
    def player(self) -> str | None:
        """The bot that chooses for this seat, None if a person does."""
        return self.stand_in or self.bot

    @property
    def ready(self) -> bool:
        """Whether the game can begin with this seat."""
        return self.bot is not None or self.nonce is not None
