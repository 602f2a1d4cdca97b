"""Records: how they are written, and what the commands print about them as JSON."""

import json
from pathlib import Path

from cli.calling import call
from rowlock.record import read_record, write_record

FOLDER = Path(__file__).parent.parent / "records"
RECORDS = [
    f"{game}-{end}"
    for game in ("original-2", "on-board-2", "longo-2", "mixx-a-2", "mixx-b-4")
    for end in ("whole", "stopped")
]
"""A whole and a stopped one of every game."""

COMMANDS = ("replay", "moves", "verify")

GOOD = '[Variant "original"]\n[Players "Petr; Ema"]\n\n1. w41 r3 y2 g6 b6 | r5 y5 | b10\n'
WRONG = {
    "a rule is broken": GOOD.replace("r5 y5", "r5 r6"),
    "a row has no such number": GOOD.replace("r5 y5", "r5 y13"),
    "the dice are wrong": GOOD.replace("b6 |", "b7 |"),
    "the result is wrong": '[Result "9 9"]\n' + GOOD,
    "the game is unknown": GOOD.replace("original", "chess"),
    "a turn is missing": GOOD.replace("1. ", "2. "),
    "nothing is there": "",
}
"""Records that something is wrong with."""


def record_text(name: str) -> str:
    """All of a golden record."""
    return answers_text(write_record(read_record((FOLDER / f"{name}.rlk").read_bytes())))


def answers_text(record: str) -> str:
    """A record as it is written, and what is answered about it."""
    asked = [f"$ rowlock {command} --json\n{_printed(command, record)}" for command in COMMANDS]
    return "".join([record, *asked])


def errors_text() -> str:
    """What is told of records that something is wrong with, but for the message, which is for
    people."""
    return "".join(f"{what}\n{_error(record)}\n" for what, record in WRONG.items())


def _error(record: str) -> str:
    told = json.loads(call("replay", "--json", "-", stdin=record).stdout)
    del told["error"]["message"]
    return json.dumps(told)


def _printed(command: str, record: str) -> str:
    result = call(command, "--json", "-", stdin=record)
    return result.stdout_bytes.decode() + result.stderr + f"exit {result.exit_code}\n"
