"""Names that hardly anybody has, and that must do no harm."""

# ruff: noqa: RUF001  # what looks like something else is what this is about

from random import Random

BECOME_OTHERS = "\u037e\u1fef\u2000\u212b\u0340\u0374\uff1b\ufe14\uff02\uff03\ufe5f\u02dd"
"""Characters that normalise to `;`, `"`, `#`, blanks and marks."""

BREAK_LINES = "\n\r\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
UNSEEN = "\x00\x7f\u00ad\u034f\u115f\u200b\u200d\u202e\u2066\u2800\u3164\ufe0f\ufeff\U000e0041"
MEAN_SOMETHING = ';"#[]|\\<>&%{}'

TWINS = {"A": "ΑАᎪＡ", "B": "ΒВ", "e": "еｅ", "n": "ｎ", "o": "οо0", "l": "I1|", "m": ("rn", "ｍ")}
"""What looks like a letter."""

TEXTS = [
    "Ann",
    "Ben",
    "Al",
    "Tom",
    " Ž ",
    "\u202eevil",
    "<img src=x>",
    "A" * 24,
    "👩‍👩‍👧",
    "a;b",
    "a\u037eb",
]


def any_name(rng: Random) -> str:
    """A text that might be taken for a name, or not."""
    return rng.choice((_plain, _mixed, _alike, _anything))(rng)


def _plain(rng: Random) -> str:
    return rng.choice(TEXTS)


def _mixed(rng: Random) -> str:
    """With something between its letters, or at an end."""
    odd = rng.choice((BECOME_OTHERS, BREAK_LINES, UNSEEN, MEAN_SOMETHING))
    letters = list(rng.choice(TEXTS))
    for _ in range(rng.randrange(1, 4)):
        letters.insert(rng.randrange(len(letters) + 1), rng.choice(odd))
    return "".join(letters)


def _alike(rng: Random) -> str:
    """With some letters that only look like others."""
    return "".join(
        rng.choice(TWINS[letter]) if letter in TWINS and rng.random() < 0.5 else letter
        for letter in rng.choice(TEXTS)
    )


def _anything(rng: Random) -> str:
    most = rng.choice((0x250, 0x3000, 0xD800, 0x20000))
    letters = (chr(rng.randrange(1, most)) for _ in range(rng.randrange(1, 30)))
    return "".join(letters).encode(errors="ignore").decode() or "?"
