from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.programs import Lifeline, threads_of_programs


@pytest.fixture
def no_thread_left() -> Iterator[None]:
    """After the test no thread serves a program any more."""
    yield
    assert not threads_of_programs()


@pytest.fixture
def lifeline(tmp_path: Path) -> Iterator[Lifeline]:
    line = Lifeline(tmp_path / "lifeline")
    yield line
    line.close()
