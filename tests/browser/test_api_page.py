"""The page about the API shows all of it, to everybody, and asks nobody but the server."""

import json

import pytest
from playwright.sync_api import expect

from browser.access import serious_findings
from browser.looks import SIZES, too_wide
from browser.people import PHONE, People, Theme
from rowlock.server.web.schema import described

REPEATED = "article:not(:nth-of-type(5n + 1))"
"""Most articles, which are made alike, and so many that axe takes seconds for them."""

DESCRIPTION = json.loads(described(""))


@pytest.mark.parametrize(
    ("language", "theme", "heading", "sent", "but"),
    [
        ("en-GB", "light", "For programs", "What you send", REPEATED),
        pytest.param("cs-CZ", "dark", "Pro programy", "Co posíláte", None, marks=pytest.mark.soak),
    ],
)
def test_everything_that_is_described_is_shown(
    people: People, language: str, theme: Theme, heading: str, sent: str, but: str | None
) -> None:
    page = people.arrive(PHONE, "/api#ask", language=language, theme=theme, own=True)
    page.locator("#Problem").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator("#ask")).to_be_in_viewport()
    expect(page.locator("#ask")).to_contain_text(sent)
    ids = [
        operation["operationId"]
        for path in DESCRIPTION["paths"].values()
        for operation in path.values()
    ]
    assert set(page.locator("article").evaluate_all("all => all.map(one => one.id)")) == {
        *ids,
        *DESCRIPTION["components"]["schemas"],
    }
    dead = "all => all.filter(one => !document.querySelector(one.getAttribute('href'))).length"
    assert page.locator("article a[href^='#']").evaluate_all(dead) == 0
    assert "⟨" not in page.locator("body").inner_text()
    assert serious_findings(page, but) == []
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert too_wide(page, size["width"]) == []
