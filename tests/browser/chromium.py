"""Where the browser of the tests is; on a bare Debian in which we may, it is installed. Run as a
program it does just that, while `make test` is busy with other things."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGE = "chromium-headless-shell"
"""Debian's Chromium without windows: one that draws windows for nobody needs half as much again."""

NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """The path of a Chromium, or None where there is none and none can be installed."""
    return _found() or (_installed() if _may_install() else None)


def _found() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


def _may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _installed() -> str | None:
    with _one_at_a_time():
        if found := _found():
            return found
        for arguments in (("update",), ("install", "-y", "--no-install-recommends", PACKAGE)):
            subprocess.run(["apt-get", "-qq", *arguments], check=False, capture_output=True)
        return _found()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Tests run in several processes, of which one installs while the others wait."""
    import fcntl

    with Path(tempfile.gettempdir(), "rowlock-tests-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    find_chromium()
