"""A game stands still while nobody who plays is there."""

from playwright.sync_api import expect

from browser.people import DESKTOP, PHONE, People
from browser.states import find_state, visit


def test_a_watcher_is_told_that_nobody_who_plays_is_there(onlookers: People) -> None:
    white = find_state("white")
    watcher = onlookers.arrive(DESKTOP, white.path)
    paused = watcher.get_by_role("heading", name="The game is paused")
    expect(paused).to_be_visible()
    visit(onlookers, white, PHONE)
    expect(paused).to_be_hidden()
