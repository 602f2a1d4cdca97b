"""`rowlock best`."""

from pathlib import Path
from typing import Annotated

import typer

from rowlock.cli.arguments import AsJson, Files

Folder = Annotated[
    Path | None,
    typer.Option(
        help="Where tables are kept.", envvar="ROWLOCK_SOLVED", show_default="the user's folder"
    ),
]


def best(files: Files, folder: Folder = None, json: AsJson = False) -> None:
    """Show what each legal move of a solo game is worth, the best first.

    The worth of a move is the final score to expect after it with perfect play; before a roll, that
    of the position is told. The game must have been solved by `rowlock solve`.
    """
    from functools import partial

    from rowlock.cli.answers import Question, answer_files
    from rowlock.cli.judging import judge, judgement_view, show_judgement

    answer_files(files, json, Question(partial(judge, folder), judgement_view, show_judgement))
