"""What can be wrong with a record, and where."""

UNREADABLE = "unreadable"
BAD_RESULT = "bad-result"
UNFAIR = "unfair"


class RecordError(ValueError):
    """Something is wrong with a record. Lines, turns and seats count from 1; what does not apply
    is None."""

    exit_code = 1

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        turn: int | None = None,
        seat: int | None = None,
        move: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.turn = turn
        self.seat = seat
        self.move = move

    @property
    def where(self) -> str:
        """The place in words, as "line 7, turn 3, seat 2"; empty when there is none."""
        parts = (("line", self.line), ("turn", self.turn), ("seat", self.seat))
        return ", ".join(f"{name} {number}" for name, number in parts if number is not None)


class BadRecord(RecordError):
    """A text that cannot be read as a record."""

    exit_code = 2

    def __init__(self, line: int | None, why: str) -> None:
        super().__init__(UNREADABLE, why, line=line)


class BrokenGame(RecordError):
    """A record that can be read, of a game that breaks a rule."""
