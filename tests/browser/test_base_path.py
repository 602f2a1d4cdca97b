"""A server below a path of a larger site, behind proxies of both kinds."""

from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.gathering import open_table, sit_down, start_game
from browser.people import DESKTOP, PHONE, People
from browser.playing import Player, play_until
from browser.proxy import Proxy
from browser.serving import Server

BASE = "/games/rowlock"
FEW = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("below") / "data"
    server = Server(data, base_path=BASE, trusted_proxies="127.0.0.1")
    server.start()
    yield server
    server.stop()


@pytest.fixture(
    params=[True, pytest.param(False, marks=pytest.mark.soak)], ids=["strips", "leaves"]
)
def site(request: pytest.FixtureRequest, server: Server) -> Iterator[Proxy]:
    with Proxy(server.port, BASE, strip=request.param) as proxy:
        yield proxy


@pytest.fixture
def people(browser: Browser, site: Proxy) -> Iterator[People]:
    people = People(browser, site.origin)
    yield people
    people.leave()
    assert people.unexpected() == []


def play_a_little(players: list[Player]) -> None:
    turns = iter(range(FEW))
    play_until(players, lambda _: next(turns, None) is None)


@pytest.mark.parametrize("site", [True], ids=["strips"], indirect=True)
def test_two_play_below_the_path(people: People, site: Proxy) -> None:
    host = people.arrive(PHONE, f"{BASE}/")
    asked = requests_of(host)
    link = open_table(host, "Original", "Ema", friends=1)
    assert link.startswith(f"{site.origin}{BASE}/t/")
    friend = people.arrive(DESKTOP, link)
    sit_down(friend, "Petr")
    qr = host.get_by_role("img", name="QR code").first
    expect(qr).to_be_visible()
    assert qr.evaluate("image => image.complete && image.naturalWidth > 0")
    start_game(host, players=2)
    players = [Player(host, Random(1)), Player(friend, Random(2))]
    play_a_little(players)

    (cookie,) = host.context.cookies()
    assert cookie["path"] == BASE
    host.get_by_role("link", name="Home").click()
    expect(host).to_have_url(f"{site.origin}{BASE}/")
    look_around(host, site)
    check_below(asked)


def requests_of(page: Page) -> list[str]:
    """The paths a page will have asked for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    return asked


def check_below(asked: list[str]) -> None:
    assert len(asked) > 5
    assert [path for path in asked if not path.startswith(f"{BASE}/")] == []


def look_around(page: Page, site: Proxy) -> None:
    """From the first page to another one, which is loaded again, and back."""
    page.get_by_role("link", name="How to play").first.click()
    expect(page).to_have_url(f"{site.origin}{BASE}/rules/original")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play now").wait_for()


@pytest.mark.soak
def test_every_page_is_found_below_the_path(people: People, site: Proxy) -> None:
    page = people.arrive(DESKTOP, BASE)
    asked = requests_of(page)
    look_around(page, site)
    page.get_by_role("button", name="Play now").click()
    play_a_little([Player(page, Random(3))])
    check_below(asked)
