"""The same tournament on a Ray cluster."""

import errno
import json
import os
import pickle
import secrets
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.logged import LOGGED, meeting
from arena.programs import EXAMPLE, command
from rowlock.arena.chunk import Chunk, Span
from rowlock.arena.cluster import LOCAL, NoCluster, run_on_ray
from rowlock.arena.entrants import Meeting
from rowlock.arena.external import BotFailed
from rowlock.arena.extras import MissingExtra
from rowlock.arena.results import to_json
from rowlock.arena.run import Runner, Terms, run_here
from rowlock.arena.tournament import play_tournament

MEGABYTE = 2**20
LONGEST_FOLDER = 40
"""Ray's sockets are in folders in its own, and their names may have 107 bytes in all."""

TOKEN = secrets.token_hex(16)
"""One for all tests: Ray takes the first that a process has for good."""

EXTERNAL = f"cmd:{command(EXAMPLE)}"
SPANS = [(0, 6), (6, 6), (12, 3)]


def python(code: str) -> str:
    return f"cmd:{shlex.join([sys.executable, '-c', code])}"


def content(runner: Runner, table: Meeting, terms: Terms, cut: list[Span]) -> list[Any]:
    chunks: Iterator[Chunk] = runner(table, terms, cut)
    return [
        (chunk.first, chunk.results.tobytes(), None if chunk.log is None else chunk.log.tobytes())
        for chunk in chunks
    ]


@contextmanager
def own_folder(tmp_path: Path) -> Iterator[str]:
    places = (str(tmp_path), tempfile.gettempdir(), "/tmp")
    place = next((place for place in places if len(place) < LONGEST_FOLDER - 10), None)
    with tempfile.TemporaryDirectory(dir=place, prefix="r") as folder:
        yield folder


@contextmanager
def own_ray(folder: str) -> Iterator[Runner]:
    ray = pytest.importorskip("ray")
    # What Ray warns of when it is imported and started is about itself, and differs from version
    # to version.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runner = run_on_ray(LOCAL, num_cpus=2, object_store_memory=100 * MEGABYTE, _temp_dir=folder)
    try:
        yield runner
    finally:
        ray.shutdown()


