"""Friends in different places play a whole game of each kind, and another one after it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.ending import check_end
from browser.gathering import join_by_code, open_table, sit_down, start_game
from browser.people import DESKTOP, PHONE, SMALL_PHONE, People, Screen
from browser.playing import Player, play_to_the_end


@dataclass(frozen=True)
class Friend:
    """What somebody plays with, and how they come to the table."""

    name: str
    screen: Screen
    join: Callable[[Page, str], object]
    keys: bool = False


def by_link(page: Page, link: str) -> None:
    page.goto(link)


HOSTS = {"Original": PHONE, "On Board": DESKTOP, "Longo": SMALL_PHONE}
FRIENDS = {
    "Original": [Friend("Petr", DESKTOP, by_link, keys=True)],
    "On Board": [Friend("Petr", SMALL_PHONE, by_link)],
    "Longo": [Friend("Petr", DESKTOP, join_by_code)],
}
KATKA = Friend("Katka", SMALL_PHONE, join_by_code)


def test_friends_play_a_short_game_and_another_one(people: People) -> None:
    """The host crosses nothing, so it ends soon."""
    play_twice(people, "Original", FRIENDS["Original"], passes=True)


@pytest.mark.soak
@pytest.mark.parametrize("game", HOSTS)
def test_friends_play_a_whole_game_and_another_one(people: People, game: str) -> None:
    play_twice(people, game, FRIENDS[game])


@pytest.mark.soak
@pytest.mark.parametrize("game", HOSTS)
def test_three_friends_play_a_whole_game_and_another_one(people: People, game: str) -> None:
    play_twice(people, game, [*FRIENDS[game], KATKA])


def play_twice(people: People, game: str, friends: list[Friend], passes: bool = False) -> None:
    """Everybody comes, and plays to the end; then another game begins."""
    host = people.arrive(HOSTS[game])
    link = open_table(host, game, "Ema", len(friends))
    players = [Player(host, Random(game), keys=not HOSTS[game].touch, passes=passes)]
    for friend in friends:
        page = people.arrive(friend.screen)
        friend.join(page, link)
        sit_down(page, friend.name)
        players.append(Player(page, Random(f"{game}, {friend.name}"), keys=friend.keys))
    start_game(host, len(players))

    play_to_the_end(players)
    pages = [player.page for player in players]
    names = ["Ema", *(friend.name for friend in friends)]
    record = check_end(pages, names)
    assert list(record.names) == names

    before = host.url
    host.get_by_role("button", name="Play again").click()
    expect(host).not_to_have_url(before)
    for page in pages[1:]:
        page.get_by_role("button", name="To the new table").click()
    first = names[(record.start.active + 1) % len(names)]
    for page in pages:
        page.wait_for_url(host.url)
        expect(page.get_by_role("region", name="What happened")).to_contain_text(f"{first} rolls")
