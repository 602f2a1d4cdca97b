"""Libraries that may be missing."""

import json
from pathlib import Path

import pytest

from rowlock.arena.extras import MissingExtra, extra_module


def test_a_module_that_is_there() -> None:
    assert extra_module("json", "arena", "tests") is json


@pytest.mark.parametrize("module", ["no_such_library", "no_such_library.inner"])
def test_a_missing_library_is_named_with_its_extra(module: str) -> None:
    with pytest.raises(MissingExtra) as caught:
        extra_module(module, "arena", "pictures")
    assert str(caught.value) == "pictures need no_such_library: pip install 'rowlock[arena]'"


def test_a_library_that_lacks_another_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_library.py").write_text("import no_such_library\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        extra_module("broken_library", "arena", "pictures")
