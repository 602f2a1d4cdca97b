"""People pick how strong their bots are, and see when one of them thinks."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.gathering import open_table
from browser.people import DESKTOP, PHONE, People
from browser.states import find_state, visit
from rowlock.bots import LEVELS
from shares import first_of

NAMES = {
    "en-GB": ["Easy", "Medium", "Hard", "Master", "Grandmaster"],
    "cs-CZ": ["Nováček", "Pokročilý", "Zkušený", "Mistr", "Velmistr"],
}
TITLES = {"en-GB": "Strength of the bots", "cs-CZ": "Síla botů"}


def _levels(page: Page, language: str = "en-GB") -> Locator:
    return page.get_by_role("group", name=TITLES[language])


def _chosen(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("radio", checked=True)


@pytest.mark.parametrize(
    "state", first_of(["levels-home", "levels-new-table", "levels-lobby"], "levels-new-table")
)
@pytest.mark.parametrize("language", first_of(NAMES, "en-GB"))
def test_the_levels_are_offered_from_weak_to_strong(
    onlookers: People, state: str, language: str
) -> None:
    page = visit(onlookers, find_state(state), PHONE, language=language, again=True)
    levels = _levels(page, language)
    assert levels.locator("strong").all_inner_texts() == NAMES[language]
    lines = levels.locator(".caption").all_inner_texts()
    assert len({line for line in lines if line}) == len(LEVELS), "each says how it plays"
    values = [radio.get_attribute("value") for radio in levels.get_by_role("radio").all()]
    assert values in ([], list(LEVELS))


def test_a_newcomer_plays_against_medium_bots_and_the_choice_is_remembered(people: People) -> None:
    page = people.arrive(DESKTOP)
    page.get_by_role("button", name="Strength of the bots: Medium").click()
    expect(_chosen(page)).to_have_accessible_name(re.compile("^Medium"))
    _chosen(page).focus()
    page.keyboard.press("ArrowDown")
    expect(_chosen(page)).to_have_accessible_name(re.compile("^Hard"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Strength of the bots: Hard")).to_be_focused()

    page.reload()
    page.get_by_role("button", name="Strength of the bots: Hard").click()
    page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    bots = page.locator("aside article")
    expect(bots).to_have_count(2)
    expect(bots.nth(0)).to_contain_text("Hard")
    expect(bots.nth(1)).to_contain_text("Hard")


def test_a_level_that_is_there_no_more_gives_way(people: People) -> None:
    page = people.arrive(PHONE)
    page.evaluate("localStorage.setItem('rowlock.preferences', JSON.stringify({bot: 'gone'}))")
    page.reload()
    expect(page.get_by_role("button", name="Strength of the bots: Medium")).to_be_visible()


def test_bots_of_several_levels_come_to_a_table(people: People) -> None:
    page = people.arrive(PHONE)
    open_table(page, "Original", "Ema", 3)
    page.get_by_role("button", name="+ Bot").click()
    expect(page.get_by_role("button", name="+ Bot")).to_have_attribute("aria-expanded", "true")
    seats = page.get_by_role("region", name="Seats").get_by_role("listitem")
    for level in ("Easy", "Grandmaster"):
        _levels(page).get_by_role("button", name=re.compile(f"^{level}")).press("Enter")
        expect(seats.filter(has_text=level)).to_have_count(1)
    expect(seats).to_have_count(5)
    page.goto("/")
    expect(page.get_by_role("button", name="Strength of the bots: Grandmaster")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "thinking", "warming"),
    first_of(
        [("en-GB", "thinking…", "warming up…"), ("cs-CZ", "přemýšlí…", "rozehřívá se…")],
        ("en-GB", "thinking…", "warming up…"),
    ),
)
def test_a_bot_that_takes_long_is_seen_to_think_and_then_to_warm_up(
    onlookers: People, language: str, thinking: str, warming: str
) -> None:
    page = visit(onlookers, find_state("thinking"), DESKTOP, language=language)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    bots = page.locator("aside article")
    expect(bots).to_have_count(2)
    for words, later in ((None, 400), (thinking, 3000), (warming, 60_000), (warming, 0)):
        for place in range(2):
            expect(bots.nth(place)).to_contain_text(f"{words} · bot" if words else "bot")
        page.clock.run_for(later)


def test_tables_with_bots_that_are_offered_no_more_show_them(onlookers: People) -> None:
    page = visit(onlookers, find_state("white"), DESKTOP, again=True)
    expect(page.locator("aside article").first).to_contain_text("Cautious")
