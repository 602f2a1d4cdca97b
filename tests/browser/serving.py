"""A server in a process of its own, that can be killed and started again."""

import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from browser.forked import KILL, Process, begin

PATIENCE = 120.0
"""How long a server may take to start or to end, in seconds: a machine may be busy."""

LOOK_AGAIN = 0.02
TOLD = re.compile(r"http://127\.0\.0\.1:(\d+)|\bport=(\d+)")
"""How a server tells the port it has taken: on the screen, or where that shows only its public
address, in its log (`log_level="info"`)."""

METRICS = re.compile(r"  metrics +(\S+)")
IN_USE = "Address already in use"


class Server:
    """`rowlock serve` on a data folder and any port that is free, which stay the same when it is
    started again.

    There are no pauses and no limits, which are for people and not for tests, unless `settings`
    say so."""

    program: tuple[str, ...] = ("-m", "rowlock")

    def __init__(self, data: Path, database: str | None = None, **settings: str) -> None:
        self.data = data
        self._settings = {"pace": "0", "limits": "off", "warm_up": "off", **settings}
        self.database = database or f"sqlite:///{data / 'rowlock.db'}"
        self._port: int | None = None
        self._process: Process | None = None

    @property
    def port(self) -> int:
        """Where it listens, since its first start."""
        assert self._port is not None
        return self._port

    @property
    def metrics(self) -> str:
        """Where its metrics are, if it was set up to have them."""
        return str(METRICS.findall(self.output)[-1])

    @property
    def address(self) -> str:
        """What a browser opens, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def solved(self) -> Path:
        """Where the server looks for solved games, and nowhere else."""
        return self.data / "solved"

    @property
    def output(self) -> str:
        """What the server has said since its first start."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def complaints(self) -> list[str]:
        """What the server was not content with."""
        signs = ("Traceback", "ERROR", "CRITICAL", "WARNING")
        return [line for line in self.output.splitlines() if line.startswith(signs)]

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def _log(self) -> Path:
        return self.data.with_suffix(".log")

    def start(self) -> None:
        """Start it, unless it runs, and wait until it answers."""
        until = time.monotonic() + PATIENCE
        while self._process is None:
            began = len(self.output) if self._log.exists() else 0
            self._process = self._begin()
            said = self._wait_for_answer(self._process, began, until)
            if said is None:
                return
            self._process = None
            # Who has taken the port meanwhile may have done so for a moment only.
            if IN_USE not in said or time.monotonic() > until:
                raise RuntimeError(f"the server did not answer; it said:\n{said}")

    def _begin(self) -> Process:
        options = ("--host", "127.0.0.1", "--port", str(self._port or 0), "--data", str(self.data))
        environment = {**os.environ, **self._variables()}
        return begin((*self.program, "serve", *options), environment, self._log)

    def _variables(self) -> dict[str, str]:
        settings = {
            **self._settings,
            "database": self.database,
            "solved": str(self.solved),
        }
        return {f"ROWLOCK_{name.upper()}": value for name, value in settings.items()}

    def freeze(self) -> None:
        """Let it hear nothing more; all that can follow is its end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(lambda process: process.send_signal(KILL))

    def stop(self) -> int | None:
        """End it as its owner would; the code it ends with, if it ran."""
        return self._end(lambda process: process.send_signal(signal.SIGTERM))

    def wait(self) -> int | None:
        """Wait until it has ended by itself; the code it ends with, if it ran."""
        return self._end(lambda _: None)

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def _end(self, how: Callable[[Process], None]) -> int | None:
        if self._process is None:
            return None
        how(self._process)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def _wait_for_answer(self, process: Process, began: int, until: float) -> str | None:
        """Wait until it answers; what it said if it does not."""
        while time.monotonic() < until and process.poll() is None:
            told = TOLD.search(self.output, began)
            if told and _answers(f"http://127.0.0.1:{told[1] or told[2]}/api/here"):
                self._port = int(told[1] or told[2])
                return None
            time.sleep(LOOK_AGAIN)
        process.send_signal(KILL)
        process.wait(PATIENCE)
        return self.output[began:]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        # One with a public address answers to no other.
        return error.code == HTTPStatus.MISDIRECTED_REQUEST
    except (urllib.error.URLError, OSError):
        return False
