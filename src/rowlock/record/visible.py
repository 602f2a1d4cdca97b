"""Text from files, programs and people, made safe for a terminal."""

import unicodedata

JOINERS = "\u200c\u200d"
"""They join letters of some scripts, and emoji, and change nothing else."""

_LINE_ENDS = ("Zl", "Zp")


def visible(text: str) -> str:
    """The text on one line, with everything that is no character to be seen written as an escape.

    Control characters would be obeyed by a terminal, marks of direction would turn the line, and
    half characters cannot be written at all.

    >>> print(visible("red: \\x1b[31m"))
    red: \\x1b[31m
    """
    return text if text.isprintable() else "".join(map(_seen, text))


def _seen(char: str) -> str:
    kind = unicodedata.category(char)
    unseen = kind.startswith("C") or kind in _LINE_ENDS
    if unseen and char not in JOINERS:
        return char.encode("unicode_escape").decode("ascii")
    return char
