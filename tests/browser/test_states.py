"""Every page and state reads well, fits every screen, and keeps nobody out."""

import pytest

from browser.access import CONTRAST_ONLY, serious_findings
from browser.looks import misfits, missing_words
from browser.people import DESKTOP, PHONE, People
from browser.states import STATE_NAMES, find_state, visit


@pytest.mark.parametrize("name", STATE_NAMES)
def test_on_a_phone_in_english(onlookers: People, name: str) -> None:
    page = visit(onlookers, find_state(name), PHONE, language="en-GB", again=True)
    assert page.locator("html").get_attribute("lang") == "en"
    assert missing_words(page) == []
    assert serious_findings(page) == []
    assert misfits(page) == []


@pytest.mark.parametrize("name", STATE_NAMES)
def test_on_a_desktop_in_czech_at_night(onlookers: People, name: str) -> None:
    page = visit(onlookers, find_state(name), DESKTOP, language="cs-CZ", theme="dark", again=True)
    assert page.locator("html").get_attribute("lang") == "cs"
    assert missing_words(page) == []
    assert serious_findings(page, CONTRAST_ONLY) == []
    assert misfits(page) == []
