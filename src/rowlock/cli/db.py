"""`rowlock db`."""

from pathlib import Path
from typing import Annotated

import typer

from rowlock.cli.serve import Data, Database

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup.")]
Replace = Annotated[
    bool, typer.Option("--replace", help="Let go of all games that are in the database now.")
]
SkipBad = Annotated[
    bool, typer.Option("--skip-bad", help="Pass over tables that cannot be right, if any are.")
]
From = Annotated[str, typer.Argument(metavar="FROM", help="The address of the database to read.")]
To = Annotated[str, typer.Argument(metavar="TO", help="The address of an empty database.")]

db = typer.Typer(
    name="db",
    help="Upgrade, back up, restore and move the database of a server.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@db.command()
def upgrade(database: Database = None, data: Data = None) -> None:
    """Bring the database to the schema of this version, as a server does when it starts."""
    from rowlock.cli.databases import upgrade_database

    upgrade_database({"database": database, "data": data})


@db.command()
def backup(file: File, database: Database = None, data: Data = None) -> None:
    """Save all games into one file, as they are at one moment. Servers may run meanwhile.

    The file is checked before it gets its name. It holds the seeds of games in progress: keep it
    where only you can read it.
    """
    from rowlock.cli.databases import back_up_database

    back_up_database(file, {"database": database, "data": data})


@db.command()
def restore(
    file: File,
    database: Database = None,
    data: Data = None,
    replace: Replace = False,
    skip_bad: SkipBad = False,
) -> None:
    """Put all games of a backup into a database: all of them, or none if anything is wrong.

    Every game is read and checked as if people had sent it. Those that cannot be right are named
    (exit code 2). With --skip-bad all others are restored.

    It may be another kind of database than the one that was saved. Stop servers that use it first.
    """
    from rowlock.cli.databases import restore_database

    restore_database(file, replace, skip_bad, {"database": database, "data": data})


@db.command()
def copy(source: From, target: To) -> None:
    """Copy all games into another database, as from SQLite into PostgreSQL, and compare them.

    Stop servers first, or what they write meanwhile is not in the copy.
    """
    from rowlock.cli.databases import copy_database

    copy_database(source, target)
