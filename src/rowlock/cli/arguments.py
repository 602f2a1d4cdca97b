"""The arguments that commands share."""

from typing import Annotated

import typer

Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Records (.rlk); - is standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a file, each on its line.")]
