import pytest

from arena.logged import meeting
from cli.holding import Arena
from rowlock.arena.mixed import prepare
from rowlock.arena.run import Terms, play_alone


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """`rowlock arena`, to be called with its arguments."""
    # Where games were never compiled before, this says so now and not in the test.
    play_alone(meeting("original", "random"), Terms(), (0, 1))
    prepare(meeting("original", "random"))
    monkeypatch.setenv("COLUMNS", "100")
    return Arena(monkeypatch, capsys)