def processes_of(folder: str) -> list[str]:
    """The commands of all processes that were started with this folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = file.read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if folder in words:
            found.append(words)
    return found


def compare_results(runner: Runner, spans: list[Span]) -> None:
    here = run_here(1)
    for bots in (("heuristic", "random", "cautious"), (EXTERNAL, "random", "heuristic")):
        for variant, terms in (("original", Terms()), ("longo", LOGGED)):
            table = meeting(variant, *bots, seed=3)
            there = content(runner, table, terms, spans)
            assert there == content(here, table, terms, spans)
            assert len(there) == len(spans)


def compare_many_games(runner: Runner) -> None:
    """More chunks than wait at once."""
    table, cut = meeting("original", "random", "cautious"), [(2 * at, 2) for at in range(50)]
    assert content(runner, table, Terms(), cut) == content(run_here(2), table, Terms(), cut)


def fail_there(runner: Runner) -> None:
    """A bot that fails says there what it says here."""
    crash = python("import sys; input(); sys.exit('no dice')")
    with pytest.raises(BotFailed) as failed:
        content(runner, meeting("original", crash, "random"), Terms(), SPANS)
    assert str(failed.value) == (
        f"{crash} crashed in game 1, turn 1 (exit code 1); the last it said:\n  no dice"
    )
    with pytest.raises(ValueError, match=r"^a bot needs more than -1 seconds"):
        content(runner, meeting("original", EXTERNAL), Terms(seconds=-1), SPANS)


def die_there(runner: Runner) -> None:
    """A worker that dies is told in one line."""
    deadly = python("import os; os.kill(os.getppid(), 9)")
    with pytest.raises(NoCluster, match=r"^the Ray cluster cannot go on: .+$"):
        content(runner, meeting("original", deadly, "random"), Terms(), SPANS[:1])


def join_by_address(address: str) -> None:
    """The command line, as a second guest of the cluster."""
    bots = ("random", EXTERNAL)
    there = subprocess.run(
        [
            *(sys.executable, "-m", "rowlock", "arena", *bots, "--seed", "3", "--games", "40"),
            *("--json", "-", "--ray", address),
        ],
        capture_output=True,
        check=True,
        timeout=300,
    )
    table = meeting("original", *bots, seed=3)
    here = play_tournament([table], 40, run_here(1), Terms(), lambda *_: None)
    assert json.loads(there.stdout) == json.loads(json.dumps(to_json(here.summaries())))
    assert there.stderr == b""


@pytest.fixture
def _unknown_to_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    # Ray would make itself a token, and keep it in the home of whoever runs the tests.
    monkeypatch.setenv("RAY_AUTH_TOKEN", TOKEN)
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)


class LostError(Exception):
    """What Ray raises for a worker that is gone."""


class StandIn:
    """What is used of Ray, in this process: tasks and answers are pickled, and done when asked
    for."""

    exceptions = SimpleNamespace(RayError=LostError)

    def __init__(self) -> None:
        self.cancelled: list[object] = []
        self.begun: dict[str, Any] = {}

    def init(self, **options: object) -> None:
        self.begun = options

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: object) -> Any:
        def task_of(function: Any) -> Any:
            return SimpleNamespace(remote=lambda *given: pickle.dumps((function, given)))

        return task_of

    def get(self, task: bytes) -> Any:
        function, given = pickle.loads(task)
        return pickle.loads(pickle.dumps(function(*given)))

    def cancel(self, task: object) -> None:
        self.cancelled.append(task)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    found = StandIn()
    monkeypatch.setitem(sys.modules, "ray", found)
    monkeypatch.delenv("RAY_USAGE_STATS_ENABLED", raising=False)
    return found


def test_tasks_of_a_cluster_give_the_same_results(stand_in: StandIn) -> None:
    runner = run_on_ray(LOCAL)
    assert os.environ.pop("RAY_USAGE_STATS_ENABLED") == "0"
    assert stand_in.begun["address"] == LOCAL
    compare_results(runner, [(0, 2), (2, 1)])
    compare_many_games(runner)
    assert stand_in.cancelled == []
    fail_there(runner)
    assert stand_in.cancelled, "what nobody waits for is not played"


def test_a_worker_that_is_gone_is_told_in_one_line(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(_task: bytes) -> None:
        raise LostError("where\nit died\n")

    monkeypatch.setattr(stand_in, "get", lose)
    with pytest.raises(NoCluster, match=r"^the Ray cluster cannot go on: it died$"):
        content(run_on_ray(LOCAL), meeting("original", "random"), Terms(), SPANS)


@pytest.mark.soak
@pytest.mark.usefixtures("_unknown_to_ray")
def test_a_real_ray_gives_the_same_results(tmp_path: Path) -> None:
    with own_folder(tmp_path) as folder:
        with own_ray(folder) as runner:
            ray = pytest.importorskip("ray")
            assert ray.cluster_resources()["CPU"] == 2
            assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
            assert processes_of(folder) or not Path("/proc").exists()
            compare_results(runner, SPANS)
            compare_many_games(runner)
            fail_there(runner)
        deadline = time.monotonic() + 120
        while processes_of(folder) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert processes_of(folder) == []


@pytest.mark.soak
@pytest.mark.usefixtures("_unknown_to_ray")
def test_others_join_a_real_ray_and_workers_die_there(tmp_path: Path) -> None:
    with own_folder(tmp_path) as folder, own_ray(folder) as runner:
        die_there(runner)
        join_by_address(pytest.importorskip("ray").get_runtime_context().gcs_address)


class TestNoCluster:
    def test_nobody_listens(self) -> None:
        pytest.importorskip("ray")
        # The port is taken, so that nobody else begins to listen there.
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            with pytest.raises(NoCluster) as caught:
                run_on_ray(address)
        assert (
            str(caught.value) == f"no Ray cluster at {address}: {os.strerror(errno.ECONNREFUSED)}"
        )

    @pytest.mark.parametrize("address", ["127.0.0.1:99999", "head:six", "http://127.0.0.1"])
    def test_addresses_that_are_none(self, address: str) -> None:
        pytest.importorskip("ray")
        with pytest.raises(NoCluster) as caught:
            run_on_ray(address)
        said = str(caught.value)
        assert said.startswith(f"no Ray cluster at {address}: ")
        assert "\n" not in said

    def test_ray_is_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "ray", None)
        with pytest.raises(MissingExtra) as caught:
            run_on_ray(LOCAL)
        assert str(caught.value) == "clusters need ray: pip install 'rowlock[cluster]'"
