"""Games on a terminal: colour where there is some, and plain text that says the same."""

import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowlock.cli.names import shown_name, shown_names
from rowlock.cli.sheets import LEGEND, row_lines, sheet_heading
from rowlock.cli.verify import GUARANTEE
from rowlock.record import Record, visible
from rowlock.rules import Game, Phase, Reason, legal_moves, points, winners

console = Console(highlight=False, markup=False, emoji=False)
"""Prints what it is given, and reads no colours out of it."""


def say(*parts: Text | str | tuple[str, str]) -> None:
    """Print a line that is never broken, whatever it quotes."""
    console.print(Text.assemble(*map(_seen, parts)), soft_wrap=True)


def print_json(answer: object) -> None:
    """Print a JSON value on a line of its own, in plain ASCII."""
    text = json.dumps(answer, separators=(",", ":"))
    # The one control character that JSON lets stand as it is.
    print(text.replace("\x7f", "\\u007f"))


def _seen(part: Text | str | tuple[str, str]) -> Text | str | tuple[str, str]:
    if isinstance(part, Text):
        return part
    return visible(part) if isinstance(part, str) else (visible(part[0]), part[1])


def show_position(record: Record, game: Game) -> None:
    """Where a game stands: what is due, and all sheets."""
    say((game.variant.name, "bold"), f" · {due(record, game)}")
    say((LEGEND, "dim"))
    show_sheets(record, game, game, "" if game.over else "active")
    if game.over:
        show_result(record, game)


def show_sheets(record: Record, before: Game, game: Game, note: str) -> None:
    """All sheets, the crosses since the earlier position marked as new, and a note on who was
    active then."""
    for seat, name in enumerate(shown_names(record)):
        say()
        say(sheet_heading(game, seat, name, note if seat == before.active else ""))
        for line in row_lines(game, before.sheets[seat], game.sheets[seat]):
            say(line)


def show_moves(record: Record, game: Game) -> None:
    """Who may do what."""
    say(due(record, game))
    for seat in game.acting:
        moves = " ".join(str(move) for move in legal_moves(game, seat))
        say(f"  {seat + 1}. {shown_name(record.names[seat])}: {moves}")


def show_fair(record: Record, _: None) -> None:
    """The dice of a record passed the check."""
    say(f"fair: the commitment and every roll check out (turns: {len(record.turns)})")
    say((GUARANTEE, "dim"))


def show_result(record: Record, game: Game) -> None:
    """The points of every seat, part by part."""
    won = winners(game) or ()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    parts = (*(row.name for row in game.variant.rows), "misses")
    bonus = ("bonus",) if game.variant.board else ()
    for heading in (*parts, *bonus, "total"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(shown_names(record)):
        worth = points(game.variant, game.sheets[seat])
        cells = (*worth.rows, worth.misses, *((worth.bonus,) if bonus else ()), worth.total)
        label = Text(f"{name} ★" if seat in won else name)
        table.add_row(label, *map(str, cells), style="bold" if seat in won else "")
    say()
    console.print(table)
    say(f"The game is over: {_reason(game)}. ★ wins.")


def _reason(game: Game) -> str:
    return {
        Reason.LOCKS: f"{game.locked.bit_count()} rows are locked",
        Reason.MISSES: f"{game.variant.misses} misses on one sheet",
        Reason.FINISH: "a pawn has reached the finish, and the last round is played",
    }[game.reason or Reason.FINISH]


def due(record: Record, game: Game) -> str:
    """What is to be done now, and by whom."""
    active = shown_name(record.names[game.active])
    if game.over:
        return f"over after turn {game.turn}"
    if game.phase is Phase.ROLL:
        return f"turn {game.turn}: {active} is to roll"
    return f"turn {game.turn} of {active}: the {game.phase} action is due (dice {game.rolled})"
