"""Games on a terminal: colour where there is some, and plain text that says the same."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowlock.cli.sheets import row_lines, sheet_heading
from rowlock.record import Record
from rowlock.rules import Game, Phase, legal_moves, points, winners

console = Console(highlight=False)
REASONS = {
    "locks": "a second row is locked",
    "misses": "a fourth miss",
    "finish": "the last round after a pawn reached the finish is over",
}


def say(*parts: Text | str | tuple[str, str]) -> None:
    """Print a line that is never broken."""
    console.print(Text.assemble(*parts), soft_wrap=True)


def show_position(record: Record, game: Game) -> None:
    """Where a game stands: what is due, and all sheets."""
    say((game.variant.name, "bold"), f" · {_due(record, game)}")
    show_sheets(record, game, game)
    if game.over:
        show_result(record, game)


def show_sheets(record: Record, before: Game, game: Game) -> None:
    """All sheets, the crosses since the earlier position marked as new."""
    for seat, name in enumerate(record.names):
        say()
        say(sheet_heading(game, seat, name))
        for line in row_lines(game, before.sheets[seat], game.sheets[seat]):
            say(line)


def show_moves(record: Record, game: Game) -> None:
    """Who may do what."""
    say(_due(record, game))
    for seat in game.acting:
        moves = " ".join(str(move) for move in legal_moves(game, seat))
        say(f"  {seat + 1}. {record.names[seat]}: {moves}")


def show_fair(record: Record, _: None) -> None:
    """The dice of a record passed the check."""
    say(f"fair: the commitment and the rolls of all {len(record.turns)} turns check out")


def show_result(record: Record, game: Game) -> None:
    """The points of every seat, part by part."""
    won = winners(game) or ()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for heading in (*(row.name for row in game.variant.rows), "misses", "bonus", "total"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(record.names):
        worth = points(game.variant, game.sheets[seat])
        mark = " ★" if seat in won else ""
        cells = (*worth.rows, worth.misses, worth.bonus, worth.total)
        style = "bold" if seat in won else ""
        table.add_row(Text(name + mark), *map(str, cells), style=style)
    say()
    console.print(table)
    if game.reason:
        say(f"The game is over: {REASONS[game.reason]}. ★ wins.")


def _due(record: Record, game: Game) -> str:
    active = record.names[game.active]
    if game.over:
        return f"over after turn {game.turn}"
    if game.phase is Phase.ROLL:
        return f"turn {game.turn}: {active} is to roll"
    return f"turn {game.turn} of {active}: the {game.phase} action is due (dice {game.rolled})"
