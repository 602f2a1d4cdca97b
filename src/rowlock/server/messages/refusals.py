"""Why the server refuses something the rules have nothing against."""

from rowlock.rules.word import Word


class Refusal(Word):
    """The reasons, beside the rules' own codes (`rowlock.rules.Code`)."""

    BAD_MESSAGE = "bad-message"
    BAD_NAME = "bad-name"
    NAME_ALIKE = "name-alike"
    BAD_SETUP = "bad-setup"
    NO_KEY = "no-key"
    NO_TABLE = "no-table"
    NO_SEAT = "no-seat"
    NOT_YOURS = "not-yours"
    NOT_CREATOR = "not-creator"
    TABLE_FULL = "table-full"
    SEAT_TAKEN = "seat-taken"
    STARTED = "started"
    NOT_STARTED = "not-started"
    NOT_OVER = "not-over"
    CLOSED = "closed"
    NOT_READY = "not-ready"
    STALE = "stale"
    NOTHING_CHOSEN = "nothing-chosen"
    STOOD_IN = "stood-in"
    NOT_ABSENT = "not-absent"
    NO_MORE_CHANGES = "no-more-changes"
    LINK_USED = "link-used"
    DELETED = "deleted"
    NOT_SOLVABLE = "not-solvable"
    FOREIGN_ORIGIN = "foreign-origin"
    WRONG_HOST = "wrong-host"
    BAD_TOKEN = "bad-token"
    TOO_LARGE = "too-large"
    TOO_MANY_REQUESTS = "too-many-requests"
    TOO_MANY_TABLES = "too-many-tables"
    TOO_MANY_SITS = "too-many-sits"
    TOO_MANY_SOCKETS = "too-many-sockets"
    TOO_MANY_MESSAGES = "too-many-messages"
    TOO_MANY_GUESSES = "too-many-guesses"
    UNAVAILABLE = "unavailable"
    FAILURE = "failure"
    UNREADABLE = "unreadable"


class Refuse(Exception):
    """The server refuses; `code` is a `Refusal` or a code of the rules. `names` stand in the
    `message`, which is for whoever asked, and not in the text of the error, which may be logged."""

    def __init__(self, code: str, message: str, *names: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message.format(*names) if names else message
