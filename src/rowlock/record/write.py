"""From a record to its text."""

from collections.abc import Iterator

from rowlock.record.errors import BadRecord
from rowlock.record.record import Record, Turn
from rowlock.record.sheets import write_locked, write_sheet
from rowlock.record.tags import FORMAT, Tag, read_start
from rowlock.rules import Game, empty_sheet, lock_crosses, path_text, side_of


def write_record(record: Record) -> str:
    """The record as text, ready to be read again without loss."""
    position = dict(_position_tags(record))
    _check_readable(record, position)
    tags = [*position.items(), *record.extra.items()]
    lines = [f'[{name} "{value}"]' for name, value in tags]
    turns = [_turn_line(number, turn) for number, turn in enumerate(record.turns, start=1)]
    return "\n".join([*lines, "", *turns]) + "\n"


def _check_readable(record: Record, position: dict[str, str]) -> None:
    """A game nobody could find by its name, or with another sheet, would come back as another."""
    try:
        again = read_start({name: Tag(value, 0) for name, value in position.items()})
    except BadRecord as error:
        raise ValueError(f"this game cannot be written: {error}") from None
    if again != (record.start, record.names):
        raise ValueError(f"this game cannot be written: it is not the {record.start.variant.name}")


def _turn_line(number: int, turn: Turn) -> str:
    actions = (" ".join(map(str, choices)) for choices in turn.actions)
    return " | ".join((f"{number}. {turn.roll}", *actions))


def _position_tags(record: Record) -> Iterator[tuple[str, str]]:
    start = record.start
    yield "Format", FORMAT
    yield "Variant", start.variant.name
    yield "Players", "; ".join(record.names)
    if start.first:
        yield "First", str(start.first + 1)
    if start.variant.board:
        side = side_of(start.variant)
        yield ("Board", side) if side else ("Path", path_text(start.variant))
    if start.variant.lucky:
        yield "Lucky", "; ".join(_pair(sheet.lucky) for sheet in start.sheets)
    yield from _middle_tags(start)


def _pair(lucky: tuple[int, int] | None) -> str:
    return " ".join(map(str, lucky or ()))


def _middle_tags(start: Game) -> Iterator[tuple[str, str]]:
    variant = start.variant
    if any(sheet != empty_sheet(variant, sheet.lucky) for sheet in start.sheets):
        yield "Sheets", "; ".join(write_sheet(variant, sheet) for sheet in start.sheets)
    if others := start.locked & ~lock_crosses(variant, start.sheets):
        yield "Locked", write_locked(variant, others)
