"""A part of the page cannot be loaded, as after an upgrade that a page was open during: the person
sees it all the same, or what to do about it, and nothing is lost."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect
from scenes import LEGAL, MENU, item

from browser.people import DESKTOP, PHONE, People
from browser.states import READY, find_state
from shares import first_of

MISSING = "This part could not be loaded."
NEWER = "There is a newer version of Rowlock."
FAILURES: dict[str, Callable[[Route], None]] = {
    "not found": lambda route: route.fulfill(status=404, body="nothing"),
    "no network": lambda route: route.abort(),
    "html": lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"),
    "html as a script": lambda route: route.fulfill(
        content_type="text/javascript", body="<!doctype html>"
    ),
}
EXPECTED = "404|ERR_FAILED|MIME type|Failed to fetch dynamically|Unexpected token"
PICKED = ".choices [aria-pressed=true]"


class Lacking:
    """A page that lacks the files a pattern names; `heals` is for as long as it is not reloaded."""

    def __init__(self, page: Page) -> None:
        self.documents = 0
        self._pattern: str | None = None
        self._heals = False
        self._fail = FAILURES["not found"]
        self.page = page
        page.route(re.compile(r"/assets/|/rules/|/privacy|/api$|/t/|:\d+/$"), self._answer)

    def lack(self, pattern: str | None, failure: str = "not found", *, heals: bool = False) -> None:
        self._pattern, self._fail, self._heals = pattern, FAILURES[failure], heals
        self.documents = 0

    def _answer(self, route: Route) -> None:
        if route.request.is_navigation_request():
            self.documents += 1
            self._pattern = None if self._heals else self._pattern
        if self._pattern and re.search(self._pattern, route.request.url):
            self._fail(route)
        else:
            route.continue_()


def _home(people: People) -> Page:
    page = people.arrive(DESKTOP)
    page.locator(READY).first.wait_for()
    return page


def _lobby(people: People) -> Page:
    state = find_state("lobby")
    page = people.arrive(PHONE, state.path, key=state.key)
    page.locator("#seats").wait_for()
    return page


def _table(people: People) -> Page:
    """At a table with a choice that is picked and not sent."""
    state = find_state("white")
    page = people.arrive(PHONE, state.path, key=state.key)
    page.locator(LEGAL).first.click()
    expect(page.locator(PICKED)).to_have_count(1)
    return page


def _held(page: Page) -> str | None:
    """The move that is picked at the table, if this is one."""
    picked = page.locator(PICKED)
    return picked.get_attribute("data-move") if picked.count() else None


def _rules_in_menu(page: Page) -> None:
    page.locator(MENU).click()
    page.locator(item(2)).click()


def _link(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("link", name=name).first.click()


RULES, PRIVACY, PROGRAMS = "How to play", "What this site keeps", "For programs"


@dataclass(frozen=True)
class Part:
    """A page of its own: where one comes to it from and how, its heading, and what it needs."""

    come: Callable[[People], Page]
    go: Callable[[Page], None]
    title: str
    files: tuple[str, ...]


PARTS = {
    "rules": Part(_home, _link(RULES), RULES, ("RulesPage-.*js", "/rules-.*js", "RulesPage-.*css")),
    "privacy": Part(
        _home, _link(PRIVACY), PRIVACY, ("/privacy-.*js", "Privacy-.*js", "Privacy-.*css")
    ),
    "api": Part(_home, _link(PROGRAMS), PROGRAMS, ("ApiPage-.*css", "ApiPage-.*js", "/api-.*js")),
    "from a lobby": Part(_lobby, _link("Rules"), RULES, ("/rules-.*js", "RulesPage-.*js")),
    "from a table": Part(_table, _rules_in_menu, RULES, ("RulesPage-.*css", "/rules-.*js")),
}


def _heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", level=1, name=name)


def _back(page: Page, start: str) -> None:
    page.go_back()
    expect(page).to_have_url(start)
    page.locator(READY).first.wait_for()


def _go_without(page: Page, part: Part, file: str, failure: str) -> None:
    """Somebody wants to see a part while a file of it cannot be loaded, and comes back."""
    start, lacking = page.url, Lacking(page)
    page.evaluate("sessionStorage.removeItem('rowlock.reloaded')")
    lacking.lack(file, failure)
    part.go(page)
    expect(_heading(page, MISSING)).to_be_visible()
    assert lacking.documents == 1, "the document is loaded again once, and not again and again"
    lacking.lack(None)
    page.get_by_role("button", name="Try again").click()
    expect(_heading(page, part.title)).to_be_visible()
    page.unroute_all()
    _back(page, start)


@pytest.mark.parametrize(
    ("part", "failure"),
    first_of(
        zip(PARTS, cycle(FAILURES), strict=False),
        ("from a table", "not found"),
    ),
)
def test_a_part_that_cannot_be_loaded_can_be_asked_for(
    onlookers: People, part: str, failure: str
) -> None:
    onlookers.allow(EXPECTED)
    wanted = PARTS[part]
    page = wanted.come(onlookers)
    held = _held(page)
    _go_without(page, wanted, wanted.files[0], failure)
    assert _held(page) == held


@pytest.mark.soak
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("part", PARTS)
def test_every_file_may_be_missing_in_every_way(onlookers: People, part: str, failure: str) -> None:
    onlookers.allow(EXPECTED)
    wanted = PARTS[part]
    page = wanted.come(onlookers)
    held = _held(page)
    for file in wanted.files:
        _go_without(page, wanted, file, failure)
        assert _held(page) == held
        page.reload()  # What was loaded once is not asked for again.
        page.locator(READY).first.wait_for()


def test_a_part_that_only_an_old_page_lacks_comes_by_itself(onlookers: People) -> None:
    onlookers.allow(EXPECTED)
    page = _table(onlookers)
    held, start = _held(page), page.url
    lacking = Lacking(page)
    lacking.lack("/rules-.*js", heals=True)
    _rules_in_menu(page)
    expect(_heading(page, RULES)).to_be_visible()
    assert lacking.documents == 1
    _back(page, start)
    assert _held(page) == held


def test_without_a_server_nothing_is_loaded_again_until_it_answers(onlookers: People) -> None:
    onlookers.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically")
    page = _home(onlookers)
    page.context.set_offline(True)
    page.get_by_role("link", name="How to play").first.click()
    expect(_heading(page, MISSING)).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("The server does not answer"))
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(_heading(page, RULES)).to_be_visible()


def test_a_language_that_cannot_be_loaded_changes_nothing(onlookers: People) -> None:
    onlookers.allow(EXPECTED)
    page = _table(onlookers)
    held, lacking = _held(page), Lacking(page)
    page.locator(MENU).click()
    page.locator(item(6)).click()
    for failure in FAILURES:
        lacking.lack("table-.*js", failure)
        page.get_by_text("Čeština").click()
        expect(page.get_by_role("alert").get_by_text(MISSING)).to_be_visible()
        expect(page.get_by_role("radio", name="English")).to_be_checked()
    assert lacking.documents == 0
    expect(page.locator("html")).to_have_attribute("lang", "en")
    lacking.lack(None)
    with page.expect_navigation():
        page.get_by_role("button", name="Try again").click()
    page.locator(MENU).click()
    page.locator(item(6)).click()
    page.get_by_text("Čeština").click()
    expect(page.get_by_role("heading", name="Nastavení")).to_be_visible()
    page.keyboard.press("Escape")
    assert _held(page) == held


BEGINNING = ("/index-.*js", "/Dice-.*js", "/index-.*css", "/page-.*js")


def _begin_without(page: Page, file: str, failure: str) -> None:
    lacking = Lacking(page)
    lacking.lack(file, failure)
    page.goto("/")
    expect(page.get_by_role("heading", name="Stránku se nepodařilo načíst.")).to_be_visible()
    assert lacking.documents == 2
    lacking.lack(None)
    page.get_by_role("button", name="Zkusit znovu").click()
    expect(_heading(page, "Hoď, křížkuj, zamkni.")).to_be_visible()
    page.unroute_all()
    page.evaluate("sessionStorage.clear()")


def test_a_page_that_cannot_begin_says_so(onlookers: People) -> None:
    onlookers.allow(EXPECTED)
    page = onlookers.arrive(DESKTOP, "about:blank", language="cs-CZ", own=True)
    for file, failure in (("/index-.*js", "not found"), ("/page-.*js", "html as a script")):
        _begin_without(page, file, failure)


OTHERS = """addEventListener("readystatechange", () => {
  if (document.readyState !== "interactive") return;
  const [script, style] = ["script", "link"].map((tag) => document.createElement(tag));
  style.rel = "stylesheet";
  document.head.append(script, style);
  script.dispatchEvent(new Event("error"));
}, true)"""
"""An extension puts a script and a style sheet into the page that cannot be loaded."""


def test_what_others_put_into_a_page_is_no_part_of_it(onlookers: People) -> None:
    page = onlookers.arrive(DESKTOP, "about:blank", own=True)
    lacking = Lacking(page)
    page.add_init_script(OTHERS)
    page.goto("/")
    _link(RULES)(page)
    expect(_heading(page, RULES)).to_be_visible()
    assert lacking.documents == 1
    expect(_heading(page, "could not be loaded")).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("failure", FAILURES)
def test_no_page_begins_blank(onlookers: People, failure: str) -> None:
    onlookers.allow(EXPECTED)
    page = onlookers.arrive(DESKTOP, "about:blank", language="cs-CZ", own=True)
    for file in BEGINNING:
        _begin_without(page, file, failure)


def _newer_build(route: Route) -> None:
    here = route.fetch().json()
    route.fulfill(json={**here, "build": "another"})


def test_a_page_that_meets_a_newer_server_says_so_and_keeps_what_was_picked(
    onlookers: People,
) -> None:
    onlookers.allow("ERR_INTERNET_DISCONNECTED")
    page = _table(onlookers)
    held = _held(page)
    documents: list[str] = []
    page.on("framenavigated", lambda frame: documents.append(frame.url))
    expect(page.get_by_text(NEWER)).to_have_count(0)
    page.route("**/api/here", _newer_build)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text(NEWER)).to_be_visible()
    assert _held(page) == held
    assert documents == []
    page.unroute("**/api/here")
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_text(NEWER)).to_have_count(0)
    expect(page.locator(PICKED)).to_have_attribute("data-move", held or "")
    assert len(documents) == 1


def _chatty(socket: WebSocketRoute) -> None:
    """A server with messages, news and parts that this page has never heard of."""
    server = socket.connect_to_server()

    def tell(message: str | bytes) -> None:
        socket.send('{"type": "weather", "n": 1, "sun": true}')
        text = str(message).replace('"news":[', '"news":[{"type":"sneezed","version":1,"turn":1},')
        socket.send(text.replace('"type":"view"', '"type":"view","moon":"full"'))

    server.on_message(tell)


def test_what_only_a_newer_page_understands_is_passed_over(onlookers: People) -> None:
    state = find_state("white")
    page = onlookers.arrive(PHONE, "about:blank", key=state.key, own=True)
    page.route_web_socket("**/socket*", _chatty)
    page.goto(state.path)
    page.locator(LEGAL).first.click()
    expect(page.locator(PICKED)).to_have_count(1)
    lines = page.locator(".log li li").all_inner_texts()
    assert lines
    assert all(lines)
