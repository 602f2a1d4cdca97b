"""The server cannot reach its games for a while: the page says so, loses nothing, and goes on."""

import json
import re
from random import Random

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.gathering import open_table, share_device
from browser.people import DESKTOP, PHONE, People
from browser.playing import PASS, SENT, Player, wait_for_due

SAID = "Games out of reach for now. Trying again…"
LOST = "Connection lost. Trying again…"
LONG = 40
"""Seconds that nobody in a test waits for."""
AWAY = {"code": "unavailable", "message": "the games cannot be reached for the moment"}


class Outage:
    """What stands before the server of a page, and answers instead of it while it is `on`. With
    `closes` it closes sockets instead, with that code; with `does` what is asked is done."""

    def __init__(self, page: Page, retry_after: int | None = 0) -> None:
        self.on = True
        self.asked: list[str] = []
        self.taken: list[str] = []
        self.closes = 0
        self.does = False
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
            socket.close(code=self.closes)
            return
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            asked = json.loads(message)
            self.asked.append(asked["type"])
            if not self.on:
                self.taken.append(asked.get("move", asked["type"]))
                server.send(message)
            elif self.closes:
                socket.close(code=self.closes)
            else:
                if self.does:
                    server.send(json.dumps({**asked, "n": -asked["n"]}))
                socket.send(json.dumps({"type": "refused", "n": asked["n"], **AWAY}))

        socket.on_message(ask)


def _arrive(people: People, path: str = "/", retry_after: int = 0) -> tuple[Page, Outage]:
    people.allow("status of 503")
    page = people.arrive(PHONE, "about:blank", own=True)
    outage = Outage(page, retry_after)
    page.goto(path)
    return page, outage


def test_a_new_table_is_made_when_the_games_are_back(people: People) -> None:
    page, outage = _arrive(people, retry_after=LONG)
    expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
    for time in ("given up", "made"):
        page.get_by_role("button", name="Invite friends").click()
        page.get_by_label("Your name").fill("Ema")
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("dialog").get_by_text(SAID)).to_be_visible()
        expect(page.get_by_label("Your name")).to_have_value("Ema")
        if time == "given up":
            page.keyboard.press("Escape")
    outage.on = False
    # Somebody looks: the list is read, and what waits goes on.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("heading", name="Seats").wait_for()
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert outage.asked.count("POST") == 3, "once each before, and once when the list could be read"


def test_who_goes_away_meanwhile_is_not_called_back(people: People) -> None:
    page, outage = _arrive(people, retry_after=LONG)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    page.get_by_role("link", name="How to play").first.click()
    heading = page.get_by_role("heading", level=1, name="How to play Original")
    expect(heading).to_be_visible()
    expect(page.get_by_text(SAID)).to_have_count(0)
    assert outage.asked.count("POST") == 1

    # Nor when the server only took its time.
    outage.on = False
    page.go_back()
    held: list[Route] = []
    page.route("**/api/tables", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Play now").click()
    page.get_by_role("link", name="What this site keeps").click()
    with page.expect_response(lambda response: response.request.method == "POST"):
        for route in held:
            route.continue_()
    page.evaluate("fetch('/api/here').then((answer) => answer.text())")
    assert page.url.endswith("/privacy")


def test_the_server_says_when_to_ask_again(people: People) -> None:
    people.allow("status of 503")
    page = people.arrive(DESKTOP, "about:blank", own=True)
    page.clock.install()
    # In a tab that is not seen yet, too.
    page.add_init_script("Object.defineProperty(document, 'hidden', { value: true })")
    outage = Outage(page, retry_after=LONG)
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

    # What was done all the same is no trouble.
    outage.on = outage.does = True
    page.get_by_role("button", name="Leave: Petr").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.get_by_text(SAID)).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)


def _take_back(page: Page, outage: Outage) -> None:
    """Of two at a device the one who has chosen takes it back, and is not told that it was done."""
    outage.on, outage.does, outage.closes = True, True, 0
    page.locator("ul.strip button:not(.shown):visible").click()
    page.locator(".undo").click()
    expect(page.get_by_text(SAID)).to_have_count(1)
    outage.on = False
    expect(page.get_by_text(SAID)).to_have_count(0)
    expect(page.locator("[aria-busy=false] .confirm")).to_be_visible()
    expect(page.locator(".trouble")).to_be_empty()
    outage.does = False


def test_a_choice_is_sent_when_the_games_are_back(people: People) -> None:
    page, outage = _arrive(people)
    outage.on = False
    share_device(page, "Original", ["Ema", "Petr"])
    player = Player(page, Random(8))
    for closes in (0, 1013):
        wait_for_due([player])
        first = next(move for move in player.see()["offered"] if move != PASS)
        outage.taken.clear()
        outage.on, outage.closes = True, closes
        player.select(first)
        player.tap(".confirm")
        expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
        assert player.see()["selected"] == first
        if not closes:
            # Nobody is held to what could not be sent.
            player.select(PASS)
            expect(page.locator("[aria-busy=false] .confirm")).to_be_enabled()
            expect(page.locator(".trouble")).to_be_empty()
            assert outage.taken == []
            # A server that restarts is unavailable first, and then gone.
            player.tap(".confirm")
            expect(page.get_by_role("status").get_by_text(SAID)).to_be_visible()
            outage.closes = 1012
            expect(page.get_by_role("status").get_by_text(LOST)).to_be_visible()
        outage.on = False
        expect(page.get_by_text("Trying again…")).to_have_count(0)
        page.wait_for_function(SENT)
        assert outage.taken == [first if closes else PASS]
        if not closes:
            _take_back(page, outage)
