"""A program that has loaded all of Rowlock and forks servers from itself, which so need not load
it again: that is most of what a start takes. `browser.forked` calls it.

Each line it reads is a JSON list: `["start", arguments, environment, folder, log]`, which is
answered with the server's process id, or `["poll", process id]`, answered with its exit code or
null.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

# What a server loads before it answers, and nothing that runs threads: those are lost in a fork.
LOADED = (
    "aiosqlite",
    "alembic.command",
    "asyncpg",
    "rowlock.cli.serving",
    "sqlalchemy.dialects.sqlite.aiosqlite",
)


def _load() -> None:
    for name in LOADED:
        importlib.import_module(name)
    # What is there now stays: a server that looked through it for garbage would copy it all.
    gc.collect()
    gc.freeze()


def _fork(arguments: Sequence[str], environment: Mapping[str, str], folder: str, log: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.chdir(folder)
        _redirect(log)
        os.environ.clear()
        os.environ.update(environment)
        _run(arguments)
        code = 0
    except SystemExit as end:
        code = _code_of(end)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _redirect(log: str) -> None:
    """Let it read nothing, and write into its log."""
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    silent = os.open(os.devnull, os.O_RDONLY)
    os.dup2(silent, 0)
    for number in (1, 2):
        os.dup2(written, number)
    os.close(written)
    os.close(silent)


def _run(arguments: Sequence[str]) -> None:
    """As Python would with these arguments: a module after `-m`, or a file."""
    if arguments[0] == "-m":
        sys.argv = list(arguments[1:])
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(arguments)
        runpy.run_path(arguments[0], run_name="__main__")


def _code_of(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)
    return 1


def _poll(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _serve() -> NoReturn:
    """Do what is asked for until nobody can ask any more; no server is left behind then."""
    running: set[int] = set()
    for line in sys.stdin:
        what, *rest = json.loads(line)
        answer: int | None
        if what == "start":
            answer = _fork(*rest)
            running.add(answer)
        else:
            answer = _poll(*rest)
            if answer is not None:
                running.discard(*rest)
        print(json.dumps(answer), flush=True)
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    # Ctrl+C is for the tests, which end this by closing its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _load()
    _serve()
