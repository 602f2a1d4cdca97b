"""The rules need nothing but the standard library."""

import ast
import sys
from pathlib import Path

import pytest

import rowlock.rules

FILES = sorted(Path(rowlock.rules.__file__).parent.glob("**/*.py"))
KNOWN = {*sys.stdlib_module_names, "rowlock"}


def imported(source: str) -> set[str]:
    """The packages that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0] if node.level == 0 else "rowlock")
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_the_standard_library_and_the_rules_themselves(file: Path) -> None:
    assert imported(file.read_text(encoding="utf-8")) <= KNOWN


def test_what_is_imported_is_found_wherever_it_is() -> None:
    source = "import a.b, os\nfrom c.d import e\nfrom . import f\ndef g():\n    import numpy as h"
    assert imported(source) - KNOWN == {"a", "c", "numpy"}
