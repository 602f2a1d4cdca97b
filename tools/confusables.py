"""Writes which characters look like others, from the confusables.txt of Unicode's UTS #39.

python tools/confusables.py FILE    writes src/rowlock/server/tables/confusables.txt

The file of each version of Unicode is among its data for security; the sources of ICU have it too.
"""

import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import regex

TABLE = Path(__file__).parents[1] / "src" / "rowlock" / "server" / "tables" / "confusables.txt"

HEAD = """\
# What characters look like: the prototype; those that look like it. Code points are in hex.
# Written by tools/confusables.py from confusables.txt of UTS #39 (Unicode Security Mechanisms),
# as far as it is about Latin, Greek and Cyrillic letters and what belongs to no script.
# Version: {version}
# © Unicode, Inc., https://www.unicode.org/license.txt
"""

_VERSION = re.compile(r"^# Version: (\S+)$", re.MULTILINE)
_LINE = re.compile(r"(?P<character>[0-9A-F]+) ;\t(?P<prototype>[0-9A-F]+(?: [0-9A-F]+)*) ;\tMA")
_WANTED = regex.compile(r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Common}\p{Inherited}]+")


class NotConfusables(ValueError):
    """The file is not the one it should be."""


def version_of(text: str) -> str:
    """The version of Unicode the file says it is of."""
    if found := _VERSION.search(text):
        return found[1]
    raise NotConfusables("no line '# Version: …': this is not Unicode's confusables.txt")


def read_confusables(text: str) -> dict[str, str]:
    """All prototypes of Unicode's file by their characters."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        said = line.removeprefix("\ufeff").partition("#")[0].strip()
        if match := _LINE.fullmatch(said):
            prototype = (chr(int(code, 16)) for code in match["prototype"].split())
            found[chr(int(match["character"], 16))] = "".join(prototype)
        elif said:
            raise NotConfusables(f"line {number}: 'CODE ; CODES ; MA' is expected, not {said!r}")
    return found


def wanted(prototypes: Mapping[str, str]) -> dict[str, str]:
    """Those that are kept: all about the wanted scripts, but nothing by which two letters of
    another script would look the same, for its readers tell them apart. What can be decomposed is
    so before the table is used."""
    looks = Counter((_script(character), prototype) for character, prototype in prototypes.items())
    return {
        character: prototype
        for character, prototype in prototypes.items()
        if unicodedata.normalize("NFD", character) == character
        and (
            _WANTED.fullmatch(character)
            or (_WANTED.fullmatch(prototype) and looks[_script(character), prototype] == 1)
        )
    }


def _script(character: str) -> str:
    """What its name begins with, which is a script if it is a letter."""
    return unicodedata.name(character, "").partition(" ")[0]


def written(prototypes: Mapping[str, str], version: str) -> str:
    """The table as a text."""
    alike: dict[str, list[str]] = defaultdict(list)
    for character, prototype in sorted(prototypes.items()):
        alike[prototype].append(character)
    lines = (f"{_codes(prototype)};{_codes(alike[prototype])}\n" for prototype in sorted(alike))
    return HEAD.format(version=version) + "".join(lines)


def _codes(characters: Iterable[str]) -> str:
    return " ".join(f"{ord(character):04X}" for character in characters)


def main(arguments: list[str]) -> None:
    """Write the table."""
    if len(arguments) != 1:
        sys.exit(__doc__)
    try:
        text = Path(arguments[0]).read_text("utf-8")
        table = written(wanted(read_confusables(text)), version_of(text))
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments[0]}: {error}")
    TABLE.write_text(table, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
