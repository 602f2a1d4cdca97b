"""The game a command is asked for, on the board it is asked for."""

from pathlib import Path

from rowlock.rules import Variant, find_variant, on_path, on_side

LONGEST_PATH = 10_000
"""In characters; a path of 40 spaces has some hundred."""


def chosen_variant(name: str, board: str | None) -> Variant:
    """The game of that name; `board` is a side of its board, or a file with a path."""
    variant = find_variant(name)
    if board is None:
        return variant
    if board in dict(variant.sides):
        return on_side(variant, board)
    return on_path(variant, _read_board(board) if variant.board else "")


def _read_board(file: str) -> str:
    try:
        with Path(file).open(encoding="utf-8") as stream:
            return stream.read(LONGEST_PATH)
    except OSError as error:
        raise ValueError(f"--board is a side or a file; {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not text") from None
