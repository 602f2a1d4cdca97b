"""The server cannot reach its games for a while: the page says so, loses nothing, and goes on."""

import json
import re
from random import Random

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.gathering import open_table, share_device
from browser.people import DESKTOP, PHONE, People
from browser.playing import PASS, SENT, Player, wait_for_due

SAID = "Games out of reach for now. Trying again…"
AWAY = {"code": "unavailable", "message": "the games cannot be reached for the moment"}


class Outage:
    """What stands before the server of a page, and answers instead of it while it is `on`."""

    def __init__(self, page: Page, retry_after: int | None = 0) -> None:
        self.on = True
        self.asked: list[str] = []
        self.taken: list[str] = []
        self.closes = False
        self._headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        page.route("**/api/tables", self._answer)
        page.route_web_socket("**/socket*", self._connect)

    def _answer(self, route: Route) -> None:
        self.asked.append(route.request.method)
        if self.on:
            route.fulfill(status=503, json=AWAY, headers=self._headers)
        else:
            route.continue_()

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.on and self.closes:
            socket.close(code=1013, reason="unavailable")
            return
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            asked = json.loads(message)
            self.asked.append(asked["type"])
            if not self.on:
                self.taken.append(asked.get("move", asked["type"]))
                server.send(message)
            elif self.closes:
                socket.close(code=1013, reason="unavailable")
            else:
                socket.send(json.dumps({"type": "refused", "n": asked["n"], **AWAY}))

        socket.on_message(ask)


def _arrive(people: People, path: str = "/") -> tuple[Page, Outage]:
    people.allow("status of 503")
    page = people.arrive(PHONE, "about:blank")
    outage = Outage(page)
    page.goto(path)
    return page, outage


def test_a_new_table_is_made_when_the_games_are_back(people: People) -> None:
    page, outage = _arrive(people)
    expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill("Ema")
    page.get_by_role("button", name="Open the table").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(SAID)).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ema")
    outage.on = False
    page.get_by_role("heading", name="Seats").wait_for()
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert outage.asked.count("POST") == 2, "once before, and once when the list could be read"


def test_who_goes_away_meanwhile_is_not_called_back(people: People) -> None:
    page, outage = _arrive(people)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    page.get_by_role("link", name="How to play").first.click()
    heading = page.get_by_role("heading", level=1, name="How to play Original")
    expect(heading).to_be_visible()
    with page.expect_response(re.compile("/api/keeping")):
        outage.on = False
        page.get_by_role("link", name="What this site keeps").click()
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert page.url.endswith("/privacy")
    assert outage.asked.count("POST") == 1


def test_the_server_says_when_to_ask_again(people: People) -> None:
    people.allow("status of 503")
    page = people.arrive(DESKTOP, "about:blank")
    page.clock.install()
    outage = Outage(page, retry_after=40)
    page.goto("/")
    expect(page.get_by_text(SAID)).to_be_visible()
    page.clock.run_for(39_900)
    assert outage.asked == ["GET"]
    outage.on = False
    with page.expect_response(re.compile("/api/tables")):
        page.clock.run_for(20_200)
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert outage.asked == ["GET", "GET"]


def test_a_seat_is_taken_once_when_the_games_are_back(people: People) -> None:
    host = people.arrive(DESKTOP)
    page, outage = _arrive(people, open_table(host, "Original", "Ema", friends=2))
    page.get_by_label("Your name").fill("Petr")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Petr")
    outage.on = False
    expect(page.get_by_role("button", name="Leave: Petr")).to_be_visible()
    expect(host.get_by_text("Petr")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_choice_is_sent_when_the_games_are_back(people: People) -> None:
    page, outage = _arrive(people)
    outage.on = False
    share_device(page, "Original", ["Ema", "Petr"])
    player = Player(page, Random(8))
    for closes in (False, True):
        wait_for_due([player])
        first = next(move for move in player.see()["offered"] if move != PASS)
        outage.taken.clear()
        outage.on, outage.closes = True, closes
        player.select(first)
        player.tap(".confirm")
        expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
        assert player.see()["selected"] == first
        if closes:
            outage.on = False
        else:
            # Nobody is held to what could not be sent.
            player.select(PASS)
            expect(page.locator("[aria-busy=false] .confirm")).to_be_enabled(timeout=30_000)
            assert outage.taken == []
            outage.on = False
            player.tap(".confirm")
        expect(page.get_by_text(SAID)).to_have_count(0, timeout=30_000)
        page.wait_for_function(SENT)
        assert outage.taken == [first if closes else PASS]
