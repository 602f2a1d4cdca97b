"""The list of all changes of pins: each with the digest of the file, and a reason."""

import hashlib
from collections.abc import Iterator

from pins import files

NAME = "CHANGES.md"
HEAD = """\
# Pins, and why they changed

Written by `tools/pin.py`. The last line of a pin has the first digits of the SHA-256 of its file.

| Pin | Digest | Reason |
| --- | --- | --- |
"""
DIGITS = 12
FIRST = "as it was when it was pinned"


class BadReason(ValueError):
    """No reason, or one that has no place in the list."""


def digest(text: str) -> str:
    """What tells one version of a pin from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def newest() -> dict[str, str]:
    """The digest of each pin after its last change."""
    return {name: found for name, found, _ in _changes()}


def reasons() -> list[str]:
    """Why pins were changed, in the order that it happened in."""
    return [reason for _, _, reason in _changes()]


def note(name: str, text: str, reason: str) -> None:
    """One change more."""
    line = check(reason)
    file = files.PINNED / NAME
    before = file.read_bytes().decode() if file.exists() else HEAD
    file.write_bytes(f"{before}| {name} | {digest(text)} | {line} |\n".encode())


def check(reason: str) -> str:
    """The reason, if it says something and fits into a line of the list."""
    line = reason.strip()
    if not line or "|" in line or len(line.splitlines()) > 1:
        raise BadReason("a reason is a line of text without |")
    return line


def _changes() -> Iterator[tuple[str, str, str]]:
    file = files.PINNED / NAME
    text = file.read_bytes().decode() if file.exists() else HEAD
    for line in text.removeprefix(HEAD).splitlines():
        _, name, found, reason, _ = (part.strip() for part in line.split("|"))
        yield name, found, reason
