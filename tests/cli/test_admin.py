"""`rowlock admin` as people use it."""

import asyncio
import json
from pathlib import Path

import pytest

from cli.calling import answer, call, complaint
from rowlock.cli.ages import read_age, shown_age
from rowlock.server.storage.copying import bring_to_head
from server.older import CODES, SCHEMA, make_older

GAME, _, OVER, LOBBY = CODES


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's folder with four tables, all of them old."""
    address = f"sqlite:///{tmp_path / 'rowlock.db'}"
    asyncio.run(make_older(address))
    asyncio.run(bring_to_head(address))
    monkeypatch.setenv("ROWLOCK_DATA", str(tmp_path))


def listed(*options: str) -> list[str]:
    said = answer("admin", "list", "--json", *options)
    return [json.loads(line)["code"] for line in said.splitlines()]


@pytest.mark.usefixtures("there")
def test_tables_are_listed_by_stage_and_age() -> None:
    assert listed() == list(CODES)
    assert listed("--stage", "playing") == list(CODES[:2])
    assert listed("--stage", "over", "--stage", "lobby", "--older", "1d") == [OVER, LOBBY]
    assert listed("--older", "9999w") == []
    assert listed("--most", "1") == [GAME]
    said = answer("admin", "list").splitlines()
    assert said[0].split() == ["code", "game", "stage", "age", "unchanged", "seats"]
    assert said[1].startswith(f"{GAME}  original  playing")
    assert said[-1].rstrip().endswith("Ann, (open)")
    assert "no such tables" in answer("admin", "list", "--stage", "stopped")


@pytest.mark.usefixtures("there")
def test_a_table_is_shown_without_what_players_do_not_see() -> None:
    said = answer("admin", "show", "bcd-fgh") + answer("admin", "show", GAME, "--json")
    assert f"{GAME} · original · playing" in said
    assert "1. Ann\n  2. Ben\n" in said
    for secret in ("seed", "nonce", "holder", "chosen"):
        assert secret not in said


@pytest.mark.usefixtures("there")
def test_a_game_is_stopped_and_a_lobby_closed() -> None:
    assert f"{GAME} was playing, and is stopped now" in answer("admin", "close", GAME)
    assert f"{GAME} is stopped already" in answer("admin", "close", GAME)
    assert f"{LOBBY} was lobby, and is closed now" in answer("admin", "close", LOBBY)
    assert f"{OVER} is over already" in answer("admin", "close", OVER)


@pytest.mark.usefixtures("there")
def test_tables_are_deleted_after_asking() -> None:
    refused = call("admin", "delete", OVER, stdin="n\n")
    assert refused.exit_code == 1
    assert listed() == list(CODES)
    assert "1 deleted" in answer("admin", "delete", OVER, stdin="y\n")
    assert "2 deleted" in answer("admin", "delete", "--stage", "playing", "--yes")
    assert "no such tables" in answer("admin", "delete", "--older-than", "9999w", "--yes")
    assert listed() == [LOBBY]
    assert "1 deleted" in answer("admin", "delete", "--older-than", "1d", "--yes")


@pytest.mark.usefixtures("there")
def test_what_is_asked_for_wrongly_is_told() -> None:
    assert "there is no table BCDFGZ; nothing" in complaint("admin", "delete", GAME, "BCDFGZ")
    assert "there is no table BCDFGZ" in complaint("admin", "show", "BCDFGZ")
    assert "there is no table BCDFGZ" in complaint("admin", "close", "BCDFGZ")
    assert "six" not in complaint("admin", "show", "x")
    assert "--stage or --older-than" in complaint("admin", "delete")
    assert "--stage or --older-than" in complaint("admin", "delete", GAME, "--stage", "over")
    assert "'gone' is no stage; give one of lobby" in complaint("admin", "list", "--stage", "gone")
    assert "is no age" in complaint("admin", "list", "--older", "long")
    assert listed() == list(CODES)


def test_a_database_of_another_version_is_not_touched(tmp_path: Path) -> None:
    asyncio.run(make_older(f"sqlite:///{tmp_path / 'rowlock.db'}"))
    said = complaint("admin", "list", "--data", str(tmp_path))
    assert f"has schema {SCHEMA}" in said
    assert "rowlock db upgrade" in said


@pytest.mark.parametrize(
    ("age", "seconds", "shown"),
    [("90m", 5400, "90m"), ("2h", 7200, "2h"), ("3d", 259_200, "3d"), ("2w", 1_209_600, "14d")],
)
def test_ages(age: str, seconds: float, shown: str) -> None:
    assert read_age(age) == seconds
    assert shown_age(seconds) == shown
