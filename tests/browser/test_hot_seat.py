"""Several people share one device and do not see what the others chose before all have."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.gathering import share_device
from browser.people import DESKTOP, PHONE, People
from browser.playing import PASS, Player, wait_for_due

CHOICE = ", your choice"


def _asked(page: Page) -> str:
    """Who is asked for a choice, and is shown the own sheet."""
    heading = page.get_by_role("heading", name=CHOICE)
    heading.wait_for()
    name = heading.inner_text().removesuffix(CHOICE)
    expect(page.get_by_role("heading", name=f"{name}’s sheet")).to_be_attached()
    return name


def _seen_of_choices(page: Page) -> int:
    """How much of anybody's choice can be seen."""
    return page.locator("[aria-pressed=true], .crossed, .selected, .fresh").count()


def test_a_choice_stays_hidden_until_all_are_in(people: People) -> None:
    page = people.arrive(PHONE)
    share_device(page, "Longo", ["Ema", "Petr"])
    player = Player(page, Random(2))
    wait_for_due([player])
    first = _asked(page)
    assert _seen_of_choices(page) == 0
    player.select(next(move for move in player.see()["offered"] if move != PASS))
    assert _seen_of_choices(page) > 0
    player.confirm()

    second = _asked(page)
    assert {first, second} == {"Ema", "Petr"}
    assert _seen_of_choices(page) == 0
    log = page.get_by_role("region", name="What happened")
    expect(log).not_to_contain_text(f"{first}: ")

    player.choose()
    expect(log).to_contain_text(f"{first}: ")
    assert _seen_of_choices(page) > 0


@pytest.mark.soak
def test_each_person_at_a_device_is_shown_the_own_sheet(people: People) -> None:
    page = people.arrive(DESKTOP)
    share_device(page, "On Board", ["Ema", "Petr", "Katka"])
    player = Player(page, Random(3))
    asked = set()
    for _ in range(3):
        wait_for_due([player])
        asked.add(_asked(page))
        player.choose()
    assert asked == {"Ema", "Petr", "Katka"}
