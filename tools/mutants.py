"""Break the rules in small ways, one at a time, and check that a test notices.

Each mutant of `mutant_list.py` is put into a copy of the code, and the quick tests of the rules
are run there. A mutant that survives means that a test is missing.

    python tools/mutants.py                  all of them
    python tools/mutants.py --only lucky     those with "lucky" in their name
    python tools/mutants.py --share 2/4      the second quarter of them
    python tools/mutants.py --resume         go on after an interruption
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory

from fingerprint import NoRepository, fingerprint
from mutant_list import MUTANTS
from mutant_state import Outcome, Share, State

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
RULES = Path("src", "rowlock", "rules")
TESTS = Path("tests", "rules")
COPIED = ("src", "tests", "pyproject.toml")
NO_CACHES = shutil.ignore_patterns("__pycache__", ".hypothesis")

PASSED, FAILED, NOT_COLLECTED, WRONG_CODE = 0, 1, 2, 99
"""Exit codes of pytest, and the plugin's own."""

QUICKLY = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": ""}
"""No test needs a plugin, and to load them takes seconds; so does to compile all tests anew."""

SLOW = ("test_legal", "test_perft", "test_api", "test_twin", "test_state_machine")
"""Tests that run only where all others have passed, in the order of what they take. `test_api` is
quick, but imports all there is."""

SHEETS_A_TABLE = 100
PLUGIN = f"""
import sys
from pathlib import Path


def pytest_collection_modifyitems(items):
    twins = {{item.module for item in items if item.path.stem == "test_twin"}}
    for twin in twins:
        assert twin.SHEETS_A_TABLE > {SHEETS_A_TABLE}
        twin.SHEETS_A_TABLE = {SHEETS_A_TABLE}


def pytest_sessionfinish(session):
    rowlock = sys.modules.get("rowlock")
    if rowlock and Path(__file__).parent not in Path(rowlock.__file__).parents:
        session.exitstatus = {WRONG_CODE}
"""
"""The twins play fewer games, and only the copied code may be tested."""


@dataclass(frozen=True)
class Mutant:
    """A rule that is changed: `old`, which stands once in the file, becomes `new`."""

    name: str
    file: str
    old: str
    new: str


class Broken(Exception):
    """The mutants cannot be tried, or their outcome says nothing."""


def main() -> int:
    options = read_options()
    known = [Mutant(name, file, old, new) for file, ms in MUTANTS.items() for name, old, new in ms]
    wanted = options.share.of([mutant for mutant in known if options.only in mutant.name])
    try:
        check_list(known)
        if not wanted:
            raise Broken(f"none has {options.only!r} in its name")
        file = BUILD / f"mutants{options.share.suffix}.jsonl"
        state = State(file, fingerprint(ROOT, *COPIED, "tools"))
        outcomes = try_all(wanted, options.jobs, state, resume=options.resume)
    except (Broken, NoRepository) as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted; --resume goes on with what is left.", file=sys.stderr)
        return 130
    return summary(outcomes)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Break the rules and see whether a test notices.")
    parser.add_argument("--only", metavar="TEXT", default="", help="mutants with this in the name")
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="so many at once (2)")
    parser.add_argument(
        "--share", metavar="N/M", type=Share.read, default=Share(1, 1), help="the Nth of M shares"
    )
    parser.add_argument("--resume", action="store_true", help="leave out those already tried")
    return parser.parse_args()


def check_list(mutants: list[Mutant]) -> None:
    """Every text to replace stands once in its file, and no two mutants have one name."""
    names = [mutant.name for mutant in mutants]
    wrong = [f"two are named {name!r}" for name in sorted(set(names)) if names.count(name) > 1]
    for mutant in mutants:
        count = (ROOT / RULES / mutant.file).read_text(encoding="utf-8").count(mutant.old)
        if count != 1:
            wrong.append(
                f"{mutant.name!r}: its text stands {count} times in {mutant.file}, not once"
            )
        if mutant.old == mutant.new:
            wrong.append(f"{mutant.name!r} changes nothing")
    if wrong:
        raise Broken("\n  ".join(["the list does not fit the code", *wrong]))


def try_all(mutants: list[Mutant], jobs: int, state: State, *, resume: bool) -> list[Outcome]:
    """The outcomes of all mutants; those known from an interrupted run are taken from there."""
    before = state.read() if resume else {}
    done = [before[mutant.name] for mutant in mutants if mutant.name in before]
    left = [mutant for mutant in mutants if mutant.name not in before]
    if before:
        print(f"{len(done)} of {len(mutants)} mutants have been tried before")
    else:
        state.start()
    with copies(max(1, min(jobs, len(left)))) as folders:
        timeout = check_unchanged(folders) if left else 0.0
        for outcome in run(left, folders, timeout):
            done.append(outcome)
            state.keep(outcome)
            print(line(outcome, len(done), len(mutants)), flush=True)
    return done


