"""`rowlock db` as people use it; what it does is tested with the storage."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from cli.calling import answer, call, complaint
from rowlock.cli import databases
from rowlock.server.storage.upgrade import HEAD
from server.older import make_older


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A server's folder with games of the previous schema."""
    folder = tmp_path / "data"
    folder.mkdir()
    asyncio.run(make_older(f"sqlite:///{folder / 'rowlock.db'}"))
    return folder


def test_upgrading_says_from_what_to_what(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"had schema 0001, and has {HEAD} now" in answer("db", "upgrade", "--data", str(data))
    monkeypatch.setenv("ROWLOCK_DATABASE", f"sqlite:///{data / 'rowlock.db'}")
    assert f"has schema {HEAD} already; there is nothing to do" in answer("db", "upgrade")
    (data / "empty.db").touch()
    empty = f"sqlite:///{data / 'empty.db'}"
    assert f"was empty, and has schema {HEAD}" in answer("db", "upgrade", "--database", empty)


def test_games_can_be_saved_and_put_back(data: Path, tmp_path: Path) -> None:
    file, new = str(tmp_path / "saved.gz"), str(tmp_path / "new" / "data")
    said = "4 tables with 127 events"
    assert said in answer("db", "backup", file, "--data", str(data))
    assert "there is a file" in complaint("db", "backup", file, "--data", str(data))
    assert said in answer("db", "restore", file, "--data", new)
    assert "4 tables already" in complaint("db", "restore", file, "--data", new)
    assert "--replace" in complaint("db", "restore", file, "--data", new)
    assert said in answer("db", "restore", file, "--data", new, "--replace")


def test_games_can_be_copied(data: Path, tmp_path: Path) -> None:
    source, target = (f"sqlite:///{folder / 'rowlock.db'}" for folder in (data, tmp_path))
    said = answer("db", "copy", source, target)
    assert "4 tables with 127 events" in said
    assert f"the same as in {source}" in said
    assert "4 tables already" in complaint("db", "copy", source, target)


def test_what_cannot_be_used_is_told(data: Path, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    there = ("--data", str(data))
    assert "there is no database" in complaint("db", "backup", "x.gz", "--data", nowhere)
    assert "there is no database" in complaint("db", "upgrade", "--data", nowhere)
    assert "no folder" in complaint("db", "backup", f"{nowhere}/saved.gz", *there)
    assert "is a folder" in complaint("db", "backup", f"{tmp_path}/.", *there)
    assert "there is no file" in complaint("db", "restore", nowhere, *there)
    assert "no backup" in complaint("db", "restore", str(data / "rowlock.db"), *there)
    assert "--database cannot be 'x'" in complaint("db", "upgrade", "--database", "x")
    assert "is no address" in complaint("db", "copy", "x", "y")
    assert "an address is missing" in complaint("db", "copy", "", "y")
    secret = "postgresql://me:secret@127.0.0.1:1/games"
    for said in (
        complaint("db", "copy", f"sqlite:///{data / 'rowlock.db'}", secret),
        complaint("db", "upgrade", "--database", secret),
    ):
        assert "postgresql://me:***@127.0.0.1:1/games cannot be used" in said
        assert "secret" not in said


def test_a_database_of_a_newer_version_is_left_alone(data: Path, tmp_path: Path) -> None:
    with sqlite3.connect(data / "rowlock.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "schema 9999" in complaint("db", "upgrade", "--data", str(data))


def test_a_command_that_is_stopped_says_what_it_leaves(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(databases, "back_up", interrupted)
    result = call("db", "backup", str(tmp_path / "saved.gz"), "--data", str(data))
    assert result.exit_code == 130
    assert "was not written" in result.stderr
