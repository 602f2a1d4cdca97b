"""From the words of a command to a program that can be started. No shell is asked."""

import errno
import os
import shlex
import shutil
import sys
from pathlib import Path


def read_command(command: str) -> list[str]:
    """The program and its arguments. Raises ValueError with the reason if there is none to start.

    A Python file that is not executable is run by the Python that runs Rowlock.
    """
    program, *arguments = _words(command)
    return [*_program(program), *arguments]


def why_not_started(error: OSError | ValueError, program: str) -> str:
    """Why the system did not start a program that is there, in words."""
    known = {
        errno.ENOENT: "its first line names an interpreter that is not there",
        errno.ENOEXEC: "it is neither a program nor a script that starts with #!",
    }
    if isinstance(error, OSError) and error.errno in known:
        return f"{program}: {known[error.errno]}"
    return f"{program}: {getattr(error, 'strerror', None) or error}"


def _words(command: str) -> list[str]:
    try:
        # Backslashes belong to paths on Windows, where quotes are all that can hold a blank.
        if sys.platform == "win32":
            words = [word.strip('"') for word in shlex.split(command, posix=False)]
        else:
            words = shlex.split(command)
    except ValueError:
        raise ValueError("a quote is opened and not closed") from None
    if not words or not words[0]:
        raise ValueError('a program must be named, as in cmd:./bot or cmd:"python bot.py"')
    return words


def _program(name: str) -> list[str]:
    if found := shutil.which(name):
        return [found]
    try:
        file = Path(name).expanduser()
    except RuntimeError:
        file = Path(name)
    if _is_executable(file):
        return [str(file.absolute())]
    if file.is_file() and file.suffix == ".py":
        return [sys.executable, str(file)]
    if file.is_file():
        raise ValueError(
            f"{name} is not executable; try chmod +x, or name first what runs it, as in "
            f'cmd:"sh {name}"'
        )
    if file.is_dir():
        raise ValueError(f"{name} is a folder")
    raise ValueError(f"there is no program {name}, neither here nor on the path")


def _is_executable(file: Path) -> bool:
    # Windows calls every file executable; what it can really start was found before.
    return sys.platform != "win32" and file.is_file() and os.access(file, os.X_OK)
