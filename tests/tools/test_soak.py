"""`make soak` runs what is left, keeps what has passed, and holds every long test."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import soak
from fingerprint import NoRepository, fingerprint
from rich.console import Console
from soak import INTERRUPTED, Shelf, Soak, duration
from soak_parts import PARTS, Part

ROOT = Path(__file__).parents[2]
PASSES, FAILS = "print('well')", "print('[bad]'); raise SystemExit(3)"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with a file that has not been committed."""
    folder = tmp_path / "tree"
    folder.mkdir()
    git(folder, "init")
    (folder / "code.txt").write_text("as it was", encoding="utf-8")
    (folder / ".gitignore").write_text("build/\n", encoding="utf-8")
    return folder


class Runs:
    """Parts that note each of their runs, and what is told of them."""

    def __init__(self, tree: Path, **programs: str) -> None:
        self.tree = tree
        self.notes = tree / "build" / "notes"
        self.told = io.StringIO()
        noting = f"import sys; print(*sys.argv[1:], file=open({str(self.notes)!r}, 'a'));"
        parts = [
            Part(name, f"what {name} is about", ("-c", noting + program, name), ("on",))
            for name, program in programs.items()
        ]
        console = Console(file=self.told, width=100)
        self.soak = Soak(tree, parts, Shelf(tree / "build" / "soak"), console)

    def __call__(self, *names: str, again: bool = False) -> int:
        """Run; the exit code."""
        self.notes.parent.mkdir(exist_ok=True)
        self.notes.write_text("", encoding="utf-8")
        self.told.seek(0)
        self.told.truncate()
        return self.soak.run(names, again=again)

    @property
    def ran(self) -> list[str]:
        """The parts that ran, with `on` if they were to go on with what they had."""
        return self.notes.read_text(encoding="utf-8").splitlines()


def test_what_has_passed_is_not_run_again(tree: Path) -> None:
    runs = Runs(tree, a=PASSES, b=PASSES)
    assert runs() == 0
    assert runs.ran == ["a on", "b on"]
    assert runs() == 0
    assert runs.ran == []
    assert re.search(r"^a +passed before +\d+ s$", runs.told.getvalue(), re.MULTILINE)


def test_a_failure_stops_nothing_and_is_told(tree: Path) -> None:
    runs = Runs(tree, a=PASSES, b=FAILS, c=PASSES)
    assert runs() == 1
    assert runs.ran == ["a on", "b on", "c on"]
    told = runs.told.getvalue()
    assert re.search(r"^b +FAILED +\d+ s$", told, re.MULTILINE)
    assert "  | [bad]\n" in told
    assert "[3/3] c: what c is about" in told
    assert runs() == 1, "what failed is left"
    assert runs.ran == ["b on"]


def test_all_runs_again_when_asked(tree: Path) -> None:
    runs = Runs(tree, a=PASSES, b=PASSES)
    runs()
    assert runs(again=True) == 0
    assert runs.ran == ["a", "b"], "and from the beginning"


def test_a_named_part_runs_whatever_is_known_of_it(tree: Path) -> None:
    runs = Runs(tree, a=FAILS, b=PASSES, c=PASSES)
    for ran in ("b on", "b"):
        assert runs("b") == 0
        assert runs.ran == [ran], "what has passed begins anew"
    assert "(last time" in runs.told.getvalue()
    assert runs() == 1
    assert runs.ran == ["a on", "c on"]


@pytest.mark.parametrize("change", ["code.txt", "new.txt", "gone"])
def test_results_are_for_the_files_as_they_were(tree: Path, change: str) -> None:
    runs = Runs(tree, a=PASSES)
    runs()
    if change == "gone":
        (tree / "code.txt").unlink()
    else:
        (tree / change).write_text("something else", encoding="utf-8")
    runs()
    assert runs.ran == ["a on"]


def test_files_that_change_meanwhile_make_the_result_worthless(tree: Path) -> None:
    runs = Runs(tree, a="open('code.txt', 'a').write('!')")
    assert runs() == 0
    assert "not kept" in runs.told.getvalue()
    runs()
    assert runs.ran == ["a on"]


def test_a_commit_changes_nothing(tree: Path) -> None:
    before = fingerprint(tree)
    git(tree, "add", ".")
    git(tree, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-m", "all")
    assert fingerprint(tree) == before
    assert fingerprint(tree, "code.txt") != before


def test_without_a_repository_nothing_can_be_told(tmp_path: Path) -> None:
    with pytest.raises(NoRepository, match="must be a git repository"):
        fingerprint(tmp_path / "nowhere")


@pytest.mark.parametrize("written", [b"", b"{}", b'{"tree": 1}'])
def test_a_damaged_result_is_no_result(tree: Path, written: bytes) -> None:
    runs = Runs(tree, a=PASSES)
    runs()
    (tree / "build" / "soak" / "a.json").write_bytes(written)
    runs()
    assert runs.ran == ["a on"]


INTERRUPTED_RUN = """
import signal, sys
from pathlib import Path
from rich.console import Console
from soak import Shelf, Soak
from soak_parts import Part
# Whoever starts tests in the background has them ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
tree = Path(sys.argv[1])
parts = [
    Part("quick", "", ("-c", "")),
    Part("slow", "", ("-c", "import time; print('here', flush=True); time.sleep(600)")),
    Part("late", "", ("-c", "")),
]
sys.exit(Soak(tree, parts, Shelf(tree / "build" / "soak"), Console()).run((), again=False))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of another system")
def test_interrupted_it_keeps_what_was_done(tree: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": soak.python_path(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED_RUN, str(tree)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        log, until = tree / "build" / "soak" / "slow.log", time.monotonic() + 300
        while not (log.exists() and "here" in log.read_text(encoding="utf-8")):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        try:
            told, _ = process.communicate(timeout=300)
        finally:
            process.kill()
    assert process.returncode == INTERRUPTED
    results = [re.findall(rf"^{name} +(\w+)", told, re.MULTILINE) for name in ("quick", "slow")]
    assert results == [["passed"], ["not"]], told
    assert "KeyboardInterrupt" in log.read_text(encoding="utf-8"), "it was not just killed"
    kept = sorted(file.name for file in (tree / "build" / "soak").glob("*.json"))
    assert kept == ["quick.json"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (754, "12 min 34 s"),
        (7380, "2 h 03 min"),
    ],
)
def test_times_are_for_people(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_part_that_is_not_there_is_refused() -> None:
    said = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "soak.py"), "sever"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 2
    assert "there is no part 'sever'; the parts are rules, " in said.stderr


LONG = re.compile(r"mark\.soak|import (few|first|duels)_of|@given")
"""What `make soak` runs of a file; of properties it tries new examples."""


def test_every_long_test_is_in_one_part() -> None:
    long = {
        file.relative_to(ROOT).parts[:2]
        for file in (ROOT / "tests").rglob("test_*.py")
        if LONG.search(file.read_text(encoding="utf-8")) and file != Path(__file__)
    }
    held = [Path(word).parts for part in PARTS for word in part.command if word.startswith("tests")]
    assert sorted(held) == sorted(long)


def test_parts_have_names_of_their_own_and_call_what_is_there() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)
    for part in PARTS:
        files = [word for word in part.command if word.startswith(("tests/", "tools/"))]
        assert files
        assert all((ROOT / file).exists() for file in files)
