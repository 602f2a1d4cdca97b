"""Language and colours are chosen in the settings, and stay."""

import pytest
from playwright.sync_api import Page, expect

from browser.people import DESKTOP, PHONE, People
from browser.states import find_state, visit
from shares import first_of

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
BARS = """() => {
  const metas = [...document.querySelectorAll("meta[name=theme-color]")];
  const bars = document.createElement("i");
  bars.style.color = metas.find((meta) => matchMedia(meta.media).matches).content;
  return bars.style.color;
}"""
"""The colour that the page gives to the bars of the browser, which is to be that of its ground."""


def _choose(page: Page, *choices: str) -> None:
    for choice in choices:
        page.get_by_role("dialog").get_by_text(choice, exact=True).click()


def test_language_and_colours_stay(people: People) -> None:
    page = people.arrive(PHONE)
    light = page.evaluate(GROUND)
    page.get_by_role("button", name="Settings").click()
    _choose(page, "Čeština", "Tmavé")
    expect(page.get_by_role("dialog", name="Nastavení")).to_be_visible()
    assert page.evaluate(BARS) == page.evaluate(GROUND)

    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hoď, křížkuj, zamkni.")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    assert page.evaluate(BARS) == page.evaluate(GROUND) != light

    page.get_by_role("button", name="Nastavení").click()
    _choose(page, "English", "Light")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Roll, cross, lock.")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.evaluate(BARS) == page.evaluate(GROUND) == light


def test_language_changes_at_the_table_without_loading_anew(onlookers: People) -> None:
    page = visit(onlookers, find_state("white"), DESKTOP)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    _choose(page, "Čeština")
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Tvoje možnosti")).to_be_visible()
    expect(page.get_by_role("region", name="Průběh hry")).to_contain_text("hází")


@pytest.mark.parametrize(
    ("language", "lang"),
    first_of([("cs-CZ", "cs"), ("en-US", "en"), ("fr-FR", "en")], ("cs-CZ", "cs"), ("fr-FR", "en")),
)
def test_the_first_page_speaks_the_language_of_the_browser(
    onlookers: People, language: str, lang: str
) -> None:
    page = onlookers.arrive(PHONE, language=language)
    page.locator("h1").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", lang)
