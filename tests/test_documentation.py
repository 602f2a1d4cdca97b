"""Every module says what it is for, and the examples in its documentation are true."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import rowlock

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(rowlock.__path__, "rowlock.")
    if not found.name.endswith("__main__")
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_documentation_examples(module: ModuleType) -> None:
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_some_documentation_examples_are_run() -> None:
    """Of the rules alone: to look through all modules once more would take seconds."""
    rules = [module for module in MODULES if module.__name__.startswith("rowlock.rules")]
    assert sum(doctest.testmod(module).attempted for module in rules) >= 5
