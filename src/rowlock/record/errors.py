"""What can be wrong with a record, and where."""

UNREADABLE = "unreadable"
BAD_RESULT = "bad-result"
UNFAIR = "unfair"


LONGEST = 300
"""Messages are cut here: a hostile record can hold a word of any length."""


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
        self.code = code
        self.message = message if len(message) <= LONGEST else f"{message[:LONGEST]}…"
        super().__init__(self.message)
        self.line = line
        self.turn = turn
        self.seat = seat
        self.move = move

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.__dict__)

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


def _restored(kind: type[RecordError], fields: dict[str, object]) -> RecordError:
    """An error as it was before it was pickled."""
    error = kind.__new__(kind, fields["message"])
    error.__dict__.update(fields)
    return error
