"""People come together at a table through the page: they open one, and join it."""

import re

from playwright.sync_api import Page, expect


def open_table(page: Page, game: str, name: str, friends: int) -> str:
    """Invite so many friends to a game from the first page; the link to the table."""
    _begin_table(page, game, name)
    _step(page, "Friends elsewhere", friends)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Seats").wait_for()
    link = page.get_by_label("Link to this table")
    expect(link).to_have_value(re.compile("/t/[A-Z]{6}$"))
    return link.input_value()


def share_device(page: Page, game: str, names: list[str]) -> None:
    """Start a game of people who share this device."""
    _begin_table(page, game, names[0])
    _step(page, "Friends elsewhere", 0)
    _step(page, "At this device", len(names))
    for number, name in enumerate(names[1:], start=2):
        page.get_by_label(f"Name of person {number} at this device").fill(name)
    page.get_by_role("button", name="Start the game").click()


def sit_down(page: Page, name: str) -> None:
    """Take a seat at the table that the page shows."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name=f"Leave: {name}")).to_be_visible()


def join_by_code(page: Page, link: str) -> None:
    """Type the code of a table on the first page, as somebody heard it."""
    code = link.rsplit("/", 1)[1].lower()
    page.get_by_label("Code of the table").press_sequentially(f"{code[:3]}-{code[3:]}")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("heading", name="Seats").wait_for()


def start_game(page: Page, players: int) -> None:
    """The host starts, once all are there."""
    seats = page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(seats).to_have_count(players)
    expect(seats.filter(has_text="Open seat")).to_have_count(0)
    page.get_by_role("button", name="Start the game").click()


def _begin_table(page: Page, game: str, name: str) -> None:
    page.get_by_role("radio", name=game).check()
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill(name)


def _step(page: Page, what: str, value: int) -> None:
    """Bring a number of the new table to a value."""
    stepper = page.get_by_role("group", name=what)
    output = stepper.locator("output")
    while (now := int(output.inner_text())) != value:
        more = now < value
        stepper.get_by_role("button", name="More" if more else "Fewer").click()
        expect(output).to_have_text(str(now + (1 if more else -1)))
