"""Tables that cannot be read are named, and stand in the way of no other."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.calling import answer, call, complaint
from rowlock.server.storage import Store
from rowlock.server.storage.losses import FULL, Unavailable
from rowlock.server.storage.writer import Writer
from server.damages import DAMAGES, Damage, spoil
from server.older import CODES


@pytest.fixture
def spoilt(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Damage]:
    """Beside four tables that are sound there is one for each kind of damage."""
    shutil.copy(games, tmp_path / "rowlock.db")
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path))
    return spoil(tmp_path / "rowlock.db")


def listed(said: str) -> list[str]:
    return [json.loads(line)["code"] for line in said.splitlines()]


def test_tables_that_cannot_be_read_are_named_and_all_others_listed(
    spoilt: dict[str, Damage],
) -> None:
    result = call("admin", "list", "--json")
    assert result.exit_code == 2
    assert listed(result.stdout) == list(CODES)
    complaints = result.stderr.splitlines()
    assert len(complaints) == len(spoilt) == len(DAMAGES)
    for (code, damage), said in zip(spoilt.items(), complaints, strict=True):
        assert said.startswith(f"rowlock admin list: the table {code} cannot be read: ")
        assert damage.reason in said
    in_words = call("admin", "list", "--stage", "playing")
    assert in_words.exit_code == 2
    assert in_words.stderr == result.stderr
    assert [line[:6] for line in in_words.stdout.splitlines()[1:]] == list(CODES[:2])
    assert answer("admin", "list", "--stage", "over", "--json").count("\n") == 1


def test_it_is_told_what_is_wrong_with_one(spoilt: dict[str, Damage]) -> None:
    code, damage = next(iter(spoilt.items()))
    for command in ("show", "close"):
        said = complaint("admin", command, code)
        assert f"rowlock admin {command}: the table {code} cannot be read: {damage.reason}" in said


def test_a_row_that_the_driver_cannot_read_is_named(spoilt: dict[str, Damage]) -> None:
    file = Path(os.environ["ROWLOCK_DATA"]) / "rowlock.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            "UPDATE events SET body = CAST(X'FF' AS TEXT) WHERE code = ? AND seq = 2", [CODES[0]]
        )
    result = call("admin", "list", "--json")
    assert listed(result.stdout) == list(CODES[1:])
    assert f"the table {CODES[0]} cannot be read: " in result.stderr


def test_a_loss_of_all_is_blamed_on_no_table(
    spoilt: dict[str, Damage], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise Unavailable(FULL)

    monkeypatch.setattr(Writer, "append", fail)
    said = complaint("admin", "close", CODES[0])
    assert said.startswith("rowlock admin close: the games cannot be reached")
    monkeypatch.setattr(Store, "read", fail)
    said = complaint("admin", "list")
    assert said.startswith("rowlock admin list: the games cannot be reached")
    assert said.count("\n") == 1


def test_they_can_be_deleted(spoilt: dict[str, Damage]) -> None:
    one, *others = spoilt
    assert "1 deleted" in answer("admin", "delete", one, "--yes")
    assert f"{len(others) + 2} deleted" in answer("admin", "delete", "--stage", "playing", "--yes")
    assert listed(answer("admin", "list", "--json")) == list(CODES[2:])


def test_a_damaged_page_is_told_of(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "rowlock.db"
    content = bytearray(games.read_bytes())
    # The first page says what there is; behind it anything may be damaged.
    content[2 * 4096 :] = b"\xff" * (len(content) - 2 * 4096)
    file.write_bytes(content)
    for command in (["list"], ["show", CODES[0]], ["close", CODES[0]], ["delete", CODES[0]]):
        assert "a part of the database is damaged" in complaint(
            "admin", *command, "--data", str(tmp_path)
        )
