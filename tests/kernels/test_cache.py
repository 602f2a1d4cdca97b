"""What was compiled is used again, and never after its sources have changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import FunctionCache

import rowlock
from rowlock.kernels.compiled import SOURCES, cache_folder
from rowlock.kernels.legal import legal_moves
from rowlock.kernels.lock import held

HELPER = """
from rowlock.kernels.compiled import apart, inlined

SKIPPED = 2

@inlined
def skipped(spaces):
    return spaces + SKIPPED

@apart
def squared(spaces):
    return SKIPPED * spaces * spaces
"""
CALLER = """
import sys
from rowlock.kernels.compiled import compiled, is_kept
from rowlock.kernels.helper import skipped, squared

@compiled
def crossed(spaces):
    return 10 * skipped(spaces) + squared(spaces)

@compiled
def locked(spaces):
    return 100 + crossed(spaces)

def main():
    if not is_kept(crossed):
        print("Compiling", file=sys.stderr)
    print(crossed(1))
"""
"""Kernels that are quickly compiled: one copies another, and calls a third; a fourth copies it."""

SMALL = "from rowlock.kernels.caller import main\nmain()"
ON_TOP = "from rowlock.kernels.caller import locked\nprint(locked(1))"

GAMES = """
from rowlock.kernels.batch import Batch, play_batch
from rowlock.rules import find_variant
print(play_batch(Batch(find_variant("original"), ("cautious",), seed=1), 200).scores.sum())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources, to be changed at will."""
    package = Path(rowlock.__file__).parent
    for part in ("rules", "dice", "record", "kernels"):
        shutil.copytree(
            package / part,
            tmp_path / "src" / "rowlock" / part,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(package / "__init__.py", tmp_path / "src" / "rowlock")
    kernels = tmp_path / "src" / "rowlock" / "kernels"
    (kernels / "helper.py").write_text(HELPER)
    (kernels / "caller.py").write_text(CALLER)
    return tmp_path / "src" / "rowlock"


def run(copy: Path, program: str, cache: str = "cache") -> subprocess.CompletedProcess[str]:
    home = copy.parent.parent
    env = {**os.environ, "PYTHONPATH": str(copy.parent), "XDG_CACHE_HOME": str(home / cache)}
    # Python's own cache goes by size and time too; it is not what is tested here.
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    env.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="the cache is moved by XDG_CACHE_HOME")
def test_what_is_kept_is_used_until_a_helper_is_edited(copy: Path) -> None:
    """And what is compiled on top of what was loaded can be loaded, as after a process that was
    ended in the middle; and a function whose callee is lost from the cache still runs. This is
    tried by the way, as each of these processes takes a second."""
    helper = copy / "kernels" / "helper.py"
    first = run(copy, SMALL)
    assert "Compiling" in first.stderr
    assert first.stdout == "32\n"
    kept = {file for file in copy.parent.parent.rglob("*.nb?") if "squared" in file.name}
    assert len(kept) == 2, "an index and the code"
    again = run(copy, f"{SMALL}\n{ON_TOP}")
    assert again.stderr == "", "the second time nothing is compiled but what is new"
    assert again.stdout == f"{first.stdout}132\n"
    assert run(copy, ON_TOP).stdout == "132\n"
    edit(helper, "SKIPPED = 2", "SKIPPED = 9")
    changed = run(copy, SMALL)
    assert "Compiling" in changed.stderr
    assert changed.stdout == "109\n", "what was copied and what is called are both new"
    assert all(file.exists() for file in kept), "what is new is kept elsewhere"
    edit(helper, "SKIPPED = 9", "SKIPPED = 2")
    for file in kept:
        file.unlink()
    back = run(copy, SMALL)
    assert back.stderr == "", "the caller itself was loaded"
    assert back.stdout == first.stdout


def test_only_one_process_at_a_time_chooses_a_name_and_takes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two that did so at once for different types would load each other's code."""
    cache: Any = legal_moves
    lock, free = Path(cache._cache.cache_path) / "saving", list[bool]()

    def look(*_: object) -> None:
        with held(lock) as alone:
            free.append(alone)

    monkeypatch.setattr(FunctionCache, "save_overload", look)
    cache._cache.save_overload("types", "code")
    look()
    assert free == [False, True]


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="the cache is moved by XDG_CACHE_HOME")
def test_an_edited_helper_changes_the_games(copy: Path) -> None:
    helper = copy / "kernels" / "character.py"
    first = run(copy, GAMES)
    again = run(copy, GAMES)
    assert "Compiling" in first.stderr
    assert again.stderr == ""
    assert again.stdout == first.stdout
    edit(helper, "MOST_SKIPPED = 2", "MOST_SKIPPED = 9")
    changed = run(copy, GAMES)
    assert "Compiling" in changed.stderr
    assert changed.stdout != first.stdout
    edit(helper, "MOST_SKIPPED = 9", "MOST_SKIPPED = 2")
    assert run(copy, GAMES).stdout == first.stdout


def edit(file: Path, old: str, new: str) -> None:
    """A change that neither the size nor the time of the file shows."""
    text, about = file.read_text(), file.stat()
    assert old in text
    assert len(old) == len(new)
    file.write_text(text.replace(old, new))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))


def test_the_folder_is_named_by_all_sources(tmp_path: Path) -> None:
    kernels = Path(shutil.copytree(SOURCES, tmp_path / "kernels"))
    before = cache_folder(kernels)
    assert before == cache_folder(SOURCES)
    for file in sorted(kernels.glob("*.py")):
        text = file.read_text()
        file.write_text(text + "# more\n")
        assert cache_folder(kernels) != before, file.name
        file.write_text(text)
    (kernels / "new.py").write_text("")
    assert cache_folder(kernels) != before


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="the cache is moved by XDG_CACHE_HOME")
def test_without_a_place_to_write_it_still_plays(copy: Path) -> None:
    (copy.parent.parent / "occupied").write_text("a file, where a folder should be")
    done = run(copy, GAMES, cache="occupied")
    assert done.stdout.strip().isdigit()
    assert "Compiling" in done.stderr
    assert not list(copy.rglob("*.nbi")), "nothing is kept beside the sources"
