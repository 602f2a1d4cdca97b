"""Which texts look the same: the skeletons of Unicode's UTS #39.

`confusables.txt` has as much of Unicode's table as is about Latin, Greek and Cyrillic letters, what
belongs to no script, and all that looks like any of these; `tools/confusables.py` writes it.
"""

import unicodedata
from collections.abc import Iterator
from importlib.resources import files

import regex

_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}+")


def look_alike(one: str, other: str) -> bool:
    """Whether two texts look the same: as they are, or as the plain characters that theirs are
    variants of. A long s is one of s and looks like f, so it passes for neither."""
    return skeleton(one) == skeleton(other) or skeleton(_plain(one)) == skeleton(_plain(other))


def skeleton(text: str) -> str:
    """The same for all texts that look the same. It is to be compared, never to be shown."""
    seen = _IGNORED.sub("", unicodedata.normalize("NFD", text)).translate(_PROTOTYPES)
    # UTS #39 ends here. What the table does not know may be a variant of what it knows.
    return unicodedata.normalize("NFD", _plain(seen).translate(_PROTOTYPES))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def read_prototypes(table: str) -> Iterator[tuple[str, str]]:
    """Each character of the table with its prototype, which is what it looks like."""
    for line in table.splitlines():
        if not line.startswith("#"):
            prototype, characters = map(_text, line.split(";"))
            yield from ((character, prototype) for character in characters)


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


_PROTOTYPES = str.maketrans(
    dict(read_prototypes((files("rowlock.server.tables") / "confusables.txt").read_text("utf-8")))
)
