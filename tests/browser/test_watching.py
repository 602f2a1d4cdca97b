"""The watch over the pages sees what it must."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser

from browser.access import NEVER_SERIOUS, SERIOUS, bring_axe, serious_findings
from browser.people import People

PAGE = b"""<!doctype html><html lang="en"><title>A bad page</title>
<main><h1>A bad page</h1><button></button><img alt="" src="http://rowlock.invalid/spy.png"></main>"""


class BadPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Security-Policy", "default-src 'self'")
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def bad_home() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), BadPage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def visitors(browser: Browser, bad_home: str) -> Iterator[People]:
    people = People(browser, bad_home)
    yield people
    people.leave()


def test_errors_and_foreign_requests_are_noticed(visitors: People) -> None:
    page = visitors.arrive()
    with page.context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('broken') })")
    found = "\n".join(visitors.problems)
    assert "page: Error: broken" in found
    assert "console: Loading the image" in found
    assert "request to another host: http://rowlock.invalid/spy.png" in found


def test_only_what_a_test_allows_may_pass(visitors: People) -> None:
    visitors.arrive()
    visitors.allow("^console: Loading the image")
    assert visitors.unexpected() == ["request to another host: http://rowlock.invalid/spy.png"]


def test_axe_finds_a_button_without_a_name_under_a_strict_policy(visitors: People) -> None:
    (finding,) = serious_findings(visitors.arrive())
    assert finding.startswith("button-name (critical)")


def test_axe_looks_into_an_open_dialog_and_not_behind_it(visitors: People) -> None:
    page = visitors.arrive()
    page.evaluate("""() => {
      const dialog = document.body.appendChild(document.createElement("dialog"));
      dialog.ariaLabel = "A bad dialog";
      dialog.appendChild(document.createElement("input"));
      dialog.showModal();
    }""")
    (finding,) = serious_findings(page)
    assert finding.startswith("label (critical)")


def test_no_rule_that_is_left_out_finds_anything_serious(visitors: People) -> None:
    page = visitors.arrive()
    bring_axe(page)
    impacts = page.evaluate("Object.fromEntries(axe._audit.rules.map((r) => [r.id, r.impact]))")
    assert not {impacts[rule] for rule in NEVER_SERIOUS} & {*SERIOUS, None}
