"""One sheet as lines of text. Form tells the state, colour only helps.

[7] crossed, (7) crossed just now, · gone (skipped, or the row is locked), 7 open; L is the lock.
"""

from collections.abc import Iterator

from rich.text import Text

from rowlock.rules import Game, Row, Sheet, Space, points
from rowlock.rules.row import is_crossed, next_space

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "bright_blue"}
SHAPES = {"r": "▲", "y": "●", "g": "◆", "b": "■"}
LEGEND = "[7] crossed  (7) crossed in this turn  · gone  7 open  L lock"


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
        line, locked = _label(row), game.is_locked(index)
        was, now = before.rows[index], sheet.rows[index]
        first_open = len(row.spaces) + 1 if locked else next_space(now)
        for space, cell in enumerate((*row.spaces, None)):
            label, style = _cell_label(row, cell)
            if is_crossed(now, space):
                marks = "[]" if is_crossed(was, space) else "()"
                line.append(f"{marks[0]}{label}{marks[1]}", f"bold {style}")
            elif space < first_open:
                line.append(f" {'·':>{len(label)}} ", "dim")
            else:
                line.append(f" {label} ", style)
        line.append(f"{worth.rows[index]:4}{' locked' if locked else ''}")
        yield line


def _label(row: Row) -> Text:
    shape = "" if _is_mixed(row) else SHAPES.get(row.letter, "")
    return Text(f"{shape or ' '} {row.name:<7}", style=COLOURS.get(row.letter, ""))


def _is_mixed(row: Row) -> bool:
    return len({space.colour for space in row.spaces}) > 1


def _cell_label(row: Row, space: Space | None) -> tuple[str, str]:
    """What a space, or (None) the lock, is called, and its colour."""
    mixed = _is_mixed(row)
    text = "L" if space is None else f"{space.colour if mixed else ''}{space.number}"
    return f"{text:>{3 if mixed else 2}}", COLOURS[space.colour if space else row.die]
