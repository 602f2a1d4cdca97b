"""`rowlock serve` as its owner meets it."""

import asyncio
import errno
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from browser.forked import begin
from browser.serving import Server
from rowlock.cli.serving import start_serving
from rowlock.server.storage import open_store
from rowlock.server.web.addresses import CannotListen
from rowlock.server.web.serve import announcement
from rowlock.server.web.settings import Settings
from server.databases import database_of
from server.people import PATIENCE, Person
from server.stores import append, created, store_in
from shares import first_of

SERVE = [sys.executable, "-m", "rowlock", "serve"]


def in_words(code: int, said: str) -> str:
    """What was said to somebody whose server could not start."""
    assert code == 2
    assert said.startswith("rowlock serve: ")
    assert said.count("\n") == 1, "one sentence, no traceback"
    return said


def refused(tmp_path: Path, *arguments: str) -> str:
    """What is said, by a process that need not load Rowlock, to somebody whose server cannot start
    on any port. That it is said where errors are is seen where a port is in use."""
    log = tmp_path / "said.log"
    log.unlink(missing_ok=True)
    process = begin(("-m", "rowlock", "serve", "--port", "0", *arguments), os.environ, log)
    return in_words(process.wait(PATIENCE), log.read_text(encoding="utf-8"))


def test_only_addresses_that_are_answered_to_are_told() -> None:
    public = Settings(
        data=Path("x"), host="0.0.0.0", public_url="https://games.example.org", base_path="/play"
    )
    told = "\n".join(announcement(public, 8000))
    assert "https://games.example.org/play\n" in told
    assert told.count("://") == 1
    at_home = "\n".join(announcement(Settings(data=Path("x"), host="0.0.0.0"), 8000))
    assert "http://localhost:8000\n" in at_home


def test_a_port_in_use_is_told_in_words(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = subprocess.run(
            [*SERVE, "--port", port, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.stdout == ""
    message = in_words(done.returncode, done.stderr)
    assert port in message
    assert "--port" in message


def test_an_address_that_is_not_ours_is_told_in_words(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "no.such.host.invalid"):
        assert host in refused(tmp_path, "--host", host, "--data", str(tmp_path))


def test_a_data_folder_that_is_a_file_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert "data" in refused(tmp_path, "--data", str(tmp_path / "data"))
    assert "data" in refused(tmp_path, "--data", str(tmp_path / "data" / "more"))


def test_a_folder_without_permission_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def deny(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", deny)
    with pytest.raises(typer.Exit) as left:
        start_serving(Settings(data=tmp_path, port=0), show=False)
    assert left.value.exit_code == 2
    assert f"{tmp_path} cannot be made: Permission denied" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
async def test_what_is_kept_is_the_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_server(*_: object) -> None:
        raise CannotListen("here", 1, OSError(errno.EADDRINUSE, "in use"), "elsewhere")

    def mode(file: Path) -> int:
        return file.stat().st_mode & 0o777

    before = os.umask(0o022)
    try:
        monkeypatch.setattr("rowlock.cli.serving.serve", no_server)
        for data in (tmp_path, tmp_path / "new"):
            with pytest.raises(typer.Exit):
                await asyncio.to_thread(start_serving, Settings(data=data), show=False)
            # A file that is there already would keep the permissions it has.
            async with open_store(database_of(data)) as store:
                await store.append(append("BCDFGH", 1, created()))
                files = {file.name: mode(file) for file in data.glob("rowlock.db*")}
            names = ("rowlock.db", "rowlock.db-shm", "rowlock.db-wal", "rowlock.db.lock")
            assert files == dict.fromkeys(names, 0o600)
        assert mode(tmp_path / "new") == 0o700
        (tmp_path / "new" / "rowlock.db").chmod(0o640)
        async with store_in(tmp_path / "new"):
            assert mode(tmp_path / "new" / "rowlock.db") == 0o640
    finally:
        os.umask(before)


def test_a_database_that_is_none_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "rowlock.db").write_text("something else entirely " * 100)
    assert "rowlock.db" in refused(tmp_path, "--data", str(tmp_path))
    (tmp_path / "rowlock.db").unlink()
    (tmp_path / "rowlock.db").mkdir()
    assert "rowlock.db" in refused(tmp_path, "--data", str(tmp_path))


async def test_a_newer_database_is_told_in_words(tmp_path: Path) -> None:
    async with store_in(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "rowlock.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "newer" in refused(tmp_path, "--data", str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize("how", first_of([signal.SIGINT, signal.SIGTERM], signal.SIGINT))
async def test_a_server_ends_at_once_though_pages_are_open(how: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*SERVE, "--port", "0", "--pace", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Rowlock is ready.\n"
        ann = Person(process.stdout.readline().split()[-1])
        ann.get("/api/here")
        code = ann.create(seats="me random", start=True)
        async with ann.at(code) as page, ann.at(code) as other:
            await page.until(lambda view: view.game is not None and view.game.phase != "roll")
            process.send_signal(how)
            assert (await page.closed())[0] == 1012
            await other.closed()
            assert await asyncio.to_thread(process.wait, PATIENCE) == 0
        left = process.stdout.read()
    assert left == "Stop it with Ctrl+C; every game is kept.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
async def test_a_server_that_is_told_to_end_does_so_too(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    server.start()
    ann = Person(server.address)
    ann.get("/api/here")
    async with ann.at(ann.create(seats="me random", start=True)) as page:
        await page.until(lambda view: view.game is not None)
        server.signal(signal.SIGTERM)
        assert (await page.closed())[0] == 1012
        assert await asyncio.to_thread(server.wait) == 0
    assert server.output.endswith("Stop it with Ctrl+C; every game is kept.\n")
