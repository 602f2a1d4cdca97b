"""What `make quick` and `make test` have time for, and what only `make soak` tries."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def first_of(values: Iterable[Any], *quick: object) -> list[Any]:
    """Parameters of which `make test` tries the quick ones, and `make soak` the others. A tuple is
    several parameters."""
    return _split(values, quick, pytest.mark.soak)


def quickest_of(values: Iterable[Any], *quick: object) -> list[Any]:
    """Parameters of which `make quick` tries these only, and `make test` all."""
    return _split(values, quick, pytest.mark.thorough)


def at_most(examples: int) -> settings:
    """So many examples, or fewer where the run has time for fewer."""
    return settings(max_examples=min(examples, settings().max_examples))


def duels_of(tables: Iterable[tuple[Any, int]]) -> list[Any]:
    """Of all games with all numbers of seats those for two are quick."""
    known = list(tables)
    return first_of(known, *(table for table in known if table[1] == 2))


def few_of(tables: Iterable[tuple[Any, int]]) -> list[Any]:
    """Of all games with all numbers of seats these are quick: every game with two seats, and the
    original with any number."""
    known = list(tables)
    return first_of(known, *(one for one in known if one[1] == 2 or one[0].name == "original"))


def _split(
    values: Iterable[Any], quick: tuple[object, ...], mark: pytest.MarkDecorator
) -> list[Any]:
    known = list(values)
    assert all(value in known for value in quick), "what is quick is one of them"
    return [value if value in quick else _marked(value, mark) for value in known]


def _marked(value: object, mark: pytest.MarkDecorator) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=mark)
