"""Bots that answer well, and differ in how they end; what they do then they write to a file."""

import signal
import sys
import time
from pathlib import Path
from types import FrameType

HOW, DIARY = sys.argv[1], Path(sys.argv[2])


def note(word: str) -> None:
    with DIARY.open("a", encoding="utf-8") as diary:
        diary.write(f"{word}\n")


def told_to_end(_number: int, _frame: FrameType | None) -> None:
    note("told")
    if HOW == "listens":
        sys.exit(0)


signal.signal(signal.SIGTERM, told_to_end)
for _ in sys.stdin:
    print("-", flush=True)
note("goodbye")
while HOW != "polite":
    time.sleep(0.01)
note("gone")
