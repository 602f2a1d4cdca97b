"""Answering a question about every file named, one after the other."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

import typer

from rowlock.cli.exits import Exit
from rowlock.cli.show import print_json
from rowlock.record import (
    MOST_BYTES,
    BadRecord,
    Record,
    RecordError,
    error_view,
    read_record,
    visible,
)

BITE = 64 * 1024
T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """What a command asks of a record: how to find out, and the answer as JSON and in words."""

    find_out: Callable[[Record], T]
    as_json: Callable[[Record, T], dict[str, object]]
    in_words: Callable[[Record, T], None]


def answer_files(files: Sequence[str], as_json: bool, question: Question[T]) -> None:
    """Answer for each file in its place; end with the highest of their exit codes."""
    titled = len(files) > 1 and not as_json
    codes = []
    for file in files:
        if titled:
            print(f"== {_title(file)}", flush=True)
        codes.append(_answer_file(file, as_json, question))
    raise typer.Exit(max(codes))


def _answer_file(file: str, as_json: bool, question: Question[T]) -> int:
    try:
        record = read_record(_read_bytes(file))
        found = question.find_out(record)
    except RecordError as error:
        _tell(file, as_json, error)
        return error.exit_code
    if as_json:
        print_json(question.as_json(record, found))
    else:
        question.in_words(record, found)
    return Exit.FINE


def _read_bytes(file: str) -> bytes:
    try:
        if file == "-":
            if sys.stdin is None:
                raise OSError("there is no standard input")
            return _read_all(sys.stdin.buffer)
        with Path(file).open("rb") as stream:
            return _read_all(stream)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadRecord(None, f"the file cannot be opened: {why}") from None


def _read_all(stream: BinaryIO) -> bytes:
    """All there is, or enough to see that it is too much."""
    # Python makes room for all that is asked for, so most files are better read by a small bite.
    start = stream.read(BITE)
    return start if len(start) < BITE else start + stream.read(MOST_BYTES + 1 - BITE)


def _tell(file: str, as_json: bool, error: RecordError) -> None:
    if as_json:
        print_json(error_view(error))
    else:
        place = ": ".join(filter(None, (_title(file), error.where)))
        print(visible(f"{place}: {error.message} [{error.code}]"), file=sys.stderr)


def _title(file: str) -> str:
    return "standard input" if file == "-" else visible(file)
