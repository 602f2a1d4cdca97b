"""Every page and state reads well, fits every screen, and keeps nobody out.

`make test` looks at each of them that has parts of its own, on a phone in English or on a desktop
in Czech at night, in turns, and at the largest at every width; `make soak` at all in both, and at
every width.
"""

import pytest
from playwright.sync_api import Page

from browser.access import serious_findings
from browser.looks import misfits, missing_words
from browser.people import DESKTOP, SMALL_PHONE, People
from browser.states import SHOWN_ELSEWHERE, STATE_NAMES, find_state, visit
from shares import first_of

ENGLISH, CZECH = (768, 360), (360, 1440)
"""The widths at which a language is looked at: the narrowest in both. The last is the one that the
next state begins with, so that no page is laid out once more for nobody."""

LARGEST = "crowded-on-board"

TELLING = [name for name in STATE_NAMES if name not in SHOWN_ELSEWHERE]


def in_english(people: People, name: str) -> Page:
    return visit(people, find_state(name), SMALL_PHONE, language="en-GB", again=True)


def in_czech(people: People, name: str) -> Page:
    return visit(people, find_state(name), DESKTOP, language="cs-CZ", theme="dark", again=True)


def test_what_is_shown_elsewhere_is_looked_at_there() -> None:
    assert set(SHOWN_ELSEWHERE) < set(STATE_NAMES)
    assert set(SHOWN_ELSEWHERE.values()) <= set(TELLING)


@pytest.mark.parametrize("name", first_of(STATE_NAMES, *TELLING[::2]))
def test_on_a_phone_in_english(onlookers: People, name: str) -> None:
    page = in_english(onlookers, name)
    assert page.locator("html").get_attribute("lang") == "en"
    assert missing_words(page) == []
    assert serious_findings(page) == []
    assert misfits(page, ENGLISH) == []


@pytest.mark.parametrize("name", first_of(STATE_NAMES, *TELLING[1::2]))
def test_on_a_desktop_in_czech_at_night(onlookers: People, name: str) -> None:
    page = in_czech(onlookers, name)
    assert page.locator("html").get_attribute("lang") == "cs"
    assert missing_words(page) == []
    assert serious_findings(page) == []
    assert misfits(page, CZECH) == []


@pytest.mark.parametrize("name", first_of(STATE_NAMES, LARGEST))
def test_at_every_width_in_both_languages(onlookers: People, name: str) -> None:
    assert misfits(in_english(onlookers, name)) == []
    assert misfits(in_czech(onlookers, name)) == []
