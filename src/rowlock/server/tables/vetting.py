"""Whether the events of a table are such as people and this server could have brought about.

The events of a server's own database are, and reading them asks for no more than that they lead to
a table. Those of a backup come in a file that anybody may have written, so they are vetted as if
each had been sent.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from rowlock.rules import check_lucky, parse_move
from rowlock.server.messages.asks import LONGEST_MOVE, MOST_SEAT_IDS, MOST_SEATS
from rowlock.server.messages.refusals import Refuse
from rowlock.server.tables import events as ev
from rowlock.server.tables.choose import choice_events
from rowlock.server.tables.identity import read_code
from rowlock.server.tables.names import LONGEST_NAME, kept_name
from rowlock.server.tables.reading import Unreadable, begun, check_whole, follow
from rowlock.server.tables.table import Table

_HASH = re.compile("[0-9a-f]{64}")
_NONCE = re.compile("[0-9a-f]{32}")
_BOT = re.compile(f"[a-z][a-z0-9_-]{{0,{LONGEST_NAME - 1}}}")
_decode = msgspec.json.Decoder(ev.AnyEvent).decode


def is_hash(value: object) -> bool:
    """Whether this is what is kept of a key, or has the form of a seed."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def is_code(value: object) -> bool:
    """Whether this is the code of a table as it is kept."""
    try:
        return isinstance(value, str) and read_code(value) == value
    except Refuse:
        return False


def healed(body: bytes) -> bytes:
    """An event with the name in it as a server reads it: the rules for names were less strict once.
    What is no event is left, and refused with its table."""
    try:
        event = _decode(body) if b'"name"' in body else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return body
    if not isinstance(event, ev.SeatTaken | ev.SeatRenamed) or _is_clean(event.name):
        return body
    return msgspec.json.encode(replace(event, name=kept_name(event.name, event.seat)))


def vet_table(code: str, kept: Sequence[ev.Kept]) -> Table:
    """The table that these events lead to; raises Unreadable with what is wrong with them."""
    if not kept:
        raise Unreadable(code, "it has no events")
    table = begun(code, kept[0])
    for one in kept:
        try:
            _check_values(one.event)
            if one is not kept[0]:
                _check_fits(table, one.event)
        except (Refuse, ValueError) as error:
            raise Unreadable(code, f"event {one.seq}: {error}") from None
        if one is not kept[0]:
            table = follow(table, [one])
    return _check_record(check_whole(table))


def _check_values(event: ev.Event) -> None:
    """Raises ValueError for a value that nobody could have sent."""
    for field in msgspec.structs.fields(event):
        check = _VALUES.get(field.name)
        value = getattr(event, field.name)
        # Older events lack the fields that were added since, which have a default for them.
        if check is not None and value not in (None, field.default) and not check(value):
            raise ValueError(f"its {field.name} is not one that a {type(event).__name__} can have")


def _check_fits(table: Table, event: ev.Event) -> None:
    """Raises ValueError or Refuse for an event that could not have happened at the table."""
    if isinstance(event, _BEFORE_THE_START) and table.stage != "lobby":
        raise ValueError("it happens only before the start")
    seat = getattr(event, "seat", None)
    if isinstance(event, ev.SeatAdded):
        if event.seat <= table.last_id:
            raise ValueError(f"there was a seat {event.seat} before")
    elif seat is not None:
        table.seat(seat)
    if isinstance(event, ev.SeatsReordered) and sorted(event.seats) != _ids(table):
        raise ValueError("other seats are put in order than there are")
    if isinstance(event, ev.LuckyPicked) and event.pair is not None:
        check_lucky(table.variant, event.pair)
    if isinstance(event, ev.MoveChosen):
        if table.game is None or event.seat not in table.acting:
            raise ValueError("this seat is not to choose")
        choice_events(table, event.seat, parse_move(event.move), event.by)
    if isinstance(event, ev.ActionRevealed):
        chosen = [table.chosen[known].move for known in table.acting if known in table.chosen]
        if chosen != event.moves:
            raise ValueError("other moves are revealed than were chosen")


def _check_record(table: Table) -> Table:
    """The table, if its game can be written as a record."""
    try:
        if table.record is not None:
            table.dice.published()
    except ValueError as error:
        raise Unreadable(table.code, str(error)) from None
    return table


def _ids(table: Table) -> list[int]:
    return sorted(seat.id for seat in table.seats)


def _is_clean(name: str) -> bool:
    return kept_name(name, 0) == name


def _is_seat(value: object) -> bool:
    return isinstance(value, int) and 1 <= value <= MOST_SEAT_IDS


_VALUES: Mapping[str, Callable[..., bool]] = {
    "seed": is_hash,
    "creator": is_hash,
    "holder": is_hash,
    "secret": is_hash,
    "code": is_code,
    "nonce": lambda value: _NONCE.fullmatch(value) is not None,
    "name": _is_clean,
    # An older version may have had others. One that is no more passes, as at a server's own tables.
    "bot": lambda value: _BOT.fullmatch(value) is not None,
    "seat": _is_seat,
    "seats": lambda value: all(map(_is_seat, value)),
    # The place that begins at a table to be, and the seat that begins at one that is.
    "first": lambda value: 0 <= value <= max(MOST_SEATS, MOST_SEAT_IDS),
    "move": lambda value: len(value) <= LONGEST_MOVE,
    "moves": lambda value: len(value) <= MOST_SEATS,
}
"""What the fields of events must be, by their names; None is another matter."""

_BEFORE_THE_START = (
    ev.SeatAdded,
    ev.SeatTaken,
    ev.SeatReady,
    ev.SeatRenamed,
    ev.LuckyPicked,
    ev.SeatLeft,
    ev.SeatRemoved,
    ev.SeatsReordered,
    ev.GameStarted,
)
