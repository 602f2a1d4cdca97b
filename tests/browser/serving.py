"""A server in a process of its own, that can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

PATIENCE = 30.0


class Server:
    """`rowlock serve` on a port and a data folder that stay the same when it is started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

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
    def _log(self) -> Path:
        return self.data.with_suffix(".log")

    def start(self) -> None:
        """Start it, unless it runs, and wait until it answers."""
        if self._process is not None:
            return
        options = ("--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data))
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rowlock", "serve", *options],
                env={**os.environ, "ROWLOCK_PACE": "0", "ROWLOCK_SOLVED": str(self.solved)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait_for_answer(self._process)

    def freeze(self) -> None:
        """Let it hear nothing more; all that can follow is its end."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(subprocess.Popen.kill)

    def stop(self) -> None:
        """End it as its owner would."""
        self._end(subprocess.Popen.terminate)

    def _end(self, how: Callable[[subprocess.Popen[bytes]], None]) -> None:
        if self._process is None:
            return
        how(self._process)
        self._process.wait(PATIENCE)
        self._process = None

    def _wait_for_answer(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and process.poll() is None:
            if _answers(f"{self.address}/api/here"):
                return
            time.sleep(0.05)
        process.kill()
        process.wait(PATIENCE)
        self._process = None
        raise RuntimeError(f"the server did not answer; it said:\n{self.output}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
