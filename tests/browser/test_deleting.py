"""Those whose game it is delete it, and the page says what is kept and for how long."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.gathering import open_table, sit_down, start_game
from browser.people import DESKTOP, PHONE, People

GONE = "This table is gone"


def menu(page: Page, item: str) -> None:
    """Choose something in the menu of the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=item).click()


def stopped_game(people: People) -> tuple[Page, Page]:
    """Two people, whose game was stopped."""
    host, guest = people.arrive(DESKTOP), people.arrive(PHONE)
    guest.goto(open_table(host, "Original", "Ema", friends=1))
    sit_down(guest, "Petr")
    start_game(host, players=2)
    stop(host)
    return host, guest


def stop(host: Page) -> None:
    menu(host, "Stop the game")
    host.get_by_role("button", name="Stop it").click()


def delete_together(host: Page, guest: Page) -> None:
    """Both want the game that was stopped to be deleted, one after a change of mind."""
    menu(host, "Delete this game")
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("Not yet: Petr.")
    with host.expect_download() as record:
        dialog.get_by_role("link", name="Download the record first").click()
    assert record.value.suggested_filename.endswith(".rlk")
    dialog.get_by_role("button", name="I want it deleted").click()
    for page in (host, guest):
        expect(page.get_by_text("Agreed so far: Ema.")).to_be_visible()
    host.get_by_role("button", name="Keep it after all").click()
    expect(guest.get_by_text("Agreed so far: Ema.")).to_be_hidden()
    for page in (host, guest):
        menu(page, "Delete this game")
        page.get_by_role("dialog").get_by_role("button").last.click()
    for page in (host, guest):
        expect(page.get_by_role("heading", name=GONE)).to_be_visible()
    host.reload()
    expect(host.get_by_role("heading", name="There is no such table")).to_be_visible()


@pytest.mark.soak
def test_all_who_played_delete_a_game(people: People) -> None:
    host, guest = stopped_game(people)
    delete_together(host, guest)
    host.goto("/")
    host.get_by_role("button", name="Play now").wait_for()
    expect(host.get_by_role("heading", name="Finished games")).to_be_hidden()


@pytest.mark.soak
def test_a_host_deletes_a_table_before_the_game(people: People) -> None:
    host, guest = people.arrive(PHONE), people.arrive(PHONE)
    guest.goto(open_table(host, "Original", "Ema", friends=1))
    sit_down(guest, "Petr")
    host.get_by_role("button", name="Close this table").click()
    host.get_by_role("button", name="Delete it for good").click()
    for page in (host, guest):
        expect(page.get_by_role("heading", name=GONE)).to_be_visible()


def test_friends_go_on_though_a_table_to_go_on_at_was_deleted(people: People) -> None:
    """And then delete the game they went on with, but not the one before."""
    # That there is no such table is what is found out.
    people.allow("^console: .* 404")
    host, guest = stopped_game(people)
    over = guest.url
    host.get_by_role("button", name="Play again").click()
    host.get_by_role("button", name="Close this table").click()
    deleted = host.url
    host.get_by_role("button", name="Delete it for good").click()
    expect(host.get_by_role("heading", name=GONE)).to_be_visible()
    guest.get_by_role("button", name="To the new table").click()
    expect(guest).not_to_have_url(over)
    assert guest.url != deleted
    host.goto(guest.url)
    for page in (host, guest):
        expect(page.get_by_role("region", name="What happened")).to_contain_text("rolls")
    ended = guest.url
    stop(guest)
    delete_together(host, guest)
    host.goto("/")
    title = host.get_by_role("heading", name="Finished games")
    games = host.locator("section").filter(has=title)
    games.get_by_role("button").click()
    finished = games.get_by_role("link")
    expect(finished).to_have_count(1)
    expect(finished).not_to_have_attribute("href", urlsplit(ended).path)


def test_the_page_says_what_is_kept(people: People) -> None:
    page = people.arrive(PHONE)
    page.get_by_role("link", name="What this site keeps").click()
    expect(page).to_have_url(re.compile("/privacy$"))
    main = page.get_by_role("main")
    expect(main).to_contain_text("no game has begun are deleted 7 days after")
    expect(main).to_contain_text("Unfinished games are deleted 60 days after")
    expect(main).to_contain_text("Finished games are kept until somebody deletes them")
    expect(main).to_contain_text("Ask whoever gave you this address")