@contextmanager
def copies(count: int) -> Iterator["Queue[Path]"]:
    """So many copies of the code and its tests, for workers to take and put back."""
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as temporary:
        folders: Queue[Path] = Queue()
        for number in range(count):
            folder = Path(temporary).resolve() / str(number)
            folder.mkdir()
            for name in COPIED:
                copy(ROOT / name, folder / name)
            (folder / "mutants_plugin.py").write_text(PLUGIN, encoding="utf-8")
            folders.put(folder)
        yield folders


def copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=NO_CACHES)
    else:
        shutil.copy(source, target)


def check_unchanged(folders: "Queue[Path]") -> float:
    """Without a mutant the tests must pass; how long a mutant may take before it is a hang."""
    folder = folders.get()
    started = time.monotonic()
    result = run_tests(folder)
    seconds = time.monotonic() - started
    folders.put(folder)
    if result.returncode != PASSED:
        raise Broken(f"the tests fail without any mutant\n{result.stdout}{result.stderr}")
    print(f"The tests pass without a mutant ({seconds:.1f} s)", flush=True)
    return 30 + 4 * seconds


def run_tests(folder: Path, timeout: float | None = None) -> "subprocess.CompletedProcess[str]":
    """Run the quick tests, and the slow ones if they pass; the run that decides."""
    slow = [str(TESTS / f"{name}.py") for name in SLOW]
    quick = run_pytest(folder, timeout, str(TESTS), *(f"--ignore={file}" for file in slow))
    return run_pytest(folder, timeout, *slow) if quick.returncode == PASSED else quick


def run_pytest(
    folder: Path, timeout: float | None, *arguments: str
) -> "subprocess.CompletedProcess[str]":
    # The editable install in the environment comes after PYTHONPATH. With CI set Hypothesis tries
    # the same examples every time.
    here = {"PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "CI": "1"}
    flags = ["-x", "-q", "-p", "no:cacheprovider", "-p", "mutants_plugin"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *flags, *arguments],
        cwd=folder,
        env=os.environ | here | QUICKLY,
        timeout=timeout,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def run(mutants: list[Mutant], folders: "Queue[Path]", timeout: float) -> Iterator[Outcome]:
    """The outcome of each mutant, as they come."""
    with ThreadPoolExecutor(max_workers=folders.qsize()) as pool:
        futures: list[Future[Outcome]] = [
            pool.submit(try_one, mutant, folders, timeout) for mutant in mutants
        ]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def try_one(mutant: Mutant, folders: "Queue[Path]", timeout: float) -> Outcome:
    folder = folders.get()
    file = folder / RULES / mutant.file
    code = file.read_text(encoding="utf-8")
    started = time.monotonic()
    try:
        put(file, code.replace(mutant.old, mutant.new))
        caught = is_caught(mutant, folder, timeout)
    finally:
        put(file, code)
        folders.put(folder)
    return Outcome(mutant.name, caught, round(time.monotonic() - started, 1))


def put(file: Path, code: str) -> None:
    """Change a file. Bytecode is told by time and size only, and a mutant may have both in common
    with the code, so what there is goes."""
    file.write_text(code, encoding="utf-8")
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        compiled.unlink()


def is_caught(mutant: Mutant, folder: Path, timeout: float) -> bool:
    try:
        result = run_tests(folder, timeout)
    except subprocess.TimeoutExpired:
        return True
    if result.returncode not in (PASSED, FAILED, NOT_COLLECTED):
        why = "other code was tested" if result.returncode == WRONG_CODE else "pytest did not run"
        raise Broken(f"{mutant.name!r}: {why}\n{result.stdout}{result.stderr}")
    return result.returncode != PASSED


def line(outcome: Outcome, number: int, total: int) -> str:
    verdict = "caught  " if outcome.caught else "SURVIVED"
    return f"[{number:3}/{total}] {verdict} {outcome.seconds:6.1f} s  {outcome.name}"


def summary(outcomes: list[Outcome]) -> int:
    survivors = [outcome.name for outcome in outcomes if not outcome.caught]
    for name in survivors:
        print(f"survived: {name}")
    caught = len(outcomes) - len(survivors)
    print(f"{len(outcomes)} mutants, {caught} caught, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
