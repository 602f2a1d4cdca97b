"""The first load is light and asks nobody but the server."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import CDPSession, Page, Request, expect

from browser.people import DESKTOP, People
from browser.states import READY, find_state
from shares import first_of

MOST_BYTES = 150_000
LIGHT = ["home", "white", "board-pawn", "end-longo"]


class Loads:
    """What a page loads, and how much of it came over the wire."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        self.hosts: set[str] = set()
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.loadingFinished", self._finished)
        page.on("request", self._asked)

    def _finished(self, event: dict[str, float]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def _asked(self, request: Request) -> None:
        self.hosts.add(urlsplit(request.url).netloc)


@pytest.mark.parametrize("name", first_of(LIGHT, "home", "board-pawn", "end-longo"))
def test_a_first_load_is_light(onlookers: People, name: str) -> None:
    state = find_state(name)
    page = onlookers.arrive(DESKTOP, "about:blank", key=state.key, own=True)
    loads = Loads(page)
    page.goto(state.path, wait_until="networkidle")
    page.locator(READY).first.wait_for()
    assert 10_000 < loads.bytes < MOST_BYTES
    assert len(loads.hosts) == 1


def test_a_page_that_still_connects_is_not_taken_for_ready(onlookers: People) -> None:
    state = find_state("white")
    page = onlookers.arrive(DESKTOP, "about:blank", key=state.key, own=True)
    page.route_web_socket("**/socket*", lambda _: None)
    page.goto(state.path)
    expect(page.get_by_role("heading", name="Coming to the table")).to_be_visible()
    expect(page.locator(READY)).to_have_count(0)
