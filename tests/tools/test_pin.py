"""`tools/pin.py` tells which pins differ, and writes one only with a reason."""

from collections.abc import Callable
from pathlib import Path

import pin
import pytest

from pins import changes, files

Say = Callable[..., int]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """What the code makes today: two pins, and one that is only read."""
    today = {"a.txt": "one\n", "b/c.txt": "two\n", "old.sql": "three\n"}
    makers = {name: lambda name=name: today[name] for name in today}
    monkeypatch.setattr(files, "PINNED", tmp_path / "pinned")
    monkeypatch.setattr(pin, "ALL", makers)
    monkeypatch.setattr(pin, "KEPT", {"old.sql": makers["old.sql"]})
    assert pin.main(["write", "*", "a beginning"]) == 0
    return today


def test_pins_that_are_as_they_were(made: dict[str, str]) -> None:
    assert files.kept_pins() == set(made)
    assert {name: files.read_pin(name) for name in made} == made
    assert pin.main([]) == 0


def test_a_pin_that_differs_is_told_and_written_with_its_reason(
    made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    made["b/c.txt"] = "more\n"
    assert pin.main([]) == 1
    assert "-two\n+more\n" in capsys.readouterr().out
    assert pin.main(["write", "b/*", "more is better"]) == 0
    assert capsys.readouterr().out == "wrote b/c.txt\n"
    assert files.read_pin("b/c.txt") == "more\n"
    assert changes.reasons() == [*["a beginning"] * 3, "more is better"]
    assert changes.newest()["b/c.txt"] == changes.digest("more\n")
    assert pin.main([]) == 0


def test_what_is_only_read_is_written_only_by_its_name(made: dict[str, str]) -> None:
    made["old.sql"] = "four\n"
    assert pin.main([]) == 0
    assert pin.main(["write", "*", "all of them"]) == 0
    assert files.read_pin("old.sql") == "three\n"
    assert pin.main(["write", "old.sql", "a new one"]) == 0
    assert files.read_pin("old.sql") == "four\n"


def test_a_pin_changed_by_hand_is_told(
    made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    made["a.txt"] = "by hand\n"
    files.write_pin("a.txt", "by hand\n")
    files.write_pin("stray.txt", "whose?\n")
    assert pin.main([]) == 1
    told = capsys.readouterr().out
    assert "a.txt was changed without a reason" in told
    assert "stray.txt is no pin" in told


@pytest.mark.parametrize(
    "words",
    [["write", "a.txt", " "], ["write", "a.txt", "a|b"], ["write", "nothing", "why"], ["dance"]],
)
def test_what_cannot_be_done_changes_nothing(made: dict[str, str], words: list[str]) -> None:
    made["a.txt"] = "other\n"
    assert pin.main(words) == 2
    assert files.read_pin("a.txt") == "one\n"
    assert changes.reasons() == ["a beginning"] * 3
