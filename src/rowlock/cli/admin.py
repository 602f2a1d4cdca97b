"""`rowlock admin`."""

from typing import Annotated

import typer

from rowlock.cli.serve import Data, Database

STAGES = "lobby, playing, over, stopped or closed"

Code = Annotated[str, typer.Argument(metavar="CODE", help="The table's six letters.")]
Codes = Annotated[
    list[str] | None, typer.Argument(metavar="CODE...", help="The tables' six letters each.")
]
Stages = Annotated[
    list[str] | None,
    typer.Option("--stage", metavar="STAGE", help=f"Only tables at this stage: {STAGES}."),
]
Older = Annotated[
    str | None,
    typer.Option(
        "--older",
        "--older-than",
        metavar="AGE",
        help="Only tables unchanged for so long: 90d, 12h, 30m.",
    ),
]
MOST_SHOWN = 1_000_000
Most = Annotated[int, typer.Option(min=1, max=MOST_SHOWN, help="Show so many tables at most.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask again.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a table.")]

admin = typer.Typer(
    name="admin",
    help="Look after the tables of a server, which may run meanwhile: list, close, delete.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@admin.command("list")
def list_tables(
    stage: Stages = None,
    older: Older = None,
    most: Most = 50,
    json: AsJson = False,
    database: Database = None,
    data: Data = None,
) -> None:
    """List tables, the longest unchanged first."""
    from rowlock.cli.caretaking import Wanted, list_tables

    list_tables(Wanted.read(stage, older), most, json, {"database": database, "data": data})


@admin.command()
def show(code: Code, json: AsJson = False, database: Database = None, data: Data = None) -> None:
    """Show a table: its game, its seats, when it was made and last changed."""
    from rowlock.cli.caretaking import show_table

    show_table(code, json, {"database": database, "data": data})


@admin.command()
def close(code: Code, database: Database = None, data: Data = None) -> None:
    """Close a table: nobody can join any more, and a game in progress is stopped.

    People who look at it see so within seconds. What was played is kept.
    """
    from rowlock.cli.caretaking import close_one

    close_one(code, {"database": database, "data": data})


@admin.command()
def delete(
    codes: Codes = None,
    stage: Stages = None,
    older: Older = None,
    yes: Yes = False,
    database: Database = None,
    data: Data = None,
) -> None:
    """Delete tables with all that is kept of them: those named, or all of some stage and age.

    People who look at one are told within seconds. Only a backup can bring it back.
    """
    from rowlock.cli.caretaking import Wanted, delete_tables

    wanted = Wanted.read(stage, older)
    delete_tables(codes or [], wanted, yes, {"database": database, "data": data})
