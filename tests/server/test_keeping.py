"""What the privacy page says is what the server does."""

from pathlib import Path

import pytest
from litestar.testing import TestClient

import rowlock.text
from rowlock.server.messages.answers import Keeping
from rowlock.server.storage.schema import EVENTS, HOLDINGS, TABLES
from rowlock.server.web.app import make_app
from rowlock.server.web.keeping import lifetimes_of
from rowlock.server.web.keys import MAX_AGE
from rowlock.server.web.settings import Settings

TEXTS = sorted(Path(next(iter(rowlock.text.__path__))).glob("*/privacy.ftl"))


def test_the_page_is_told_how_long_games_are_kept_and_by_whom(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, lobby_days=3, game_days=0.5, contact="Ema, +420 123")
    with TestClient(make_app(settings)) as client:
        answer = client.get("/api/keeping").json()
    assert Keeping(**answer) == Keeping(3, 0.5, 0, "Ema, +420 123")
    assert lifetimes_of(settings).by_stage() == {"lobby": 3, "closed": 3, "playing": 0.5}


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.parent.name)
def test_it_says_how_long_the_cookie_lasts(file: Path) -> None:
    cookie = next(line for line in file.read_text("utf-8").splitlines() if "-cookie =" in line)
    assert f" {MAX_AGE // (24 * 3600)} " in cookie


def test_no_table_of_the_database_has_a_place_for_more_about_people() -> None:
    """A new column is to be told of on the privacy page, too."""
    assert {str(table.name): [*table.columns.keys()] for table in (EVENTS, TABLES, HOLDINGS)} == {
        "events": ["code", "seq", "at", "body"],
        # Of an address 16 bits of a hash: docs/data.md says why.
        "tables": ["code", "stage", "listed", "changed", "origin", "turn"],
        "holdings": ["holder", "code"],
    }
