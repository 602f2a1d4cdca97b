"""A seat goes to another device by a link that works once."""

from random import Random

from playwright.sync_api import Page, Route, expect

from browser.people import DESKTOP, PHONE, People
from browser.playing import Player, play_until, wait_for_due


def _link_to_move(page: Page) -> str:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Move my seat to another device").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    page.keyboard.press("Escape")
    return link


def _do_and_deny(route: Route) -> None:
    """What is asked is done, but the server cannot say so."""
    route.fetch()
    route.fulfill(status=503, json={"code": "unavailable", "message": "try again in a moment"})


def test_a_seat_moves_to_another_device_once(people: People) -> None:
    people.allow(r"status of (4\d\d|503)")
    old = people.arrive(PHONE)
    old.get_by_role("button", name="Play now").click()
    player = Player(old, Random(6))
    wait_for_due([player])
    before = player.see()
    link = _link_to_move(old)

    new = people.arrive(DESKTOP, "about:blank", own=True)
    new.route("**/api/claim", _do_and_deny, times=1)
    new.goto(link)
    new.wait_for_url(old.url)
    moved = Player(new, Random(7))
    wait_for_due([moved])
    assert moved.see() == before
    expect(old.get_by_text("You are watching")).to_be_visible()
    expect(old.locator(".choices")).to_have_count(0)

    late = people.arrive(PHONE, link)
    expect(late.get_by_role("heading", name="This link leads to no seat")).to_be_visible()
    expect(late.get_by_text("This link was used already")).to_be_visible()

    turn = new.locator("header p").inner_text()
    play_until([moved], lambda _: new.locator("header p").inner_text() != turn)
    expect(old.locator("header p")).to_have_text(new.locator("header p").inner_text())
