import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.logged import meeting
from cli.holding import Arena
from rowlock.arena.mixed import prepare
from rowlock.arena.run import Terms, play_alone
from rowlock.server.storage.copying import bring_to_head
from server.older import make_older


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """`rowlock arena`, to be called with its arguments."""
    # Where games were never compiled before, this says so now and not in the test.
    play_alone(meeting("original", "random"), Terms(), (0, 1))
    prepare(meeting("original", "random"))
    monkeypatch.setenv("COLUMNS", "100")
    return Arena(monkeypatch, capsys)


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with four tables, to be copied: two games in progress, one over, and a lobby."""
    file = tmp_path_factory.mktemp("games") / "rowlock.db"
    asyncio.run(make_older(f"sqlite:///{file}"))
    asyncio.run(bring_to_head(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file)) as database:
        # One file has it all then, and can be copied by itself.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file
