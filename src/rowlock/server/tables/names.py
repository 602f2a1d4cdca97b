"""Names of people: what is shown and recorded of what they typed, and which look the same."""

import unicodedata
from collections.abc import Iterable

import regex

from rowlock.server.messages.refusals import Refusal, Refuse
from rowlock.server.tables.skeletons import look_alike

LONGEST_NAME = 24
"""In letters as people see them, of which some are several characters."""

_LONGEST_LETTER = 10
"""In characters; two people of different skin who kiss are so many."""

_FORBIDDEN_IN_RECORDS = str.maketrans({";": ",", '"': "”"})
_BLANK = regex.compile(r"[\s\p{Z}\u2800\U0001d159]+")
"""Blanks, an empty pattern of Braille and an empty note among them."""

_UNSEEN = regex.compile(
    # A sign of how to draw it belongs to an emoji; joiners to emoji, and to scripts whose letters
    # change with them. Anywhere else nobody sees them, nor ever what follows.
    r"(?<!\p{Emoji})\ufe0f"
    r"|(?<![\p{Extended_Pictographic}\p{EMod}\ufe0f\p{Arabic}\p{InSC=Virama}])[\u200c\u200d]"
    r"|[\u200c\u200d](?![\p{Extended_Pictographic}\p{Arabic}\p{L}])"
    r"|(?![\ufe0f\u200c\u200d])[\p{C}\p{Default_Ignorable_Code_Point}]"
)
_PILED_UP = regex.compile(r"(\p{M}{3})\p{M}+")
_LEADING_MARKS = regex.compile(r"^[\p{M}\s\u200c\u200d]+")
_LETTERS = regex.compile(r"\X")


def clean_name(text: str) -> str:
    """The name as it is shown and recorded: composed, on one line, without invisible marks."""
    if name := _cleaned(text):
        return name
    raise Refuse(Refusal.BAD_NAME, "a name needs at least one letter that can be seen")


def name_among(text: str, others: Iterable[str]) -> str:
    """The clean name of somebody who comes to others. Who has the very same name is told apart by
    a number; a name that only looks the same is somebody's trick, or will be taken for one."""
    name = clean_name(text)
    for other in others:
        if other != name and look_alike(other, name):
            why = "{} looks like {}, who is here already"
            raise Refuse(Refusal.NAME_ALIKE, why, name, other)
    return name


def kept_name(text: str, seat: int) -> str:
    """The clean name of a seat, whatever was kept as its name before names were cleaned as now."""
    return _cleaned(text) or f"Player {seat}"


def _cleaned(text: str) -> str:
    """The clean name; empty if nothing of it can be seen."""
    # Taking something away can bring together what belongs together, or what must not be.
    while (cleaner := _cleaner(text)) != text:
        text = cleaner
    return text


def _cleaner(text: str) -> str:
    # Composed first: only then every character is the one that others will see and read.
    plain = unicodedata.normalize("NFC", text).translate(_FORBIDDEN_IN_RECORDS)
    plain = _UNSEEN.sub("", _BLANK.sub(" ", plain))
    plain = _LEADING_MARKS.sub("", _PILED_UP.sub(r"\1", plain))
    letters = [letter for letter in _LETTERS.findall(plain) if len(letter) <= _LONGEST_LETTER]
    return "".join(letters[:LONGEST_NAME]).strip()
