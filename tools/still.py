"""Rowlock at whose tables nothing happens by itself, as a program: for pictures of them."""

from pathlib import Path
from unittest.mock import patch

from rowlock.cli import main

PROGRAM = str(Path(__file__).resolve())
WHAT_IS_DUE = "rowlock.server.live.keeper.next_due"

if __name__ == "__main__":
    with patch(WHAT_IS_DUE, return_value=None):
        main()
