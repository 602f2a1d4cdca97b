"""Who is who: keys of browsers, codes of tables."""

import hashlib
import re
import secrets

from rowlock.server.messages.refusals import Refusal, Refuse

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no code is a word."""

CODE_LENGTH = 6
_KEY_BYTES = 32
_KEY = re.compile("[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(_KEY_BYTES)


def is_key(text: str) -> bool:
    """Whether this has the form and the length of the keys that are given here."""
    return _KEY.fullmatch(text) is not None


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
