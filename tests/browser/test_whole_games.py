"""Friends in different places play a whole game of each kind, and another one after it."""

from random import Random

import pytest
from playwright.sync_api import expect

from browser.ending import check_end
from browser.gathering import join_by_code, open_table, sit_down, start_game
from browser.people import DESKTOP, PHONE, SMALL_PHONE, People
from browser.playing import Player, play_to_the_end

# Who opens the table, who comes by its link, who types its code: each size in each place once.
COMPANIES = {
    "Original": (PHONE, DESKTOP, SMALL_PHONE),
    "On Board": (DESKTOP, SMALL_PHONE, DESKTOP),
    "Longo": (SMALL_PHONE, DESKTOP, PHONE),
}
NAMES = ("Ema", "Petr", "Katka")


@pytest.mark.parametrize("game", COMPANIES)
def test_friends_play_a_whole_game_and_another_one(people: People, game: str) -> None:
    screens = COMPANIES[game]
    host = people.arrive(screens[0])
    link = open_table(host, game, NAMES[0], friends=2)
    second = people.arrive(screens[1], link)
    sit_down(second, NAMES[1])
    third = people.arrive(screens[2])
    join_by_code(third, link)
    sit_down(third, NAMES[2])
    start_game(host, players=3)

    pages = [host, second, third]
    players = [
        Player(page, Random(f"{game} {place}"), keys=place == 1 and not screen.touch)
        for place, (page, screen) in enumerate(zip(pages, screens, strict=True))
    ]
    play_to_the_end(players)
    record = check_end(pages, NAMES)
    assert record.names == NAMES

    first = NAMES[(record.start.active + 1) % len(NAMES)]
    host.get_by_role("button", name="Play again").click()
    for page in pages[1:]:
        page.get_by_role("button", name="To the new table").click()
    for page in pages:
        page.wait_for_url(host.url)
        expect(page.get_by_role("region", name="What happened")).to_contain_text(f"{first} rolls")
    assert not link.endswith(host.url[-6:])
