"""How long the first minute is: from `make play` in a fresh clone to the page, and from the first
choice of a person to the first move of a bot.

Prints Markdown. Run it as a module: `python -m benchmarks.first_minute`. Packages that were
downloaded before are kept, and nothing else: every level is asked for in a new clone, with no
compiled code, as soon as the page answers. Only what is committed is measured.
"""

import argparse
import json
import os
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from benchmarks.load.servers import free_port

HERE = Path(__file__).parents[1]
LEVELS = ("easy", "medium", "hard", "master", "grandmaster")
GIVE_UP = 1200.0
"""Seconds after which nothing is waited for any more."""


class Minute(NamedTuple):
    """Seconds on the clock to the page and from the first choice to the bot's move, and those of
    all cores until then, as far as they were seen."""

    page: float
    move: float
    page_cores: float
    move_cores: float


class Cores:
    """The processor time of a session's processes. A process counts with what it had when it was
    last seen, and with that of the children it has waited for."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._seen: dict[int, float] = {}

    def seconds(self) -> float:
        """What all processes have used until now."""
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = file.read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            if int(fields[3]) == self._session:
                ticks = int(fields[11]) + int(fields[12])
                self._seen[int(file.parent.name)] = ticks / os.sysconf("SC_CLK_TCK")
        return sum(self._seen.values())


class Server:
    """A server that answers, and the token it knows this program by."""

    def __init__(self, address: str) -> None:
        self._api = f"{address}/api"
        self._headers: dict[str, str] = {}
        self._headers["Authorization"] = f"Bearer {self.call('tokens', {})['token']}"

    def call(self, path: str, body: object = None) -> Any:
        """What the server answers."""
        sent = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self._api}/{path}", sent, self._headers), timeout=60) as answer:
            return json.load(answer)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=HERE, help="the repository to measure")
    parser.add_argument("--commit", default="HEAD", help="what of it")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    asked = parser.parse_args()
    print("| level | page | cores, until then | first move | cores, for it |")
    print("|---|---:|---:|---:|---:|")
    for level in asked.levels:
        found = first_minute(asked.tree.resolve(), asked.commit, level)
        told = (found.page, found.page_cores, found.move, found.move_cores)
        print(f"| {level} | {' | '.join(f'{seconds:.1f} s' for seconds in told)} |", flush=True)


def first_minute(tree: Path, commit: str, level: str) -> Minute:
    """One fresh clone, and one game in it."""
    with tempfile.TemporaryDirectory() as folder:
        clone, port = Path(folder, "rowlock"), free_port()
        run(["git", "clone", "--quiet", str(tree), str(clone)])
        run(["git", "-C", str(clone), "checkout", "--quiet", commit])
        began = time.monotonic()
        with playing(clone, Path(folder, "cache"), port) as session:
            cores = Cores(session)
            address = f"http://127.0.0.1:{port}"
            wait_for_page(address, cores)
            page, page_cores = time.monotonic() - began, cores.seconds()
            move = first_move(Server(address), level, cores)
            return Minute(page, move, page_cores, cores.seconds() - page_cores)


def run(command: Sequence[str]) -> None:
    """Does it or fails."""
    subprocess.run(command, check=True)


@contextmanager
def playing(clone: Path, cache: Path, port: int) -> Iterator[int]:
    """`make play` in a session of its own, whose number this is."""
    kept = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    env = {
        "PIP_CACHE_DIR": str(kept / "pip"),
        "UV_CACHE_DIR": str(kept / "uv"),
        **os.environ,
        "XDG_CACHE_HOME": str(cache),
        "BROWSER": "true",
    }
    command = ["make", "-C", str(clone), "play", f"PORT={port}"]
    with subprocess.Popen(
        command, env=env, start_new_session=True, stdout=subprocess.DEVNULL
    ) as make:
        try:
            yield make.pid
        finally:
            os.killpg(make.pid, signal.SIGTERM)


def wait_for_page(address: str, cores: Cores) -> None:
    """Until the page is there."""
    until = time.monotonic() + GIVE_UP
    while time.monotonic() < until:
        cores.seconds()
        try:
            with urlopen(address, timeout=10):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"make play had no page after {GIVE_UP:.0f} s")


def first_move(server: Server, level: str, cores: Cores) -> float:
    """A person sits down with a bot and chooses at once: the seconds until the bot has moved."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": level}]
    setup = {"variant": "original", "seats": seats, "start": True, "autopass": False}
    code = server.call("tables", setup)["code"]
    asks, look = f"tables/{code}/asks", f"tables/{code}/view"
    server.call(asks, {"type": "ready", "seat": 1, "nonce": secrets.token_hex(16)})
    view = server.call(look)
    while not any(own["acting"] for own in view["yours"]):
        view = server.call(f"{look}?since={view['version']}&wait=10")
    action, began = view["game"]["action"], time.monotonic()
    server.call(asks, {"type": "choose", "seat": 1, "action": action, "move": "-"})
    while view["game"]["action"] == action:
        view = server.call(f"{look}?since={view['version']}&wait=10")
        cores.seconds()
        if time.monotonic() - began > GIVE_UP:
            raise SystemExit(f"{level} did not move within {GIVE_UP:.0f} s")
    return time.monotonic() - began


if __name__ == "__main__":
    main()
