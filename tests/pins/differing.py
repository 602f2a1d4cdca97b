"""Saying how a pin differs from what the code makes today, so that it is seen at once."""

from difflib import unified_diff
from itertools import islice

LINES, WIDTH, AROUND = 24, 160, 60


def difference(name: str, kept: str, today: str) -> str:
    """What differs, and what to do about it."""
    diff = unified_diff(kept.splitlines(), today.splitlines(), "pinned", "today", n=1, lineterm="")
    shown = [line if len(line) <= WIDTH else f"{line[:WIDTH]}…" for line in islice(diff, LINES)]
    return "\n".join(
        [
            f"{name} is not as it was pinned. Who depends on it would notice.",
            *shown,
            _first(kept, today),
            "If this is what you want, say why:",
            f'  PYTHONPATH=tests:tools .venv/bin/python tools/pin.py write {name} "the reason"',
        ]
    )


def _first(kept: str, today: str) -> str:
    """The first place where they differ; lines may be long."""
    at = next((n for n, (a, b) in enumerate(zip(kept, today, strict=False)) if a != b), None)
    if at is None:
        at = min(len(kept), len(today))
    part = slice(max(0, at - AROUND), at + AROUND)
    return f"First difference, at {at}:\n  {kept[part]!r}\n  {today[part]!r}"
