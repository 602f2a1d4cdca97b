"""Who is who: keys of browsers, codes of tables, names of people."""

import hashlib
import re
import secrets
import unicodedata

from rowlock.server.messages.refusals import Refusal, Refuse

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word."""

CODE_LENGTH = 6
LONGEST_NAME = 24
_JOINER = "\u200d"
_FORBIDDEN_IN_RECORDS = str.maketrans({";": ",", '"': "”"})


def new_key() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_code() -> str:
    """A code for a new table."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The code somebody typed: case, spaces and dashes do not matter."""
    code = re.sub(r"[\s-]", "", text[:40]).upper()
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_LETTERS):
        raise Refuse(Refusal.NO_TABLE, f"a table's code is {CODE_LENGTH} letters, such as BCD FGH")
    return code


def clean_name(text: str) -> str:
    """The name as it is shown and recorded: composed, on one line, without invisible marks."""
    composed = unicodedata.normalize("NFC", text).translate(_FORBIDDEN_IN_RECORDS)
    kept = "".join(
        " " if letter.isspace() else letter
        for letter in composed
        if letter == _JOINER or letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    if not name.replace(_JOINER, ""):
        raise Refuse(Refusal.BAD_NAME, "a name needs at least one letter that can be seen")
    return name
