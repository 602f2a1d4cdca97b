"""Runs the long tests in parts, keeps what has passed, and says how long each took.

    python tools/soak.py                 all that has not passed yet with the files as they are
    python tools/soak.py server fuzz     these parts, whatever is known of them
    python tools/soak.py --again         all of them
    python tools/soak.py --list          what there is, and what is known of it

A part that fails does not keep the next ones from running. Results and logs are in build/soak.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from fingerprint import NoRepository, fingerprint
from rich.console import Console
from soak_parts import PARTS, Part

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "soak"
INTERRUPTED = 130
GRACE = 60.0
"""How long an interrupted part may take to put away what it has started, in seconds."""

TELL_EVERY = 300.0
"""How often it is told that a part still runs where nobody looks, in seconds."""

TAIL = 15
"""So many lines of the log of a part that failed are shown."""


class Result(msgspec.Struct, frozen=True):
    """How a part ended, and for which state of the files."""

    tree: str
    passed: bool
    seconds: float


@dataclass(frozen=True)
class Shelf:
    """Where results and logs are: one file a part, so that parts may run side by side."""

    folder: Path

    def log(self, part: Part) -> Path:
        """What the part says."""
        return self.folder / f"{part.name}.log"

    def find(self, part: Part) -> Result | None:
        """How the part ended last, whatever the files were then."""
        try:
            return msgspec.json.decode(self._file(part).read_bytes(), type=Result)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def keep(self, part: Part, result: Result) -> None:
        """From now on this is how the part ended last."""
        written = self._file(part).with_suffix(".new")
        written.write_bytes(msgspec.json.encode(result))
        written.replace(self._file(part))

    def has_passed(self, part: Part, tree: str) -> bool:
        """Whether it has passed with the files as they are."""
        result = self.find(part)
        return result is not None and result.passed and result.tree == tree

    def _file(self, part: Part) -> Path:
        return self.folder / f"{part.name}.json"


@dataclass(frozen=True)
class Soak:
    """Parts, a shelf for their results, and where they are told of."""

    root: Path
    parts: Sequence[Part]
    shelf: Shelf
    console: Console

    def run(self, names: Sequence[str], *, again: bool) -> int:
        """Run the parts named, or those that have not passed; the exit code."""
        self.shelf.folder.mkdir(parents=True, exist_ok=True)
        tree = fingerprint(self.root)
        chosen = [part for part in self.parts if not names or part.name in names]
        done = set() if again or names else {p for p in chosen if self.shelf.has_passed(p, tree)}
        left = [part for part in chosen if part not in done]
        for part in done:
            self.console.print(f"{part.name} has passed before")
        results: dict[Part, Result] = {}
        interrupted = False
        try:
            for number, part in enumerate(left, start=1):
                self.console.print(f"[{number}/{len(left)}] {self._opening(part)}", markup=False)
                results[part] = self._run_part(part, tree, again=again)
        except KeyboardInterrupt:
            interrupted = True
            self.console.print("Interrupted; the same call goes on with what is left.")
        self._tell_all(chosen, done, results)
        failed = not all(result.passed for result in results.values())
        return INTERRUPTED if interrupted else int(failed)

    def list(self) -> int:
        """Say what there is, and what is known of it."""
        tree = fingerprint(self.root)
        for part in self.parts:
            known = "passed" if self.shelf.has_passed(part, tree) else "to run"
            self.console.print(f"{known}  {self._opening(part)}", markup=False)
        return 0

    def _opening(self, part: Part) -> str:
        before = self.shelf.find(part)
        last = f" (last time {duration(before.seconds)})" if before else ""
        return f"{part.name}: {part.holds}{last}"

    def _run_part(self, part: Part, tree: str, *, again: bool) -> Result:
        anew = again or self.shelf.has_passed(part, tree)
        command = [sys.executable, *part.command, *(() if anew else part.resume)]
        began = time.monotonic()
        code = self._call(command, part)
        result = Result(tree, code == 0, round(time.monotonic() - began, 1))
        if fingerprint(self.root) == tree:
            self.shelf.keep(part, result)
        else:
            self.console.print("  files have changed meanwhile, so the result is not kept")
        self.console.print(f"  {verdict(result)} in {duration(result.seconds)}, exit code {code}")
        if not result.passed:
            self._show_end(part)
        return result

    def _call(self, command: Sequence[str], part: Part) -> int:
        """Run it with all it says in its log; the exit code."""
        with self.shelf.log(part).open("wb") as log, self.console.status("") as status:
            # In a session of its own, Ctrl+C reaches it once, through us, and not as it pleases.
            child = subprocess.Popen(
                command,
                cwd=self.root,
                env=os.environ | {"PYTHONPATH": python_path(self.root), "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            began = told = time.monotonic()
            try:
                while child.poll() is None:
                    time.sleep(0.2)
                    now = time.monotonic()
                    status.update(f"{part.name} {duration(now - began)}")
                    if not self.console.is_terminal and now > told + TELL_EVERY:
                        self.console.print(f"  {duration(now - began)} so far")
                        told = now
            finally:
                end(child)
            return child.returncode

    def _show_end(self, part: Part) -> None:
        log = self.shelf.log(part)
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        for line in lines[-TAIL:]:
            self.console.print(f"  | {line}", markup=False, highlight=False, soft_wrap=True)
        self.console.print(f"  all of it: {log}", soft_wrap=True)

    def _tell_all(
        self, chosen: Sequence[Part], done: set[Part], results: dict[Part, Result]
    ) -> None:
        self.console.print()
        total = 0.0
        for part in chosen:
            result = results.get(part) or (self.shelf.find(part) if part in done else None)
            took = duration(result.seconds) if result else ""
            said = "passed before" if part in done else verdict(result)
            self.console.print(f"{part.name:20} {said:14} {took:>10}", highlight=False)
            total += result.seconds if result else 0.0
        self.console.print(f"{'all':20} {'':14} {duration(total):>10}", highlight=False)


def verdict(result: Result | None) -> str:
    """How a part ended, in a word."""
    if result is None:
        return "not run"
    return "passed" if result.passed else "FAILED"


def duration(seconds: float) -> str:
    """A time as people read it."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {whole % 60:02} s"


def end(child: "subprocess.Popen[bytes]") -> None:
    """Interrupt it, if it still runs, and wait until it has tidied up."""
    if child.poll() is not None:
        return
    if os.name == "posix":
        child.send_signal(signal.SIGINT)
    else:
        child.terminate()
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def python_path(root: Path) -> str:
    """Where tools and tests find each other."""
    own = (str(root), str(root / "tests"), str(root / "tools"))
    return os.pathsep.join((*own, *filter(None, [os.environ.get("PYTHONPATH")])))


def read_options(parts: Sequence[Part]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run the long tests, part by part.")
    names = [part.name for part in parts]
    parser.add_argument("parts", metavar="PART", nargs="*", help=", ".join(names))
    parser.add_argument("--again", action="store_true", help="also what has passed already")
    parser.add_argument("--list", action="store_true", help="say what there is, and run nothing")
    options = parser.parse_args()
    unknown = [name for name in options.parts if name not in names]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(names)}")
    return options


def main() -> int:
    options = read_options(PARTS)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    soak = Soak(ROOT, PARTS, Shelf(FOLDER), Console())
    try:
        return soak.list() if options.list else soak.run(options.parts, again=options.again)
    except NoRepository as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
