"""One sheet as lines of text. Form tells the state, colour only helps."""

from collections.abc import Iterator

from rich.text import Text

from rowlock.rules import Game, Row, Sheet, Space, points
from rowlock.rules.row import is_crossed, next_space

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "bright_blue"}
SHAPES = {"r": "▲", "y": "●", "g": "◆", "b": "■"}
LEGEND = "[7] crossed  · gone  7 open  L lock  × row locked"
NEW_LEGEND = "(7) crossed in this turn"


def sheet_heading(game: Game, seat: int, name: str, note: str) -> Text:
    """Whose sheet it is and what it is worth."""
    sheet, worth = game.sheets[seat], points(game.variant, game.sheets[seat])
    parts = [f"total {worth.total}", f"misses {sheet.misses} ({worth.misses})"]
    if sheet.pawn is not None:
        parts.append(f"pawn on {sheet.pawn or 'the start field'} (+{worth.bonus})")
    if sheet.lucky:
        parts.append(f"lucky {sheet.lucky[0]} & {sheet.lucky[1]}")
    return Text.assemble((f"{name}{note and ' ◂ '}{note}", "bold"), f"  {' · '.join(parts)}")


def row_lines(game: Game, before: Sheet, sheet: Sheet) -> Iterator[Text]:
    """The rows of a sheet, each with its points; crosses that were not there before are new."""
    worth = points(game.variant, sheet)
    for index, row in enumerate(game.variant.rows):
        locked = game.is_locked(index)
        line = _label(row, locked)
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
        line.append(f"{worth.rows[index]:4}")
        yield line


def _label(row: Row, locked: bool) -> Text:
    colours = {space.colour for space in row.spaces}
    only = colours.pop() if len(colours) == 1 else ""
    text = f"{SHAPES.get(only, ' ')} {row.name:<6}{'×' if locked else ' '}"
    return Text.assemble((text, COLOURS.get(only, "")))


def _cell_label(row: Row, space: Space | None) -> tuple[str, str]:
    """What a space, or (None) the lock, is called, and its colour."""
    mixed = len({other.colour for other in row.spaces}) > 1
    text = "L" if space is None else f"{space.colour if mixed else ''}{space.number}"
    return f"{text:>{3 if mixed else 2}}", COLOURS.get(space.colour if space else row.die, "")
