"""One person plays against bots, at once."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from browser.ending import check_end
from browser.people import DESKTOP, PHONE, People
from browser.playing import PASS, Player, play_to_the_end, wait_for_due

MOST_TAPS = 3


def begin(page: Page, player: Player) -> None:
    """One tap starts a game, and two more make a cross."""
    player.tap(page.get_by_role("button", name="Play now"))
    wait_for_due([player])
    move = next(move for move in player.see()["offered"] if move != PASS)
    player.select(move)
    player.confirm()
    crossed = page.locator(f'.own [data-row="{move[0]}"] [data-space="{move[1:]}"].crossed')
    expect(crossed).to_be_visible()
    assert player.taps <= MOST_TAPS


@pytest.mark.soak
def test_it_takes_no_more_at_a_desk(people: People) -> None:
    page = people.arrive(DESKTOP)
    begin(page, Player(page, Random(1)))


def test_a_game_against_bots_begins_at_once_and_comes_to_its_end(people: People) -> None:
    page = people.arrive(PHONE)
    player = Player(page, Random(8), passes=True)
    begin(page, player)
    play_to_the_end([player])
    record = check_end([page], ["Player", "Medium 1", "Medium 2"])
    assert record.extra["Bots"] == "; medium; medium"
