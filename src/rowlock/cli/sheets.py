"""One sheet as lines of text. Form tells the state, colour only helps.

[7] crossed, (7) crossed just now, · skipped, 7 open; L is the lock.
"""

from collections.abc import Iterator

from rich.text import Text

from rowlock.rules import Game, Row, Sheet, Space, points
from rowlock.rules.row import is_crossed, next_space

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
SHAPES = {"r": "▲", "y": "●", "g": "◆", "b": "■"}
LEGEND = "[7] crossed  (7) crossed in this turn  · skipped  7 open  L lock"


def sheet_heading(game: Game, seat: int, name: str) -> Text:
    """Whose sheet it is and what it is worth."""
    sheet = game.sheets[seat]
    turn = " ◂ active" if seat == game.active and not game.over else ""
    worth = points(game.variant, sheet)
    parts = [f"{worth.total} points", f"misses {sheet.misses} ({worth.misses})"]
    if game.variant.board and sheet.pawn is not None:
        parts.append(f"pawn on {sheet.pawn or 'the start'} (+{worth.bonus})")
    if sheet.lucky:
        parts.append(f"lucky {sheet.lucky[0]} & {sheet.lucky[1]}")
    return Text.assemble((name + turn, "bold"), f"  {' · '.join(parts)}")


def row_lines(game: Game, before: Sheet, sheet: Sheet) -> Iterator[Text]:
    """The rows of a sheet, each with its points."""
    worth = points(game.variant, sheet)
    for index, row in enumerate(game.variant.rows):
        line = _label(row)
        for space, cell in enumerate((*row.spaces, None)):
            line.append_text(_cell(row, space, cell, before.rows[index], sheet.rows[index]))
        locked = " locked" if game.is_locked(index) else ""
        line.append(f"{worth.rows[index]:4}{locked}")
        yield line


def _label(row: Row) -> Text:
    shape = "" if _is_mixed(row) else SHAPES.get(row.letter, "")
    return Text(f"{shape or ' '} {row.name:<7}", style=COLOURS.get(row.letter, ""))


def _is_mixed(row: Row) -> bool:
    return len({space.colour for space in row.spaces}) > 1


def _cell(row: Row, index: int, space: Space | None, before: int, bits: int) -> Text:
    """A space, or (None) the lock."""
    mixed = _is_mixed(row)
    width, colour = (3 if mixed else 2), COLOURS.get(space.colour if space else row.die, "")
    label = "L" if space is None else f"{space.colour if mixed else ''}{space.number}"
    if is_crossed(bits, index):
        marks = "[]" if is_crossed(before, index) else "()"
        return Text(f"{marks[0]}{label:>{width}}{marks[1]}", style=f"bold {colour}")
    if index < next_space(bits):
        return Text(f" {'·':>{width}} ", style="dim")
    return Text(f" {label:>{width}} ", style=colour)
