"""Why something is refused."""

from typing import TYPE_CHECKING

from rowlock.rules.word import Word

if TYPE_CHECKING:
    from rowlock.rules.game import Game
    from rowlock.rules.move import Move
    from rowlock.rules.roll import Roll


class Code(Word):
    """The reasons for a refusal; when several apply the first of its kind in this order counts.

    All but `NOT_NOW` can also be met in a record, which cannot say whose turn it is.
    """

    GAME_OVER = "game-over"
    NOT_NOW = "not-now"
    WRONG_DICE = "wrong-dice"
    NOT_LUCKY = "not-lucky"
    ROW_LOCKED = "row-locked"
    WRONG_NUMBER = "wrong-number"
    BEHIND = "behind"
    NOT_FEWEST = "not-fewest"
    NOT_NEXT = "not-next"
    NEEDS_CROSSES = "needs-crosses"
    PAWN_RANGE = "pawn-range"
    PAWN_NOT_CROSSABLE = "pawn-not-crossable"


class IllegalMove(ValueError):
    """A move or roll that the rules refuse, with the position it was tried in.

    `seat` counts from 0 and is None for a roll.
    """

    def __init__(
        self, code: Code, move: "Move | Roll", game: "Game", seat: int | None, message: str
    ) -> None:
        super().__init__(code, move, game, seat, message)
        self.message = message
        self.code = code
        self.move = move
        self.game = game
        self.seat = seat

    def __str__(self) -> str:
        return self.message


class BadPosition(ValueError):
    """A start in the middle of a game that no game can start from."""
