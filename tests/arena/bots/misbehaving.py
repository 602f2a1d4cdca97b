"""Bots that do not do what they should: the first argument names how.

Unless it says otherwise a bot answers well in its first two decisions, and passes.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ARGUMENTS = sys.argv[2:]


def put(data: bytes) -> None:
    os.write(sys.stdout.fileno(), data)


def complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def start_sleeper(new_session: bool = False) -> None:
    """A child that keeps all pipes of the bot, and the one whose name is given, for a minute."""
    code = (
        "import os, sys, time; lifeline = open(sys.argv[1], 'w');"
        "print(os.getpid(), file=lifeline, flush=True); os.write(int(sys.argv[2]), b'!');"
        "time.sleep(60)"
    )
    ready, say_ready = os.pipe()
    words = [sys.executable, "-c", code, ARGUMENTS[0], str(say_ready)]
    subprocess.Popen(words, pass_fds=[say_ready], start_new_session=new_session)
    os.read(ready, 1)


def crash() -> None:
    complain("a first line\nit hurts \x1b[31mhere")
    sys.exit(3)


def traceback() -> None:
    raise ZeroDivisionError("no dice")


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end() -> None:
    sys.exit(0)


def hang() -> None:
    """It has said before, with its last answer, that this will take long."""
    time.sleep(60)


def close_output() -> None:
    os.close(sys.stdout.fileno())
    time.sleep(60)


def half_a_line() -> None:
    put(b"-")
    time.sleep(60)


def half_a_line_and_out() -> None:
    put(b"-")
    os._exit(0)


def say() -> None:
    """The bytes given as hexadecimal digits."""
    put(bytes.fromhex(ARGUMENTS[0]))


def endless() -> None:
    for _ in range(10_000):
        put(b"r" * 1000)


def late_extra() -> None:
    """More, when the answer has been read: there is the file then whose name is given."""
    put(b"-\n")
    while not Path(ARGUMENTS[0]).exists():
        time.sleep(0.01)
    put(b"and this\n")


def chatter() -> None:
    while True:
        put(b"-\n" * 1000)


def flood_errors() -> None:
    for number in range(10_000):
        sys.stderr.write(f"{number} {'x' * 1000}\n")
    put(b"-\n")


def crash_with_child() -> None:
    start_sleeper()
    os._exit(4)


def crash_with_escaped_child() -> None:
    start_sleeper(new_session=True)
    os._exit(5)


def nonsense_with_child() -> None:
    start_sleeper()
    put(b"what?\n")


BEHAVIOURS: dict[str, Callable[[], None]] = {
    behaviour.__name__: behaviour
    for behaviour in (
        crash,
        traceback,
        killed,
        end,
        hang,
        close_output,
        half_a_line,
        half_a_line_and_out,
        say,
        endless,
        late_extra,
        chatter,
        flood_errors,
        crash_with_child,
        crash_with_escaped_child,
        nonsense_with_child,
    )
}

if __name__ == "__main__":
    for number, _ in enumerate(sys.stdin, start=1):
        if number > 2:
            BEHAVIOURS[sys.argv[1]]()
            continue
        if sys.argv[1] == "hang" and number == 2:
            complain("let me think")
        put(b"-\n")
