"""From a record to its text."""

from collections.abc import Iterator

from rowlock.record.record import Record, Turn
from rowlock.record.sheets import write_locked, write_sheet
from rowlock.record.tags import FORMAT
from rowlock.rules import Game, empty_sheet, path_text, side_of


def write_record(record: Record) -> str:
    """The record as text, ready to be read again without loss."""
    tags = [*_position_tags(record), *record.extra.items()]
    lines = [f'[{name} "{value}"]' for name, value in tags]
    turns = [write_turn(number, turn) for number, turn in enumerate(record.turns, start=1)]
    return "\n".join([*lines, "", *turns]) + "\n"


def write_turn(number: int, turn: Turn) -> str:
    """One turn's line."""
    actions = (" ".join(map(str, choices)) for choices in turn.actions)
    return " | ".join((f"{number}. {turn.roll}", *actions))


def _position_tags(record: Record) -> Iterator[tuple[str, str]]:
    start = record.start
    yield "Format", FORMAT
    yield "Variant", start.variant.name
    yield "Players", "; ".join(record.names)
    if start.first:
        yield "First", str(start.first + 1)
    if board := start.variant.board:
        side = side_of(board)
        yield ("Board", side) if side else ("Path", path_text(board))
    if start.variant.lucky:
        yield "Lucky", "; ".join(_pair(sheet.lucky) for sheet in start.sheets)
    yield from _middle_tags(start)


def _pair(lucky: tuple[int, int] | None) -> str:
    return " ".join(map(str, lucky or ()))


def _middle_tags(start: Game) -> Iterator[tuple[str, str]]:
    variant, lock_crosses = start.variant, 0
    for sheet in start.sheets:
        lock_crosses |= sheet.locks(variant)
    if any(sheet != empty_sheet(variant, sheet.lucky) for sheet in start.sheets):
        yield "Sheets", "; ".join(write_sheet(variant, sheet) for sheet in start.sheets)
    if others := start.locked & ~lock_crosses:
        yield "Locked", write_locked(variant, others)
