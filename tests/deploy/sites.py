"""A whole site: processes that share a PostgreSQL, and a proxy before them."""

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from browser.serving import Server
from deploy.examples import NAME, Example, Place
from deploy.visitors import Visitor, make_certificate
from server.databases import database_of, use

PATIENCE = 60.0
LIMIT = 5
"""So many tables an hour each process lets one address make."""


@dataclass
class Site:
    """What people come to. Each of them has an address of their own."""

    place: Place
    servers: list[Server]
    trusts: ssl.SSLContext
    _sources: Iterator[int] = field(default_factory=lambda: count(2))

    def visitor(self, **headers: str) -> Visitor:
        """Somebody new."""
        source = f"127.0.1.{next(self._sources)}"
        return Visitor(self.place.address, self.trusts, source, **headers)


def find(example: Example) -> str:
    """The program; where it is missing the test is left out, which under CI is a failure."""
    path = shutil.which(example.program) or shutil.which(f"/usr/sbin/{example.program}")
    missing = f"{example.program} is not installed, so {example.file} was not tried"
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return path


@contextmanager
def site(example: Example, folder: Path, path: str = "") -> Iterator[Site]:
    """A running site, with the settings that the example asks for; but below a path without a
    public address, so that links are what the proxy makes of them."""
    program = find(example)
    folder.chmod(0o755)
    use("postgresql")
    with ExitStack() as stack:
        stack.callback(use, "sqlite")
        port = free_port()
        settings = {
            **example.settings(port),
            **({"base_path": path, "public_url": ""} if path else {}),
            "limits": "on",
            "limit_tables": str(LIMIT),
            "log_level": "info",
        }
        servers = [
            Server(folder / f"data{number}", database_of(folder), **settings)
            for number in range(example.processes)
        ]
        for server in servers:
            server.start()
            stack.callback(server.stop)
        ports = [server.port for server in servers]
        place = Place(folder, port, free_port(), [*ports, ports[0]][:2], path)
        trusts = make_certificate(NAME, place.certificate, place.key)
        stack.enter_context(_running(example.command(program, example.write(place)), place))
        yield Site(place, servers, trusts)
    for server in servers:
        assert not [line for line in server.complaints if not line.startswith("WARNING")]


@contextmanager
def _running(command: list[str], place: Place) -> Iterator[None]:
    log = place.folder / "proxy.log"
    home = {"XDG_DATA_HOME": str(place.folder), "XDG_CONFIG_HOME": str(place.folder)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | home,
            start_new_session=True,
        )
    try:
        _wait_until_it_listens(process, place.port, log)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def free_port() -> int:
    """A port that nobody listens on; for programs that cannot take any and tell which."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_it_listens(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the proxy does not listen; it said:\n{log.read_text(encoding='utf-8')}")
