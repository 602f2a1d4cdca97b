"""Addresses lead where they mean to, also those typed by hand."""

import pytest
from playwright.sync_api import expect

from browser.people import PHONE, People


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/rules/longo/", "Longo"),
        ("/claim/", "This link leads to no seat"),
        ("/t/ndb-bbb/", "Table NDB BBB"),
        ("/t/%E0%A4%A", "There is nothing here"),
        ("/rules/%", "There is nothing here"),
    ],
)
def test_a_slash_at_the_end_and_broken_signs_lead_to_a_page(
    onlookers: People, path: str, heading: str
) -> None:
    onlookers.allow(r"status of 4\d\d")
    page = onlookers.arrive(PHONE, path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
