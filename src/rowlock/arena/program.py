"""A program that is asked by lines and answers by lines, and what can go wrong with one.

A thread for each pipe writes, reads or drains it, so that no pipe can block the game, and a time
limit is a time limit also on systems that cannot wait for pipes. Each thread closes its own pipe.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO

from rowlock.arena.protocol import quoted
from rowlock.record import visible

GRACE = 2.0
"""Seconds a program has to end after its input has ended, and again after it is told to."""

WATCH = 0.1
"""Seconds between looks whether a silent program still runs."""

LONGEST_LINE = 1000
"""An answer is a few characters; nothing that has not ended by here is one."""

LAST_LINES = 20
LAST_BYTES = 8000
"""How much of standard error is kept …"""

LONGEST_LAST_LINE = 200
"""… and where its lines are cut."""

THREAD_NAME = "rowlock-program"

_BITE = 4096
_MOST_UNREAD = 64


class Misbehaved(Exception):
    """What a program did, and a detail: "crashed" and " (exit code 1)"."""

    def __init__(self, did: str, detail: str = "") -> None:
        super().__init__(did, detail)
        self.did = did
        self.detail = detail


class Program:
    """A program that runs, in a process group of its own."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        pipes = self._process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        assert pipes.stderr is not None
        self._to_say: SimpleQueue[bytes] = SimpleQueue()
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._complaints = b""
        self._threads = [
            Thread(target=target, args=(pipe,), name=THREAD_NAME, daemon=True)
            for target, pipe in (
                (self._say, pipes.stdin),
                (self._hear, pipes.stdout),
                (self._drain, pipes.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line with which the program answers this one. Raises Misbehaved if there is none."""
        if not self._heard.empty():
            unasked = self._hear_until(monotonic())
            raise Misbehaved("spoke without being asked", f": {quoted(unasked)}")
        self._to_say.put(line)
        deadline, heard = monotonic() + seconds, b""
        while b"\n" not in heard:
            if len(heard) > LONGEST_LINE:
                raise Misbehaved(
                    "answered without end", f", {quoted(heard)}; an answer is one short line"
                )
            try:
                heard += self._hear_until(deadline)
            except TimeoutError:
                hint = "; an answer must end its line, and be flushed"
                raise Misbehaved(f"did not answer within {seconds:g} s", hint) from None
        answer, _, more = heard.partition(b"\n")
        if more:
            raise Misbehaved("answered with more than one line", f": {quoted(heard)}")
        return answer

    def close(self) -> None:
        """Say goodbye by ending the program's input; stop it if it does not listen."""
        self._to_say.put(b"")
        try:
            if not self._ends_within(GRACE):
                self._stop(at_once=False)
                self._ends_within(GRACE)
        finally:
            self.kill()

    def kill(self) -> None:
        """Stop the program, and what it has started, at once."""
        self._stop(at_once=True)
        self._ends_within(GRACE)
        self._to_say.put(b"")
        for thread in self._threads:
            # Something that left the group may hold a pipe open; its thread then ends with it.
            thread.join(timeout=GRACE / 4)

    @property
    def last_words(self) -> list[str]:
        """The last lines that the program wrote to standard error."""
        text = self._complaints.decode("utf-8", "backslashreplace")
        return [visible(line[:LONGEST_LAST_LINE]) for line in text.splitlines()[-LAST_LINES:]]

    def _hear_until(self, deadline: float) -> bytes:
        """What the program says next. Its output may stay open after it has ended, if something it
        started has it too; so while nothing is heard, the program itself is watched."""
        ended = False
        while True:
            wait = WATCH if ended else min(WATCH, max(0.0, deadline - monotonic()))
            try:
                said = self._heard.get(timeout=wait)
            except Empty:
                if ended:
                    raise self._how_it_ended() from None
                ended = self._process.poll() is not None
                if not ended and monotonic() >= deadline:
                    raise TimeoutError from None
            else:
                if said:
                    return said
                raise self._how_it_ended()

    def _how_it_ended(self) -> Misbehaved:
        if not self._ends_within(GRACE / 2):
            return Misbehaved("closed its output")
        code = self._process.returncode
        if code < 0:
            return Misbehaved("crashed", f" ({_signal_name(-code)})")
        if code > 0:
            return Misbehaved("crashed", f" (exit code {code})")
        return Misbehaved("ended", " (exit code 0); it should go on until its input ends")

    def _ends_within(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=seconds)
        return self._process.returncode is not None

    def _stop(self, at_once: bool) -> None:
        if sys.platform == "win32":
            self._process.kill()
        else:
            # The group may be gone; macOS forbids signals to one that is ending.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL if at_once else signal.SIGTERM)

    def _say(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while rest := self._to_say.get():
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _hear(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while said := pipe.read(_BITE):
                # With so much unread the program is out of step, and the rest does not matter.
                if self._heard.qsize() < _MOST_UNREAD:
                    self._heard.put(said)
        self._heard.put(b"")

    def _drain(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while said := pipe.read(_BITE):
                self._complaints = (self._complaints + said)[-LAST_BYTES:]


def _signal_name(number: int) -> str:
    try:
        return f"signal {number}, {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"
