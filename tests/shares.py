"""What `make test` has time for, and what only `make soak` tries."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(values: Iterable[Any], *quick: object) -> list[Any]:
    """Parameters of which `make test` tries the quick ones, and `make soak` the others. A tuple is
    several parameters."""
    known = list(values)
    assert all(value in known for value in quick), "what is quick is one of them"
    return [value if value in quick else _long(value) for value in known]


def duels_of(tables: Iterable[tuple[Any, int]]) -> list[Any]:
    """Of all games with all numbers of seats those for two are quick."""
    known = list(tables)
    return first_of(known, *(table for table in known if table[1] == 2))


def _long(value: object) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.soak)
