"""What the tags of a record say: how the game starts, and what else is known about it."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from rowlock.dice import NO_NONCE
from rowlock.record.errors import BadRecord
from rowlock.record.record import BLANKS
from rowlock.record.sheets import read_locked, read_sheet
from rowlock.rules import (
    Game,
    Sheet,
    Variant,
    check_lucky,
    check_seats,
    empty_sheet,
    find_variant,
    on_path,
    on_side,
    resume,
)
from rowlock.rules.move import NUMBER, read_number

FORMAT = "1"
FREE_TEXT = ("Players", "Bots")
MOST_PARTS = 100
T = TypeVar("T")

_NUMBER = re.compile(rf"-?{NUMBER}")


class Tag(NamedTuple):
    """A tag's value, and the line it stands on."""

    value: str
    line: int


Tags = Mapping[str, Tag]


def read_start(tags: Tags) -> tuple[Game, tuple[str, ...]]:
    """The position the game starts from, and the players' names."""
    _read_or(tags, "Format", None, _format)
    variant = _variant(tags)
    names = _read(tags, "Players", lambda value: _names(value, variant))
    seats = len(names)
    first = _read_or(tags, "First", 0, lambda value: _first(value, seats))
    empty = _empty_sheets(tags, variant, seats)
    sheets = _read_or(tags, "Sheets", empty, lambda value: _sheets(value, variant, empty))
    start = resume(variant, sheets, first)
    return _read_or(tags, "Locked", start, lambda value: _locked(value, start)), names


def check_details(tags: Tags, seats: int) -> None:
    """Whether the tags about the game, other than its start, are what they should be."""
    for name, check in _CHECKS.items():
        _read_or(tags, name, None, check)
    for name, check_by_seat in _SEAT_CHECKS.items():
        _read_or(tags, name, None, partial(check_by_seat, seats))


def read_totals(value: str, seats: int) -> list[int]:
    """The totals by seat that a Result tag gives."""
    return _numbers(value, seats, f"a result is the totals of the {seats} seats, such as 70 64")


def split_seats(value: str) -> list[str]:
    """The parts of a value that has one for each seat."""
    parts = value.count(";") + 1
    if parts > MOST_PARTS:
        raise ValueError(f"{parts} parts are more than any game has seats")
    return [part.strip(BLANKS) for part in value.split(";")]


def _read(tags: Tags, name: str, parse: Callable[[str], T]) -> T:
    if name not in tags:
        raise BadRecord(None, f'the tag [{name} "…"] is missing')
    try:
        if not (tags[name].value.isascii() or name in FREE_TEXT):
            raise ValueError("only plain letters, digits and blanks are read here")
        return parse(tags[name].value)
    except ValueError as error:
        raise BadRecord(tags[name].line, f"{name}: {error}") from None


def _read_or(tags: Tags, name: str, default: T, parse: Callable[[str], T]) -> T:
    return _read(tags, name, parse) if name in tags else default


def _format(value: str) -> None:
    if value != FORMAT:
        raise ValueError(f"this is format {value[:20]!r}, only {FORMAT} is known")


def _variant(tags: Tags) -> Variant:
    variant = _read(tags, "Variant", find_variant)
    has = {"Board": variant.board, "Path": variant.board, "Lucky": variant.lucky}
    for name, applies in has.items():
        if name in tags and not applies:
            raise BadRecord(tags[name].line, f"{variant.name} has no {name}")
    if "Board" in tags and "Path" in tags:
        raise BadRecord(tags["Path"].line, "a game has a Board or a Path, not both")
    variant = _read_or(tags, "Board", variant, partial(on_side, variant))
    return _read_or(tags, "Path", variant, partial(on_path, variant))


def _names(value: str, variant: Variant) -> tuple[str, ...]:
    names = tuple(split_seats(value))
    if not all(names):
        raise ValueError("a name is empty; names are split by ;")
    check_seats(variant, len(names))
    return names


def _first(value: str, seats: int) -> int:
    known = [str(seat) for seat in range(1, seats + 1)]
    if value not in known:
        raise ValueError(f"{value[:20]!r} is no seat; seats are {' '.join(known)}")
    return known.index(value)


def _empty_sheets(tags: Tags, variant: Variant, seats: int) -> tuple[Sheet, ...]:
    if not variant.lucky:
        return (empty_sheet(variant),) * seats
    pairs = _read(tags, "Lucky", lambda value: _pairs(value, variant, seats))
    return tuple(empty_sheet(variant, pair) for pair in pairs)


def _pairs(value: str, variant: Variant, seats: int) -> list[tuple[int, int]]:
    return [_pair(variant, text) for text in _one_a_seat(split_seats(value), seats)]


def _pair(variant: Variant, text: str) -> tuple[int, int]:
    first, second = _numbers(text, 2, "a lucky pair is two numbers, such as 6 11")
    return check_lucky(variant, (first, second))


def _sheets(value: str, variant: Variant, empty: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    texts = _one_a_seat(split_seats(value), len(empty))
    sheets = tuple(read_sheet(variant, *pair) for pair in zip(texts, empty, strict=True))
    return resume(variant, sheets).sheets


def _locked(value: str, start: Game) -> Game:
    return resume(start.variant, start.sheets, start.first, read_locked(start.variant, value))


def _one_a_seat(parts: list[str], seats: int) -> list[str]:
    if len(parts) != seats:
        raise ValueError(f"{len(parts)} parts for {seats} seats")
    return parts


def _numbers(text: str, count: int, wanted: str) -> list[int]:
    parts = text.split()
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(wanted)
    return [_signed(part) for part in parts]


def _signed(part: str) -> int:
    return -read_number(part[1:]) if part.startswith("-") else read_number(part)


def _one_of(*words: str) -> Callable[[str], None]:
    def check(value: str) -> None:
        if value not in words:
            raise ValueError(f"{value[:20]!r} is none of {', '.join(words)}")

    return check


def _hex(digits: int) -> Callable[[str], None]:
    def check(value: str) -> None:
        if not re.fullmatch(f"[0-9a-fA-F]{{{digits}}}", value):
            raise ValueError(f"{value[:20]!r} is not {digits} hex digits")

    return check


def _nonces(seats: int, value: str) -> None:
    for nonce in _one_a_seat(split_seats(value), seats):
        if nonce != NO_NONCE:
            _hex(32)(nonce)


def _bots(seats: int, value: str) -> None:
    _one_a_seat(split_seats(value), seats)


def _result(seats: int, value: str) -> None:
    read_totals(value, seats)


_CHECKS: dict[str, Callable[[str], None]] = {
    "Dice": _one_of("fair", "seeded", "real"),
    "Commitment": _hex(64),
    "Seed": _hex(64),
    "Hints": _one_of("on", "off"),
}
_SEAT_CHECKS: dict[str, Callable[[int, str], None]] = {
    "Result": _result,
    "Nonces": _nonces,
    "Bots": _bots,
}
