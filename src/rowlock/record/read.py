"""From text to a record. A file is read whole before anything of it is played."""

import re
from collections.abc import Iterator
from itertools import chain

from rowlock.record.errors import BadRecord
from rowlock.record.record import BLANKS, NO_TEXT, POSITION_TAGS, TAG_NAME, Record, Turn
from rowlock.record.tags import Tag, check_details, read_start
from rowlock.record.turns import actions_of, read_turn
from rowlock.rules import Variant

MOST_BYTES = 48 * 1024 * 1024
"""Larger files are refused unread: no game comes near it."""

_CONTROL = re.compile(f"[{NO_TEXT}]")
_QUOTED_OR_COMMENT = re.compile(r'"[^"]*"|(?:^|(?<= ))#')
DIGITS = "0123456789"
_TAG = re.compile(rf'\[({TAG_NAME.pattern}) "([^"]*)"\]')

Lines = Iterator[tuple[int, str]]
"""The lines that say something, with their numbers, comments taken off."""


def read_record(data: bytes | str) -> Record:
    """The record a file holds. Raises BadRecord with the line and what is wrong with it."""
    text = _decode(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BadRecord(line, f"a control character (U+{ord(found[0]):04X}) is not text")
    tags, lines = _read_tags(_lines(text))
    try:
        start, names = read_start(tags)
    except BadRecord as error:
        raise _misplaced_tag(lines) or error from None
    check_details(tags, len(names))
    return Record(
        start,
        names,
        _read_turns(lines, start.variant, len(names)),
        extra={name: tag.value for name, tag in tags.items() if name not in POSITION_TAGS},
        lines={name: tag.line for name, tag in tags.items()},
    )


def _decode(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise BadRecord(None, f"larger than {MOST_BYTES // 1024**2} MiB, so not a record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(line, f"not UTF-8 text (byte {data[error.start]:#04x})") from None


def _lines(text: str) -> Lines:
    for number, raw in enumerate(text.split("\n"), start=1):
        if raw[:1] != "#":
            line = _without_comment(raw).strip(BLANKS)
            if line:
                yield number, line


def _without_comment(line: str) -> str:
    if "#" in line:
        for found in _QUOTED_OR_COMMENT.finditer(line):
            if found[0] == "#":
                return line[: found.start()]
    return line


def _read_tags(lines: Lines) -> tuple[dict[str, Tag], Lines]:
    """The tags, and the lines that follow them."""
    tags: dict[str, Tag] = {}
    for number, line in lines:
        if line[0] in DIGITS:
            return tags, chain([(number, line)], lines)
        if line[0] != "[":
            raise BadRecord(number, f"neither a tag nor a turn: {line[:40]!r}")
        found = _TAG.fullmatch(line)
        if found is None:
            raise BadRecord(number, f'a tag looks like [Name "value"], this is {line[:40]!r}')
        name, value = found.groups()
        if name in tags:
            raise BadRecord(number, f"the tag {name[:40]} is there already")
        tags[name] = Tag(value, number)
    return tags, lines


def _misplaced_tag(lines: Lines) -> BadRecord | None:
    """What is wrong if a tag comes after a turn, which makes it look missing."""
    number, line = next(((n, line) for n, line in lines if line[0] == "["), (0, ""))
    return BadRecord(number, f"a tag after the first turn: {line[:40]!r}") if line else None


def _read_turns(lines: Lines, variant: Variant, seats: int) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    actions = actions_of(variant, seats)
    for number, line in lines:
        if turns and len(turns[-1].actions) < len(actions):
            raise BadRecord(turns[-1].line, "only the last turn may stop early")
        text = _without_label(number, line, str(len(turns) + 1))
        try:
            turns.append(read_turn(text, variant, actions, number))
        except ValueError as error:
            raise BadRecord(number, str(error)) from None
    return tuple(turns)


def _without_label(number: int, line: str, wanted: str) -> str:
    """The turn without its number, which must be the one wanted."""
    label, dot, text = line.partition(".")
    if label == wanted and dot and text[:1] in BLANKS and line.isascii():
        return text
    if misplaced := _misplaced_tag(iter([(number, line)])):
        raise misplaced
    if not line.isascii():
        raise BadRecord(number, "a turn is written with plain letters, digits and blanks")
    if dot and label.isdigit() and label != wanted:
        raise BadRecord(number, f"turn {label[:20]} stands where turn {wanted} should")
    raise BadRecord(number, f"neither a tag nor a turn: {line[:40]!r}")
