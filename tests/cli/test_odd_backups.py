"""Backups that no server has written, as people meet them: what is told, and the exit code."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from cli.calling import answer, call, complaint
from rowlock.server.storage.copying import back_up
from server.damages import spoil
from server.forging import GAME, MADE, doubled, forge, rows_of
from server.older import CODES
from server.test_backup import quietly

SIGNS = "\x1b]0;owned\x07\x1b[31mEve\u202e[red]"


@pytest.fixture
def saved(games: Path, tmp_path: Path) -> Path:
    file = tmp_path / "saved.gz"
    asyncio.run(back_up(f"sqlite:///{games}", file, MADE, quietly))
    return file


def codes(data: str) -> list[str]:
    said = answer("admin", "list", "--json", "--data", data)
    return [json.loads(line)["code"] for line in said.splitlines()]


def test_a_number_that_fits_nowhere_is_told_and_passed_over(saved: Path, tmp_path: Path) -> None:
    rows, data = rows_of(saved), str(tmp_path / "data")
    rows["events"][-1]["seq"] = 1 << 80
    forged = str(forge(saved, rows))
    said = complaint("db", "restore", forged, "--data", data)
    first, last = said.splitlines()
    assert first.startswith(
        f"rowlock db restore: the table {CODES[-1]}: event {1 << 80}: seq is not"
    )
    assert "1 table cannot be right, so nothing was written; with --skip-bad" in last
    told = call("db", "restore", forged, "--data", data, "--skip-bad")
    assert told.exit_code == 2
    assert "3 tables with 122 events, all but those named of" in told.stdout
    assert told.stderr.splitlines() == [first, "rowlock db restore: 1 passed over"]
    assert codes(data) == list(CODES[:-1])


def test_names_from_a_backup_give_a_terminal_no_orders(saved: Path, tmp_path: Path) -> None:
    rows, data = rows_of(saved), str(tmp_path / "data")

    def rename(mine: dict[str, list[dict[str, object]]]) -> None:
        body = mine["events"][2]["body"]
        assert isinstance(body, dict)
        body["name"] = SIGNS

    (code,) = doubled(rows, [rename])
    answer("db", "restore", str(forge(saved, rows)), "--data", data)
    for command in (["list"], ["show", code], ["list", "--json"], ["show", code, "--json"]):
        said = answer("admin", *command, "--data", data)
        assert "Eve[red]" in said
        assert said.replace("\n", "").isprintable()


def test_many_are_counted(saved: Path, tmp_path: Path) -> None:
    rows = rows_of(saved)
    doubled(rows, [lambda mine: mine["events"].clear()] * 60)
    said = complaint("db", "restore", str(forge(saved, rows)), "--data", str(tmp_path / "data"))
    assert said.count("it has no events") == 50
    assert "and 10 more" in said
    assert "60 tables cannot be right" in said


def test_a_backup_names_what_it_cannot_hold_and_saves_the_rest(games: Path, tmp_path: Path) -> None:
    data, new = tmp_path / "data", tmp_path / "new"
    data.mkdir()
    shutil.copy(games, data / "rowlock.db")
    spoilt = spoil(data / "rowlock.db")
    file = str(tmp_path / "saved.gz")
    told = call("db", "backup", file, "--data", str(data))
    assert told.exit_code == 2
    assert f"{len(spoilt) + 4} tables" in told.stdout
    assert f"rowlock db backup: the table {next(iter(spoilt))}: event 3" not in told.stdout
    assert "cannot be right, and will not be restored" in told.stderr
    assert "the table XXXXBC: event 3: body is not an event" in told.stderr
    restored = call("db", "restore", file, "--data", str(new), "--skip-bad")
    assert restored.exit_code == 2
    assert all(f"the table {code}: " in restored.stderr for code in spoilt)
    assert codes(str(new)) == list(CODES)
    addresses = (f"sqlite:///{folder / 'rowlock.db'}" for folder in (data, tmp_path))
    copied = complaint("db", "copy", *addresses)
    assert "the table XXXXBC: event 3: body is not an event" in copied
    assert "so nothing was written; `rowlock admin delete` deletes them" in copied


def test_what_is_right_is_restored_as_it_was(saved: Path, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    assert "4 tables with 127 events, the same as in" in answer(
        "db", "restore", str(saved), "--data", data, "--skip-bad"
    )
    assert codes(data)[0] == GAME
