"""One person plays against bots, at once."""

from random import Random

from playwright.sync_api import Page, expect

from browser.ending import check_end
from browser.people import PHONE, People
from browser.playing import PASS, Player, play_to_the_end, wait_for_due

MOST_TAPS = 3


def test_one_tap_starts_a_game_and_two_more_make_a_cross(page: Page) -> None:
    player = Player(page, Random(1))
    player.tap(page.get_by_role("button", name="Play now"))
    wait_for_due([player])
    move = next(move for move in player.see()["offered"] if move != PASS)
    player.select(move)
    player.confirm()
    crossed = page.locator(f'.own [data-row="{move[0]}"] [data-space="{move[1:]}"].crossed')
    expect(crossed).to_be_visible()
    assert player.taps <= MOST_TAPS


def test_a_game_against_bots_comes_to_its_end(people: People) -> None:
    page = people.arrive(PHONE)
    player = Player(page, Random(8), passes=True)
    player.tap(page.get_by_role("button", name="Play now"))
    play_to_the_end([player])
    record = check_end([page], ["Player", "Medium 1", "Medium 2"])
    assert record.extra["Bots"] == "; medium; medium"
