"""Every text is there in every language with the same variables, and the page asks for no other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rowlock.bots import BOTS, LEVELS
from rowlock.rules import Code
from rowlock.server.messages.refusals import Refusal

ROOT = Path(__file__).parents[2]
TEXT = ROOT / "src" / "rowlock" / "text"
CLIENT = ROOT / "client" / "src"
BEFORE_PAINT = ROOT / "client" / "public" / "before-paint.js"

LANGUAGES = sorted(path.name for path in TEXT.iterdir() if path.is_dir())
CATALOGUES = sorted(path.name for path in (TEXT / "en").glob("*.ftl"))

MESSAGE = re.compile(r"^(?P<id>[a-z][a-z0-9-]*) *=(?P<rest>.*)$")
VARIABLE = re.compile(r"\$([a-z_]+)")
REFERENCE = re.compile(r"\{ *([a-z][a-z0-9-]*) *\}")


class Message(NamedTuple):
    name: str
    text: str


def messages(path: Path) -> Iterator[Message]:
    """The messages of a catalogue; fails on a line that is no comment and part of no message."""
    name, lines = "", list[str]()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if match := MESSAGE.match(line):
            if name:
                yield Message(name, "\n".join(lines))
            name, lines = match["id"], [match["rest"]]
        elif line.startswith((" ", "}")) and name:
            lines.append(line)
        else:
            assert not line or line.startswith("#"), f"{path}:{number} is not understood: {line}"
    yield Message(name, "\n".join(lines))


def catalogue(language: str) -> dict[str, Message]:
    found = [message for name in CATALOGUES for message in messages(TEXT / language / name)]
    return {message.name: message for message in found}


def variables(message: Message, known: dict[str, Message]) -> set[str]:
    """What a text is told, also by way of the texts it refers to."""
    referred = [known[name] for name in REFERENCE.findall(message.text)]
    return set(VARIABLE.findall(message.text)).union(*(variables(m, known) for m in referred))


def sources() -> Iterator[str]:
    for path in CLIENT.rglob("*"):
        if path.suffix in {".ts", ".svelte"} and "generated" not in path.parts:
            yield path.read_text("utf-8")


def as_pattern(template: str) -> re.Pattern[str]:
    """A template such as `theme-${name}` as the ids it can give."""
    parts = re.split(r"\$\{[^}]*\}", template)
    return re.compile(".+".join(map(re.escape, parts)))


CODE = "\n".join(sources())
ASKED = set(re.findall(r'\b(?:t|hasText)\(\s*"([^"]+)"', CODE))
ASKED_BY_TEMPLATE = {
    template for template in re.findall(r"\b(?:t|hasText)\(\s*`([^`]+)`", CODE) if "${" in template
}


def test_the_languages_are_there() -> None:
    assert {"en", "cs"} <= set(LANGUAGES)
    names = ["api", "loading", "page", "privacy", "rules", "table"]
    assert [f"{name}.ftl" for name in names] == CATALOGUES


def test_the_page_is_painted_first_in_any_language_there_is() -> None:
    (languages,) = re.findall(r"languages = \[(.*)\];", BEFORE_PAINT.read_text("utf-8"))
    assert sorted(re.findall(r'"(\w+)"', languages)) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_is_given_twice(language: str) -> None:
    names = [message.name for file in CATALOGUES for message in messages(TEXT / language / file)]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", CATALOGUES)
def test_each_language_has_the_same_texts_with_the_same_variables(language: str, file: str) -> None:
    def described(language: str) -> dict[str, set[str]]:
        known = catalogue(language)
        return {m.name: variables(m, known) for m in messages(TEXT / language / file)}

    assert described(language) == described("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_well_formed(language: str) -> None:
    for message in catalogue(language).values():
        text = message.text
        assert text.strip(), f"{message.name} is empty"
        assert text.count("{") == text.count("}"), f"{message.name}: a bracket is missing"
        assert text.count("->") == text.count("*["), f"{message.name}: a choice has one default"
        for name in REFERENCE.findall(text):
            assert name in catalogue(language), f"{message.name} refers to {name}"


def test_the_page_asks_for_texts_that_exist() -> None:
    known = catalogue("en")
    assert ASKED
    assert ASKED - set(known) == set()
    for template in ASKED_BY_TEMPLATE:
        assert any(as_pattern(template).fullmatch(name) for name in known), template


def test_no_text_is_left_over() -> None:
    """What nothing asks for is not kept; ids may stand in the code outside of `t(…)`, too."""
    known = catalogue("en")
    patterns = [as_pattern(template) for template in ASKED_BY_TEMPLATE]
    named = set(re.findall(r'"([a-z][a-z0-9-]*)"', CODE))
    named |= {name for message in known.values() for name in REFERENCE.findall(message.text)}
    left = {
        name
        for name in known
        if name not in named and not any(pattern.fullmatch(name) for pattern in patterns)
    }
    assert left == set()


@pytest.mark.parametrize("code", [*Code, *Refusal])
def test_every_refusal_has_words(code: str) -> None:
    assert f"refusal-{code}" in catalogue("en")


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_has_a_name(bot: str) -> None:
    assert f"bot-{bot}" in catalogue("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_line_of_its_own(language: str) -> None:
    known = catalogue(language)
    for texts in ([f"bot-{level}" for level in LEVELS], [f"bot-{level}-line" for level in LEVELS]):
        assert len({known[name].text.strip() for name in texts}) == len(LEVELS)
