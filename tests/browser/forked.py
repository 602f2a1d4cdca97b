"""Servers forked from a process that has loaded Rowlock already, one for all tests of a process."""

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

PROGRAM = str(Path(__file__).with_name("forking.py"))
LOOK_AGAIN = 0.005


class Process(Protocol):
    """What is used of a `subprocess.Popen`."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, sig: int, /) -> None: ...


class Nest:
    """The process that servers are forked from."""

    def __init__(self) -> None:
        self._asking = Lock()
        self._process = subprocess.Popen(
            [sys.executable, PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._close)

    def ask(self, *what: object) -> Any:
        """Have it do something; its answer."""
        said, heard = self._process.stdin, self._process.stdout
        assert said is not None
        assert heard is not None
        with self._asking:
            said.write(f"{json.dumps(what)}\n")
            said.flush()
            return json.loads(heard.readline())

    def _close(self) -> None:
        self._process.communicate()


class Forked:
    """A server that was forked."""

    def __init__(self, nest: Nest, pid: int) -> None:
        self.pid = pid
        self._nest = nest
        self._code: int | None = None

    def poll(self) -> int | None:
        """The code it has ended with, if it has."""
        if self._code is None:
            self._code = self._nest.ask("poll", self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; its code."""
        until = time.monotonic() + (float("inf") if timeout is None else timeout)
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(PROGRAM, timeout or 0.0)
            time.sleep(LOOK_AGAIN)
        return code

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)


def begin(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """Start Python with these arguments; what it says is added to the log."""
    log.touch()
    if not hasattr(os, "fork"):
        with log.open("ab") as output:
            return subprocess.Popen(
                [sys.executable, *arguments],
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
    nest, folder = _nest(), str(Path.cwd())
    pid = nest.ask("start", list(arguments), dict(environment), folder, str(log.absolute()))
    return Forked(nest, pid)


@cache
def _nest() -> Nest:
    return Nest()


KILL = signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM
