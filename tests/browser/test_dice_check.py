"""A page checks the dice itself, also on plain http, and against what it saw before the start."""

import json
from random import Random

from playwright.sync_api import Page, expect

from browser.gathering import open_table, share_device, sit_down, start_game
from browser.people import DESKTOP, PHONE, People
from browser.playing import Player, wait_for_due
from browser.states import find_state, visit

SEEN = "The commitment is the one this browser saw before the start"
NOT_SEEN = "This browser was not here before the start"
KEPT = "rowlock.dice"


def _show_dice(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The dice").click()


def _stop(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stop the game").click()
    page.get_by_role("button", name="Stop it").click()
    page.locator("#end-title").wait_for()


def _code(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def _kept(page: Page) -> dict[str, dict[str, object]]:
    kept: dict[str, dict[str, object]] = json.loads(
        page.evaluate("(key) => localStorage.getItem(key)", KEPT)
    )
    return kept


def _keep(page: Page, kept: object) -> None:
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEPT, json.dumps(kept)])


def test_what_was_seen_and_given_before_the_start_is_compared(people: People) -> None:
    host = people.arrive(PHONE)
    link = open_table(host, "Original", "Ema", friends=1)
    friend = people.arrive(DESKTOP, link)
    sit_down(friend, "Petr")
    # Who comes to the device of a guest has a share in the dice too.
    friend.get_by_role("button", name="Someone at this device").click()
    friend.get_by_label("Name of who plays at this device too").fill("Katka")
    friend.get_by_role("button", name="Sit down").click()
    start_game(host, players=3)
    wait_for_due([Player(host, Random(1)), Player(friend, Random(2))])
    late = people.arrive(PHONE, link)

    _show_dice(friend)
    dialog = friend.get_by_role("dialog")
    commitment = _kept(friend)[_code(friend)]["commitment"]
    expect(dialog.get_by_text(str(commitment))).to_be_visible()
    expect(dialog.get_by_text("The seed is shown at the end of the game.")).to_be_visible()
    expect(dialog.get_by_text(SEEN)).to_be_visible()
    friend.keyboard.press("Escape")

    _stop(host)
    expect(host.get_by_text(f"{SEEN}, and your number is the one it gave.")).to_be_visible()
    expect(friend.get_by_text(f"{SEEN}, and your numbers are those it gave.")).to_be_visible()
    expect(late.get_by_text(NOT_SEEN)).to_be_visible()
    expect(late.get_by_text("Checked here")).to_be_visible()


def test_a_page_says_what_was_changed(people: People) -> None:
    page = people.arrive(PHONE)
    share_device(page, "Original", ["Ema", "Petr"])
    wait_for_due([Player(page, Random(3))])
    _stop(page)
    expect(page.get_by_text(f"{SEEN}, and your numbers are those it gave.")).to_be_visible()

    nonces = _kept(page)[_code(page)]["nonces"]
    assert isinstance(nonces, dict)
    last = max(nonces, key=int)
    changed = {"commitment": "0" * 64, "nonces": {**nonces, last: "0" * 32}}
    _keep(page, {_code(page): changed})
    page.reload()
    expect(page.get_by_text("not the commitment this browser saw")).to_be_visible()
    expect(page.get_by_text("the number of Petr is not the one this browser gave")).to_be_visible()
    expect(page.get_by_text("the number of Ema")).to_have_count(0)
    expect(page.get_by_text(SEEN)).to_have_count(0)


def test_only_the_newest_tables_are_remembered(people: People) -> None:
    page = people.arrive(PHONE)
    old = {f"OLD{place}": {"commitment": "", "nonces": {}} for place in range(50)}
    _keep(page, old)
    open_table(page, "Original", "Ema", friends=1)
    assert list(_kept(page)) == [*list(old)[1:], _code(page)]


def test_the_dice_are_checked_where_the_browser_offers_no_cryptography(onlookers: People) -> None:
    page = visit(onlookers, find_state("end"), PHONE)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.reload()
    expect(page.get_by_text("Checked here: the seed fits the commitment")).to_be_visible()
