"""Names of people: what is shown and recorded of what they typed, and which look the same."""

import unicodedata
from collections.abc import Iterable

import regex

from rowlock.server.messages.refusals import Refusal, Refuse

LONGEST_NAME = 24
"""In letters as people see them, of which some are several characters."""

_LONGEST_LETTER = 10
"""In characters; two people of different skin who kiss are so many."""

_FORBIDDEN_IN_RECORDS = str.maketrans({";": ",", '"': "”"})
_JOINERS = "\u200c\u200d"
_BLANK = regex.compile(r"[\s\p{Z}\u2800]+")
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

_TWINS = str.maketrans(
    "01I|АВЕЅІЈКМНОРСТУХаеіјорсухѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορυχι",
    "OlllABESlJKMHOPCTYXaeijopcyxsdhqwABEZHlKMNOPTYXvopuxi",
)
"""Letters of other alphabets that look like Latin ones, and figures that look like letters."""


def clean_name(text: str) -> str:
    """The name as it is shown and recorded: composed, on one line, without invisible marks."""
    seen = text.translate(_FORBIDDEN_IN_RECORDS)
    # Taking something away can bring together what belongs together, or what must not be.
    while (cleaner := _cleaned(seen)) != seen:
        seen = cleaner
    if not seen:
        raise Refuse(Refusal.BAD_NAME, "a name needs at least one letter that can be seen")
    return seen


def name_among(text: str, others: Iterable[str]) -> str:
    """The clean name of somebody who comes to others. Who has the very same name is told apart by
    a number; a name that only looks the same is somebody's trick, or will be taken for one."""
    name = clean_name(text)
    for other in others:
        if other != name and _looks(other) == _looks(name):
            raise Refuse(Refusal.NAME_ALIKE, f"{name} looks like {other}, who is here already")
    return name


def _cleaned(text: str) -> str:
    plain = _BLANK.sub(" ", unicodedata.normalize("NFC", text))
    plain = _PILED_UP.sub(r"\1", _UNSEEN.sub("", plain))
    plain = _LEADING_MARKS.sub("", plain)
    letters = [letter for letter in _LETTERS.findall(plain) if len(letter) <= _LONGEST_LETTER]
    return "".join(letters[:LONGEST_NAME]).strip()


def _looks(name: str) -> str:
    """The same for all names that look the same."""
    plain = unicodedata.normalize("NFKC", name).translate(_TWINS)
    return regex.sub(f"[{_JOINERS}\ufe0f]", "", plain)
