"""What `make test` has time for, and what only `make soak` tries."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(values: Iterable[Any], *quick: object) -> list[Any]:
    """Parameters of which `make test` tries the quick ones, and `make soak` the others."""
    known = list(values)
    assert all(value in known for value in quick), "what is quick is one of them"
    return [
        value if value in quick else pytest.param(value, marks=pytest.mark.soak) for value in known
    ]
